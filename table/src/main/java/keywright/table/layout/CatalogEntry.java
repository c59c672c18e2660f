package keywright.table.layout;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import keywright.key.Column;
import keywright.store.TableLayout;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;

/**
 * The catalog entry of a table: its definition, the ids of its columns, which of its indexes are
 * built, when they are verified again, its GC watermark, and whether a bulk load fills it.
 * Immutable.
 *
 * <p>Ids of columns come from a counter and are never used again. So a column that is dropped and
 * added again does not find the values of the old column.
 *
 * @param gcWatermark the tombstone GC watermark: on engines with single-row atomicity every write
 *     of a row gets a version above it. It only rises; {@code TombstoneGc} says why
 * @param ceiling the version above all rows that an unfinished {@code BulkLoad} has written; 1
 *     before the load may write; for a sorted load, the generation that it fills; 0 if there is no
 *     such load
 * @param keyspace the keyspace in which the table was created; empty for none
 * @param generations the generation of each index in the engine by the name of the index, and of
 *     the table under the empty name; 0 if its name has no generation: {@link EngineNames}
 * @param verifyAtMillis when the indexes of the table must be verified a second time, in
 *     milliseconds since 1970; 0 for never
 * @param engineColumns the names of the columns in engines that have columns
 */
public record CatalogEntry(
    TableDefinition definition,
    Map<String, Integer> columnIds,
    int nextColumnId,
    Set<String> readableIndexes,
    long gcWatermark,
    long ceiling,
    String keyspace,
    Map<String, Long> generations,
    long verifyAtMillis,
    EngineColumns engineColumns) {
  /** The key of the table itself in the map of generations, in place of the name of an index. */
  public static final String TABLE = "";

  public CatalogEntry(
      TableDefinition definition,
      Map<String, Integer> columnIds,
      int nextColumnId,
      Collection<String> readableIndexes,
      long gcWatermark,
      long ceiling,
      String keyspace,
      Map<String, Long> generations,
      long verifyAtMillis,
      EngineColumns engineColumns) {
    this(
        definition,
        Map.copyOf(columnIds),
        nextColumnId,
        Set.copyOf(readableIndexes),
        gcWatermark,
        ceiling,
        keyspace,
        Map.copyOf(generations),
        verifyAtMillis,
        engineColumns);
  }

  /** The entry of a new table: each column gets its first id, and each index counts as built. */
  public static CatalogEntry of(TableDefinition definition) {
    Map<String, Integer> ids = new LinkedHashMap<>();
    int next = 1;
    for (Column column : definition.allColumns()) {
      ids.put(column.name(), next++);
    }
    List<String> indexes = definition.indexes().stream().map(IndexDefinition::name).toList();
    return new CatalogEntry(
        definition, ids, next, indexes, 0, 0, "", Map.of(), 0, EngineColumns.DERIVED);
  }

  public int columnId(String column) {
    return Objects.requireNonNull(columnIds.get(column), column);
  }

  public boolean isReadable(String index) {
    return readableIndexes.contains(index);
  }

  /** This entry with one more index, whose entries must still be built. */
  public CatalogEntry withIndex(IndexDefinition index, long generation) {
    List<IndexDefinition> indexes = new ArrayList<>(definition.indexes());
    indexes.add(index);
    Map<String, Long> all = new HashMap<>(generations);
    if (generation > 0) {
      all.put(index.name(), generation);
    }
    return new CatalogEntry(
        definition.withIndexes(indexes),
        columnIds,
        nextColumnId,
        readableIndexes,
        gcWatermark,
        ceiling,
        keyspace,
        all,
        verifyAtMillis,
        engineColumns);
  }

  /** This entry with the index marked as built. */
  public CatalogEntry withReadable(String index) {
    List<String> readable = new ArrayList<>(readableIndexes);
    readable.add(index);
    return new CatalogEntry(
        definition,
        columnIds,
        nextColumnId,
        readable,
        gcWatermark,
        ceiling,
        keyspace,
        generations,
        verifyAtMillis,
        engineColumns);
  }

  /** This entry with the index marked as not built, so that no query uses it. */
  public CatalogEntry withoutReadable(String index) {
    List<String> readable = new ArrayList<>(readableIndexes);
    readable.remove(index);
    return new CatalogEntry(
        definition,
        columnIds,
        nextColumnId,
        readable,
        gcWatermark,
        ceiling,
        keyspace,
        generations,
        verifyAtMillis,
        engineColumns);
  }

  /**
   * This entry with another definition of the same table. Columns keep their ids; new columns get
   * the next ids.
   *
   * @param names the new name of each renamed column, by its old name
   */
  public CatalogEntry withDefinition(TableDefinition newDefinition, Map<String, String> names) {
    Map<String, Integer> old = new HashMap<>();
    columnIds.forEach((name, id) -> old.put(names.getOrDefault(name, name), id));
    Map<String, Integer> ids = new LinkedHashMap<>();
    int next = nextColumnId;
    for (Column column : newDefinition.allColumns()) {
      Integer id = old.get(column.name());
      ids.put(column.name(), id == null ? next++ : id);
    }
    return new CatalogEntry(
        newDefinition,
        ids,
        next,
        readableIndexes,
        gcWatermark,
        ceiling,
        keyspace,
        generations,
        verifyAtMillis,
        engineColumns);
  }

  /** This entry with the names that the columns have in {@code layout}. */
  public CatalogEntry withColumnsOf(TableLayout layout) {
    return new CatalogEntry(
        definition,
        columnIds,
        nextColumnId,
        readableIndexes,
        gcWatermark,
        ceiling,
        keyspace,
        generations,
        verifyAtMillis,
        EngineColumns.of(definition, columnIds, layout));
  }

  /** This entry with a GC watermark of at least {@code least}. */
  public CatalogEntry withGcWatermark(long least) {
    return new CatalogEntry(
        definition,
        columnIds,
        nextColumnId,
        readableIndexes,
        Math.max(gcWatermark, least),
        ceiling,
        keyspace,
        generations,
        verifyAtMillis,
        engineColumns);
  }

  /** This entry with a time for a second verification; 0 for none. */
  public CatalogEntry withVerification(long atMillis) {
    return new CatalogEntry(
        definition,
        columnIds,
        nextColumnId,
        readableIndexes,
        gcWatermark,
        ceiling,
        keyspace,
        generations,
        atMillis,
        engineColumns);
  }

  /** This entry with a bulk load that writes below {@code newCeiling}; 0 for no load. */
  public CatalogEntry withCeiling(long newCeiling) {
    return new CatalogEntry(
        definition,
        columnIds,
        nextColumnId,
        readableIndexes,
        gcWatermark,
        newCeiling,
        keyspace,
        generations,
        verifyAtMillis,
        engineColumns);
  }

  /** This entry with its table in another keyspace; empty for none. */
  public CatalogEntry withKeyspace(String newKeyspace) {
    return new CatalogEntry(
        definition,
        columnIds,
        nextColumnId,
        readableIndexes,
        gcWatermark,
        ceiling,
        newKeyspace,
        generations,
        verifyAtMillis,
        engineColumns);
  }

  /** This entry with new storage of the table and of each index. */
  public CatalogEntry withGeneration(long generation) {
    Map<String, Long> all = new HashMap<>();
    all.put(TABLE, generation);
    definition.indexes().forEach(index -> all.put(index.name(), generation));
    return new CatalogEntry(
        definition,
        columnIds,
        nextColumnId,
        readableIndexes,
        gcWatermark,
        ceiling,
        keyspace,
        all,
        verifyAtMillis,
        engineColumns);
  }

  /** The name of the table in the engine. */
  String engineName() {
    return EngineNames.table(definition.name(), generations.getOrDefault(TABLE, 0L));
  }

  /** The name of an index in the engine. */
  String engineName(String index) {
    return EngineNames.index(definition.name(), index, generations.getOrDefault(index, 0L));
  }

  /** Whether a bulk load of the table is unfinished. Other writers may not write to it then. */
  public boolean isBeingFilled() {
    return ceiling > 0;
  }

  public CatalogEntry withoutIndex(String index) {
    List<IndexDefinition> indexes = new ArrayList<>(definition.indexes());
    indexes.removeIf(i -> i.name().equals(index));
    List<String> readable = new ArrayList<>(readableIndexes);
    readable.remove(index);
    Map<String, Long> left = new HashMap<>(generations);
    left.remove(index);
    return new CatalogEntry(
        definition.withIndexes(indexes),
        columnIds,
        nextColumnId,
        readable,
        gcWatermark,
        ceiling,
        keyspace,
        left,
        verifyAtMillis,
        engineColumns);
  }
}
