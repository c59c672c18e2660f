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
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;

/**
 * The catalog entry of a table: its declaration, and the state that is stored with the declaration.
 * Immutable.
 *
 * @param definition the declaration of the table
 * @param columnIds the id of each column by its name, and of each field of documents that a family
 *     contains, by the text of {@link FamilyDefinition#from}
 * @param nextColumnId the id of the next new column
 * @param readableIndexes the names of the indexes that are completely built, so queries can use
 *     them
 *     <p>Ids of columns come from a counter, and no id is used twice. So a column that is dropped
 *     and added again does not have the values of the old column.
 * @param gcWatermark the tombstone GC watermark: on engines with single-row atomicity every write
 *     of a row gets a version above it. The watermark only rises
 * @param ceiling the state of an unfinished bulk load: for a load that writes rows, a version above
 *     those of all rows that it has written, or 1 before it may write; for a sorted load, the
 *     generation that it fills. 0 if no bulk load is unfinished
 * @param keyspace the keyspace that the entry records apart from the name of the table, as releases
 *     did in which a database had one keyspace; an empty text for the entries of this release. The
 *     row of such an entry in the catalog, and its tables in the engine, have names without the
 *     keyspace
 * @param generations the generations of the storage in the engine
 * @param verifyAtMillis when the indexes of the table must be verified a second time, in
 *     milliseconds since 1970; 0 if no verification is due
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
    Generations generations,
    long verifyAtMillis,
    EngineColumns engineColumns) {
  public CatalogEntry(
      TableDefinition definition,
      Map<String, Integer> columnIds,
      int nextColumnId,
      Collection<String> readableIndexes,
      long gcWatermark,
      long ceiling,
      String keyspace,
      Generations generations,
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
        generations,
        verifyAtMillis,
        engineColumns);
  }

  /**
   * The catalog entry of a new table. Its columns get the first ids, and its indexes count as
   * built.
   */
  public static CatalogEntry of(TableDefinition definition) {
    Map<String, Integer> ids = new LinkedHashMap<>();
    int next = 1;
    for (Column column : definition.allColumns()) {
      ids.put(column.name(), next++);
    }
    for (FamilyDefinition family : definition.documentFamilies()) {
      ids.put(String.valueOf(family.from()), next++);
    }
    List<String> indexes = definition.indexes().stream().map(IndexDefinition::name).toList();
    return new CatalogEntry(
        definition, ids, next, indexes, 0, 0, "", Generations.NONE, 0, EngineColumns.DERIVED);
  }

  public int columnId(String column) {
    return Objects.requireNonNull(columnIds.get(column), column);
  }

  /** Whether a column was dropped, or may have had another name. */
  public boolean hadOtherColumns() {
    return nextColumnId > columnIds.size() + 1
        || definition.columns().stream()
            .anyMatch(column -> !column.storedName().equals(column.name()));
  }

  public boolean isReadable(String index) {
    return readableIndexes.contains(index);
  }

  /**
   * This entry with one more index, which counts as not built.
   *
   * @param generation the generation of the index in the engine
   */
  public CatalogEntry withIndex(IndexDefinition index, long generation) {
    List<IndexDefinition> indexes = new ArrayList<>(definition.indexes());
    indexes.add(index);
    return new CatalogEntry(
        definition.withIndexes(indexes),
        columnIds,
        nextColumnId,
        readableIndexes,
        gcWatermark,
        ceiling,
        keyspace,
        generation > 0 ? generations.with(index.name(), generation) : generations,
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
   * This entry with another declaration of the same table. Columns keep their ids; new columns get
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
    for (FamilyDefinition family : newDefinition.documentFamilies()) {
      String name = String.valueOf(family.from());
      ids.put(name, columnId(name));
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

  /** This entry with the engine's names of columns that {@code layout} has. */
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

  /**
   * This entry with the time at which its indexes must be verified a second time.
   *
   * @param atMillis the time in milliseconds since 1970; 0 for no verification
   */
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

  /**
   * This entry with another state of an unfinished bulk load.
   *
   * @param newCeiling the value of {@link #ceiling}; 0 for no unfinished bulk load
   */
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

  /** This entry with another generation for the table and all its indexes. They replace nothing. */
  public CatalogEntry withGeneration(long generation) {
    Map<String, Long> all = new HashMap<>();
    all.put(Generations.TABLE, generation);
    definition.indexes().forEach(index -> all.put(index.name(), generation));
    return withGenerations(new Generations(all, Set.of()));
  }

  /**
   * This entry with the names of the engine's tables that its own storage replaces, and that may
   * still exist.
   */
  public CatalogEntry replacing(Collection<String> names) {
    return withGenerations(generations.replacing(names));
  }

  private CatalogEntry withGenerations(Generations newGenerations) {
    return new CatalogEntry(
        definition,
        columnIds,
        nextColumnId,
        readableIndexes,
        gcWatermark,
        ceiling,
        keyspace,
        newGenerations,
        verifyAtMillis,
        engineColumns);
  }

  /** This entry with its table in the default keyspace; the keyspace that it records stays. */
  public CatalogEntry inDefaultKeyspace() {
    return withDefinition(definition.withName(Names.unqualified(definition.name())), Map.of());
  }

  /** The name of the table in the catalog, and in the names of its tables in the engine. */
  public String storedName() {
    return keyspace.isEmpty() ? definition.name() : Names.unqualified(definition.name());
  }

  /** The name of the table in the engine. */
  String engineName() {
    return EngineNames.table(storedName(), generations.of(Generations.TABLE));
  }

  /** The name of an index in the engine. */
  String engineName(String index) {
    return EngineNames.index(storedName(), index, generations.of(index));
  }

  /**
   * Whether a bulk load of the table is unfinished. Other writers may not write to the table then.
   */
  public boolean isBeingFilled() {
    return ceiling > 0;
  }

  public CatalogEntry withoutIndex(String index) {
    List<IndexDefinition> indexes = new ArrayList<>(definition.indexes());
    indexes.removeIf(i -> i.name().equals(index));
    List<String> readable = new ArrayList<>(readableIndexes);
    readable.remove(index);
    return new CatalogEntry(
        definition.withIndexes(indexes),
        columnIds,
        nextColumnId,
        readable,
        gcWatermark,
        ceiling,
        keyspace,
        generations.without(index),
        verifyAtMillis,
        engineColumns);
  }
}
