package keywright.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import keywright.key.Column;
import keywright.key.Key;
import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/** A change that is asked of one row, whatever is stored there. */
final class RowChange {
  /** Stands for the value of a column that the change does not name. */
  static final Object UNNAMED = new Object();

  /** What is done with the row. */
  enum Kind {
    INSERT,
    INSERT_IF_ABSENT,
    UPDATE,
    UPDATE_IF_PRESENT,
    DELETE
  }

  /** What became of it. */
  enum Outcome {
    INSERTED,
    CHANGED,
    DELETED,
    UNCHANGED
  }

  private final StoredTable table;
  private final Kind kind;
  private final Key key;
  private final @Nullable Object[] given;
  private final Using using;

  /** Per index: the entry's key when there is no row yet; null where it was not worked out. */
  private final @Nullable Key[] entries;

  private RowChange(StoredTable table, Kind kind, Key key, @Nullable Object[] given, Using using) {
    this.using = using;
    this.table = table;
    this.kind = kind;
    this.key = key;
    this.given = given;
    this.entries = new @Nullable Key[table.indexes().size()];
  }

  /**
   * A change of the row whose key columns are in {@code given}.
   *
   * @param given one value per column, or {@link #UNNAMED}; every key column has one
   */
  static RowChange of(StoredTable table, Kind kind, @Nullable Object[] given, Using using) {
    return new RowChange(table, kind, table.primaryKey().key(withNulls(given)), given, using);
  }

  /**
   * Values by column name as one array, converted to the types.
   *
   * @throws TableException for an unknown column
   * @throws KeyException for a value that does not convert
   */
  static @Nullable Object[] given(
      StoredTable table, Map<String, ? extends @Nullable Object> values) {
    @Nullable Object[] given = new @Nullable Object[table.columns().size()];
    Arrays.fill(given, UNNAMED);
    for (Map.Entry<String, ? extends @Nullable Object> named : values.entrySet()) {
      int place = table.place(named.getKey());
      Object value = named.getValue();
      given[place] = value == null ? null : convert(table.columns().get(place), value);
    }
    return given;
  }

  static Object convert(Column column, Object value) {
    try {
      return column.type().convert(value);
    } catch (KeyException e) {
      throw new TableException(
          "cannot set " + Names.quote(column.name()) + ": " + e.getMessage(), e);
    }
  }

  /** Refuses a row that lacks key columns, or has null where the key takes none. */
  static void requireKeyColumns(StoredTable table, String verb, @Nullable Object[] given) {
    List<String> missing = new ArrayList<>();
    for (int i = 0; i < given.length; i++) {
      Column column = table.columns().get(i);
      if (!table.isKeyColumn(i)) {
        continue;
      }
      if (given[i] == UNNAMED && column.nullable()) {
        given[i] = null;
      } else if (given[i] == UNNAMED || (given[i] == null && !column.nullable())) {
        missing.add(Names.quote(column.name()));
      }
    }
    if (!missing.isEmpty()) {
      throw new TableException(
          "cannot %s %s: no value for %s, expected one for every column of the primary key; give it, or declare it NULL"
              .formatted(verb, table.name(), String.join(", ", missing)));
    }
  }

  Key key() {
    return key;
  }

  Using using() {
    return using;
  }

  /** Whether the change names the column at {@code place}. */
  boolean names(int place) {
    return given[place] != UNNAMED;
  }

  /** Whether it leaves a row that is there alone. */
  boolean keeps(@Nullable Object @Nullable [] row) {
    return kind == Kind.INSERT_IF_ABSENT && row != null;
  }

  /** Whether it says what becomes of the row itself, not of its columns alone. */
  boolean isInsert() {
    return kind == Kind.INSERT || kind == Kind.INSERT_IF_ABSENT;
  }

  /**
   * Works out the index entries of the new row now, where all that they read is given, so that a
   * row that an index cannot hold is refused before it meets others.
   */
  void prepareEntries() {
    @Nullable Object[] row = withNulls(given);
    for (int i = 0; i < entries.length; i++) {
      StoredIndex index = table.indexes().get(i);
      if (index.readsOnlyGiven(given)) {
        entries[i] = entry(table, index, row);
      }
    }
  }

  /** The key of the entry that {@code row} needs, when the change makes a row out of none. */
  Key newEntry(StoredTable current, int index, @Nullable Object[] row) {
    Key entry = current == table ? entries[index] : null;
    return entry == null ? entry(current, current.indexes().get(index), row) : entry;
  }

  static Key entry(StoredTable table, StoredIndex index, @Nullable Object[] row) {
    Key entry;
    try {
      entry = index.key(row);
    } catch (KeyException e) {
      throw new TableException(
          "cannot write to %s: index %s cannot hold the row: %s"
              .formatted(table.name(), index.name(), e.getMessage()),
          e);
    }
    table.requireFits(index.layout(), entry);
    return entry;
  }

  /** Refuses a table that is another one by now, of the same name. */
  void requireSameTable(StoredTable current) {
    if (current != table
        && !(current.columns().equals(table.columns())
            && current.primaryKey().parts().equals(table.primaryKey().parts())
            && current.layout().equals(table.layout()))) {
      throw new TableException(
          "cannot write to %s: it was dropped and created anew meanwhile; start again"
              .formatted(table.name()));
    }
  }

  /**
   * The row after the change; null for none.
   *
   * @param old the row before the change; null for none
   */
  @Nullable Object @Nullable [] apply(@Nullable Object @Nullable [] old) {
    if (kind == Kind.DELETE) {
      return null;
    }
    if (old == null) {
      return kind == Kind.UPDATE_IF_PRESENT ? null : withNulls(given);
    }
    if (kind == Kind.INSERT_IF_ABSENT) {
      return old;
    }
    @Nullable Object[] row = old.clone();
    for (int i = 0; i < row.length; i++) {
      if (given[i] == UNNAMED) {
        continue;
      }
      if (table.isKeyColumn(i) && !StoredTable.sameValue(old[i], given[i])) {
        throw new TableException(
            "cannot write the row of %s with key %s: its %s is %s and the stored row's is %s, which have the same digest; put %s itself into the key"
                .formatted(
                    table.name(),
                    table.primaryKey().readable(key),
                    Names.quote(table.columns().get(i).name()),
                    given[i],
                    old[i],
                    Names.quote(table.columns().get(i).name())));
      }
      row[i] = given[i];
    }
    return row;
  }

  private static @Nullable Object[] withNulls(@Nullable Object[] given) {
    @Nullable Object[] row = given.clone();
    for (int i = 0; i < row.length; i++) {
      if (row[i] == UNNAMED) {
        row[i] = null;
      }
    }
    return row;
  }
}
