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
 * What the catalog keeps of a table: its definition, the ids its columns are stored under, which of
 * its indexes are built and when they are verified again, its GC watermark, and whether it is being
 * filled. Immutable.
 *
 * <p>Ids come from a counter and are never used again, so a column that is dropped and added again
 * does not find the old one's values.
 *
 * @param gcWatermark the version that every write of a row goes above, with single-row atomicity;
 *     it only rises, and {@code TombstoneGc} says what for
 * @param ceiling the version that every row is below which a {@code BulkLoad} has written that is
 *     not finished, 1 before it may write; 0 when there is none
 * @param keyspace that the table was created in; empty for none
 * @param generations of what the engine stores of each index by its name, and of the table under
 *     the empty name; 0 when it does not exist: {@link EngineNames}
 * @param verifyAtMillis when its indexes are to be verified a second time, in milliseconds since
 *     1970; 0 for never
 * @param engineColumns the names of its columns in engines that have columns
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
  /** In place of the name of an index. */
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

  /** The entry of a new table: every column gets its first id, every index is built. */
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

  /** With one more index, whose entries are still to be built. */
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

  /** With that index built. */
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

  /** With that index as one that is not built, which no query uses. */
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
   * With another definition of the same table. Columns keep their ids, new ones get the next.
   *
   * @param names the new name by the old one of columns that are called otherwise now
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

  /** With the names that the columns have in a layout of the table. */
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

  /** With a GC watermark of at least this. */
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

  /** With a second verification at a time; 0 for none. */
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

  /** With a load that writes below this; 0 for none. */
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

  /** In that keyspace; empty for none. */
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

  /** With new storage of the table and of each index. */
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

  /** What the engine stores the table under. */
  String engineName() {
    return EngineNames.table(definition.name(), generations.getOrDefault(TABLE, 0L));
  }

  /** What the engine stores an index under. */
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
