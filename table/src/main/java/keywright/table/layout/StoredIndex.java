package keywright.table.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.ColumnLayout;
import keywright.store.Engine;
import keywright.store.FamilyLayout;
import keywright.store.RowHead;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * An index as it is stored. The engine has a table whose keys are the index keys. A row of this
 * table is an index entry. Its values are the row key of the indexed row and the values of the
 * included columns. Immutable.
 */
public final class StoredIndex implements EntryTable {
  /** The id of the column of an entry that contains the row key of the indexed row. */
  public static final int ROW_KEY_COLUMN = 1;

  private static final String FAMILY = "e";

  private final IndexDefinition definition;
  private final KeySchema schema;
  private final TableLayout layout;
  private final boolean readable;

  /** The list column whose elements have an entry each; null if each row has one entry. */
  private final @Nullable String listColumn;

  /** The index of the list column among the columns of the table; -1 for none. */
  private final int listPlace;

  /** Whether the elements are the keys of a map. */
  private final boolean isOfKeys;

  private final int lastListPart;

  /** The columns of the table that the index key reads, by their index. */
  private final int[] inputPlaces;

  /**
   * The included columns of the table, by their index, and the columns of an entry in which they
   * are stored.
   */
  private final int[] includedPlaces;

  /** The columns that the key reads, and the included columns. */
  private final int[] entryPlaces;

  private final List<ColumnLayout> includedColumns = new ArrayList<>();
  private final @Nullable StoredClaims claims;

  StoredIndex(CatalogEntry entry, KeySchema primaryKey, IndexDefinition index) {
    String engineName = entry.engineName(index.name());
    this.definition = index;
    this.schema = index.schema(primaryKey);
    this.readable = entry.isReadable(index.name());
    this.claims = index.unique() ? new StoredClaims(engineName, primaryKey, index, readable) : null;
    List<Column> columns = primaryKey.columns();
    List<String> names = columns.stream().map(Column::name).toList();
    this.listColumn = index.listColumn();
    this.isOfKeys = index.isOfKeys();
    this.listPlace = listColumn == null ? -1 : names.indexOf(listColumn);
    int last = -1;
    for (int i = 0; i < index.parts().size(); i++) {
      last = index.parts().get(i).expression().listColumns().isEmpty() ? last : i;
    }
    this.lastListPart = last;
    this.includedPlaces = index.included().stream().mapToInt(names::indexOf).toArray();
    for (int place : includedPlaces) {
      // Ids of columns begin at 1, which is the row key's here.
      includedColumns.add(
          new ColumnLayout(
              ROW_KEY_COLUMN + entry.columnId(names.get(place)),
              names.get(place),
              columns.get(place).type()));
    }
    this.layout = layout(engineName);
    List<Integer> read = new ArrayList<>();
    for (int i = 0; i < primaryKey.columns().size(); i++) {
      if (schema.keyColumns().contains(primaryKey.columns().get(i).name())) {
        read.add(i);
      }
    }
    this.inputPlaces = read.stream().mapToInt(Integer::intValue).toArray();
    this.entryPlaces =
        IntStream.concat(IntStream.of(inputPlaces), IntStream.of(includedPlaces)).toArray();
  }

  private TableLayout layout(String engineName) {
    List<ColumnLayout> columns = new ArrayList<>();
    columns.add(new ColumnLayout(ROW_KEY_COLUMN, "row_key", Type.parse("blob")));
    columns.addAll(includedColumns);
    Map<Integer, Integer> placesOfIds = new HashMap<>();
    for (int i = 0; i < includedPlaces.length; i++) {
      placesOfIds.put(includedColumns.get(i).id(), includedPlaces[i]);
    }
    return new TableLayout(
            engineName,
            schema,
            List.of(FamilyLayout.of(FAMILY, columns)),
            definition.partitionParts(),
            TableLayout.Kind.INTERNAL)
        .placed(placesOfIds);
  }

  /**
   * The values that the entries of a row have in all indexes, for {@link #putEntry(WriteBatch, Key,
   * RowHead, Object[])}.
   *
   * @param row one value for each column of the table
   * @param rowKey the row key of the row; not copied
   */
  public static @Nullable Object[] entryValues(@Nullable Object[] row, byte[] rowKey) {
    // In the layout of an entry the row key has the place after those of the columns of the table.
    @Nullable Object[] values = Arrays.copyOf(row, row.length + 1);
    values[row.length] = rowKey;
    return values;
  }

  /**
   * Adds the write of an entry, which replaces a stored entry with its key.
   *
   * @param head the version and the expiry of the row
   * @param values what {@link #entryValues} returned for the row
   */
  public void putEntry(WriteBatch batch, Key entry, RowHead head, @Nullable Object[] values) {
    batch.putWhole(layout, entry, WriteBatch.ANY, head, values);
  }

  public IndexDefinition definition() {
    return definition;
  }

  @Override
  public String name() {
    return definition.name();
  }

  public KeySchema schema() {
    return schema;
  }

  /**
   * The number of declared parts of the index key. The parts after them were appended, so that
   * entries of different rows have different keys.
   */
  public int declaredParts() {
    return definition.parts().size();
  }

  @Override
  public TableLayout layout() {
    return layout;
  }

  /** Whether every row of the table has its entries. Queries use the index only if this is so. */
  @Override
  public boolean isReadable() {
    return readable;
  }

  /**
   * Computes the keys of a row's entries: one key, or one key for each different element of the
   * list column.
   *
   * @param row one value for each column of the table
   */
  public Set<Key> keys(@Nullable Object[] row) {
    if (listPlace < 0) {
      return Set.of(StoredTable.key(schema, row));
    }
    Object several = row[listPlace];
    Collection<?> list =
        several instanceof Map<?, ?> map
            ? isOfKeys ? map.keySet() : map.values()
            : (Collection<?>) several;
    @Nullable Object[] element = row.clone();
    if (list == null || list.isEmpty()) {
      // So that IS NULL finds it, and every row by another part.
      element[listPlace] = null;
      return Set.of(StoredTable.key(schema, element));
    }
    Set<Key> keys = new LinkedHashSet<>();
    for (Object each : list) {
      element[listPlace] = each;
      keys.add(StoredTable.key(schema, element));
    }
    return Collections.unmodifiableSet(keys);
  }

  /**
   * Computes the keys of a row's entries as {@link #keys} does. If the index is not completely
   * built and an entry's key cannot be stored, the result is empty.
   */
  @Override
  public Set<Key> entries(@Nullable Object[] row) {
    try {
      return keys(row);
    } catch (KeyException e) {
      if (isReadable()) {
        throw e;
      }
      return Set.of();
    }
  }

  /**
   * The name of the list column for whose elements a row has one entry each; null if a row has one
   * entry.
   */
  public @Nullable String listColumn() {
    return listColumn;
  }

  @Override
  public Set<String> inputs() {
    Set<String> inputs = new LinkedHashSet<>(schema.keyColumns());
    inputs.addAll(definition.included());
    return inputs;
  }

  /** The table of the keys of a unique index; null if the index is not unique. */
  public @Nullable StoredClaims claims() {
    return claims;
  }

  /**
   * Converts conditions on rows into conditions on index entries. Each row that meets the
   * conditions then has exactly one entry that meets the converted conditions. In an index with one
   * entry for each element, {@code tags CONTAINS 'x'} becomes {@code tags = 'x'}. If there are
   * several such conditions, only the first is kept. Other conditions on the list are left out,
   * because they are not conditions on one element.
   */
  public List<Condition> onEntries(List<Condition> conditions) {
    if (listColumn == null) {
      return conditions;
    }
    List<Condition> kept = new ArrayList<>();
    boolean isFixed = false;
    for (Condition condition : conditions) {
      if (!condition.column().equals(listColumn)) {
        kept.add(condition);
      } else if (!isFixed && fixesEntry(condition)) {
        isFixed = true;
        kept.add(
            condition instanceof Condition.Contains contains
                ? equal(listColumn, contains.element())
                : condition instanceof Condition.ContainsKey contains
                    ? equal(listColumn, contains.key())
                    : condition);
      }
    }
    return kept;
  }

  /**
   * The position of the last key part that uses the element of a list, from 0; -1 if no part does.
   * If conditions fix this part and all parts before it to one value each, a row has at most one
   * entry that meets them.
   */
  public int lastListPart() {
    return lastListPart;
  }

  private static Condition equal(String column, Object element) {
    return new Condition.Compare(column, Condition.Operator.EQ, element);
  }

  /** A null list and an empty list have one entry. */
  private boolean fixesEntry(Condition condition) {
    return (isOfKeys
            ? condition instanceof Condition.ContainsKey
            : condition instanceof Condition.Contains)
        || (condition instanceof Condition.IsNull isNull && !isNull.negated());
  }

  /**
   * The tables in the engine that contain the entries of the index: one, or two for a unique index.
   */
  public List<EntryTable> entryTables() {
    return claims == null ? List.of(this) : List.of(this, claims);
  }

  /**
   * Creates empty tables for the index in the engine. Existing tables with their names are dropped
   * first.
   */
  public void createEmpty(Engine engine) {
    drop(engine);
    entryTables().forEach(entries -> definition.storage().create(engine, entries.layout()));
  }

  /** Drops the tables of the index from the engine, if they exist. */
  public void drop(Engine engine) {
    for (EntryTable entries : entryTables()) {
      if (engine.hasTable(entries.layout().name())) {
        engine.dropTable(entries.layout().name());
      }
    }
  }

  /** Whether the engine has all tables of the index. */
  public boolean isStored(Engine engine) {
    return entryTables().stream().allMatch(one -> engine.hasTable(one.layout().name()));
  }

  /** Whether the value of the column {@code column} can be read from an index entry. */
  public boolean holds(String column) {
    return !column.equals(listColumn)
        && (schema.recovers(column) || definition.included().contains(column));
  }

  /**
   * The values of a row that its index entry contains: one for each column of the table; null for a
   * column that the entry does not contain.
   */
  public @Nullable Object[] values(StoredRow entry) {
    @Nullable Object[] values = entry.keyColumnValues();
    if (listPlace >= 0) {
      values[listPlace] = null;
    }
    for (int i = 0; i < includedPlaces.length; i++) {
      values[includedPlaces[i]] = entry.value(includedColumns.get(i).id());
    }
    return values;
  }

  @Override
  public Map<Integer, @Nullable Object> cells(@Nullable Object[] row, byte[] rowKey) {
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    cells.put(ROW_KEY_COLUMN, rowKey);
    for (int i = 0; i < includedPlaces.length; i++) {
      cells.put(includedColumns.get(i).id(), row[includedPlaces[i]]);
    }
    return cells;
  }

  /**
   * The key of the row that a stored entry belongs to. It is computed from the entry alone, because
   * the index key contains the columns of the primary key.
   */
  @Override
  public @Nullable Key owner(StoredTable table, StoredRow entry) {
    try {
      return table.primaryKey().key(schema.columnValues(entry.key()));
    } catch (KeyException e) {
      return null;
    }
  }

  /**
   * Whether {@code entry} is the key of one of the entries of a row.
   *
   * @param row one value for each column of the table
   */
  public boolean isEntryOf(Key entry, @Nullable Object[] row) {
    try {
      return keys(row).contains(entry);
    } catch (KeyException e) {
      return false;
    }
  }

  /**
   * The indexes, in {@link StoredTable#columns}, of the columns from which an entry is computed.
   */
  public int[] entryPlaces() {
    return entryPlaces;
  }

  /**
   * The error for a row with an indexed value that would expire before the row.
   *
   * @param place the index of the column with this value, in {@link StoredTable#columns}
   */
  public TableException expires(StoredTable table, int place) {
    String column = Names.quote(table.columns().get(place).name());
    return new TableException(
        "cannot write to %s: found a TTL for %s alone, which index %s reads: the value would expire and its index entry would stay; INSERT the whole row with one TTL, or write %s without a TTL"
            .formatted(table.name(), column, name(), column));
  }

  /**
   * The error for a stored row with a value that would expire before the row, if the index had an
   * entry for it.
   *
   * @param place as {@link #expires}
   */
  public TableException expiresIn(StoredTable table, StoredRow row, int place) {
    String column = Names.quote(table.columns().get(place).name());
    return new TableException(
        "cannot add row %s of %s to index %s: found a TTL for %s alone, expected one TTL for the whole row, since the value would expire and its index entry would stay; write %s again without a TTL, or repeat this when the value has expired"
            .formatted(
                table.primaryKey().readable(row.key()), table.name(), name(), column, column));
  }

  /**
   * Whether a change names every column that the index key uses.
   *
   * @param given one value for each column of the table, or {@link StoredTable#UNNAMED}
   */
  public boolean readsOnlyGiven(@Nullable Object[] given) {
    for (int column : inputPlaces) {
      if (given[column] == StoredTable.UNNAMED) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether two rows have the same entries, with the same values of the included columns.
   *
   * @param a one value for each column of the table
   * @param b as {@code a}
   */
  public boolean sameEntries(@Nullable Object[] a, @Nullable Object[] b) {
    return same(inputPlaces, a, b) && sameIncluded(a, b);
  }

  /**
   * Whether two rows have the same values of the included columns.
   *
   * @param a one value for each column of the table
   * @param b as {@code a}
   */
  public boolean sameIncluded(@Nullable Object[] a, @Nullable Object[] b) {
    return same(includedPlaces, a, b);
  }

  private static boolean same(int[] columns, @Nullable Object[] a, @Nullable Object[] b) {
    for (int column : columns) {
      if (!StoredTable.sameValue(a[column], b[column])) {
        return false;
      }
    }
    return true;
  }
}
