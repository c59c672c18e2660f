package keywright.table.write;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import keywright.key.Column;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.store.StoredRow;
import keywright.table.layout.KeyColumns;
import keywright.table.layout.KeyLengthLimit;
import keywright.table.layout.RowTest;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.layout.WriteDiscipline;
import keywright.table.model.Change;
import keywright.table.model.Names;
import keywright.table.model.Row;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.table.model.WriteResult;
import org.jspecify.annotations.Nullable;

/**
 * A requested change of one row, which was computed without reading the stored row. Used by one
 * thread.
 */
public final class RowChange {
  /** The kind of the change. */
  public enum Kind {
    /** An insert. It sets the existence and the expiry of the row, not only its columns. */
    INSERT,
    /**
     * An insert that writes all named columns, and whose result does not tell whether the row
     * existed.
     */
    PUT,
    UPDATE,
    UPDATE_IF_PRESENT,
    DELETE,
    /** Sets columns, including columns of the primary key: an existing row moves to another key. */
    MOVE,
    /**
     * Creates a copy of a row of another database, with all its times, if no row with its key
     * exists.
     */
    COPY,
    /** An update or a delete that is computed from the stored row: see {@link #on}. */
    COMPUTE
  }

  /** The outcome of a change. */
  public enum Outcome {
    INSERTED,
    CHANGED,
    DELETED,
    UNCHANGED,
    /** The write was executed. It is unknown whether the row existed before. */
    WRITTEN,
    /** The row did not meet the condition of the change; nothing was written. */
    UNMET;

    /** The result of an insert with this outcome; {@link WriteResult#UNCHANGED} for null. */
    public static WriteResult ofInsert(@Nullable Outcome outcome) {
      if (outcome == null) {
        return WriteResult.UNCHANGED;
      }
      return switch (outcome) {
        case INSERTED -> WriteResult.INSERTED;
        case CHANGED -> WriteResult.OVERWRITTEN;
        case WRITTEN -> WriteResult.WRITTEN;
        default -> WriteResult.UNCHANGED;
      };
    }
  }

  private static final List<@Nullable Set<Key>> NO_ENTRIES = List.of();

  private final StoredTable table;
  private final Kind kind;
  private final Key key;

  /** The key of the row after the change; it differs from {@link #key} only for a move. */
  private final Key target;

  /**
   * The key columns of the row before the change. Except for a move, they are equal to those in
   * {@code given}.
   */
  private final @Nullable Object[] identity;

  private final @Nullable Object[] given;
  private final RowTest expected;
  private final Using using;

  /** The row that is copied, in the layout of the table; null for other kinds. */
  private final @Nullable StoredRow original;

  /** The function that computes the change from the row; null for other kinds. */
  private final Change.@Nullable Computation computation;

  /**
   * For each index, the entry keys of the row if it does not exist yet; null if they were not
   * computed.
   */
  private final List<@Nullable Set<Key>> entries;

  private @Nullable Outcome doneBefore;

  /** Whether a write with an older declaration was not answered. */
  private boolean maybeDoneBefore;

  /** Whether a move is refused if its row does not exist. */
  private boolean requiresRow;

  private RowChange(
      StoredTable table,
      Kind kind,
      Key key,
      Key target,
      @Nullable Object[] identity,
      @Nullable Object[] given,
      RowTest expected,
      Using using,
      @Nullable StoredRow original,
      Change.@Nullable Computation computation) {
    this.using = using;
    this.original = original;
    this.computation = computation;
    this.table = table;
    this.kind = kind;
    this.key = key;
    this.target = target;
    this.identity = identity;
    this.given = given;
    this.expected = expected;
    int indexes = table.indexes().size();
    this.entries = indexes == 0 ? NO_ENTRIES : new ArrayList<>(Collections.nCopies(indexes, null));
    if (table.discipline() == WriteDiscipline.PLAIN) {
      WithoutConditions.require(table, dependent());
    } else if (table.definition().isAttached()) {
      boolean underCondition = isInsert() && expected != RowTest.NONE;
      AttachedRows.requirePlain(table, kind == Kind.MOVE, using, underCondition, given);
    }
  }

  /**
   * Makes a change of the row whose key columns are in {@code given}.
   *
   * @param kind the kind of the change
   * @param given the new values: one for each column of the table, or {@link StoredTable#UNNAMED}.
   *     Every key column has a value
   * @param expected the condition that the stored row must meet
   * @param using the write time and the time to live of the new values
   * @throws KeyException if the key of the row cannot be encoded
   * @throws TableException if the engine cannot store a row with this key
   */
  public static RowChange of(
      StoredTable table, Kind kind, @Nullable Object[] given, RowTest expected, Using using) {
    Key key = key(table, given);
    if (kind != Kind.DELETE) {
      table.requireStorable(key);
    }
    return new RowChange(table, kind, key, key, given, given, expected, using, null, null);
  }

  /**
   * Makes a change that is computed from the stored row whose key columns are in {@code identity}.
   *
   * @param identity one value for each column of the table; only the values of the key columns are
   *     used
   * @param computation computes the new values from the stored row
   * @param expected the condition that the stored row must meet
   * @param using the write time and the time to live of the new values
   * @throws KeyException if the key of the row cannot be encoded
   */
  public static RowChange computed(
      StoredTable table,
      @Nullable Object[] identity,
      Change.Computation computation,
      RowTest expected,
      Using using) {
    Key key = key(table, identity);
    table.requireStorable(key);
    return new RowChange(
        table, Kind.COMPUTE, key, key, identity, identity, expected, using, null, computation);
  }

  /**
   * Makes an insert or a put. If {@code values} does not name the column of a {@code random(n)},
   * the column gets a random number.
   *
   * @param values the values by column name
   * @param draw draws the random number: the argument is n, the result is from 0 to n - 1
   * @throws TableException if a column is unknown or a key column is missing
   * @throws KeyException for a value that does not fit its type or a key
   */
  public static RowChange insert(
      StoredTable table,
      Kind kind,
      Map<String, ? extends @Nullable Object> values,
      IntUnaryOperator draw,
      RowTest expected,
      Using using) {
    @Nullable Object[] given = given(table, values);
    Map<String, Integer> randomColumns = table.primaryKey().randomColumns();
    if (!randomColumns.isEmpty()) {
      randomColumns.forEach((column, n) -> draw(table, column, n, draw, given));
    }
    @Nullable Object[] completed = KeyColumns.complete(table, "insert into", given);
    table.requireValuesFit(completed);
    return of(table, kind, completed, expected, using);
  }

  private static void draw(
      StoredTable table, String column, int n, IntUnaryOperator draw, @Nullable Object[] given) {
    int place = table.place(column);
    if (given[place] == StoredTable.UNNAMED) {
      given[place] = table.columns().get(place).type().convert(draw.applyAsInt(n));
    }
  }

  /**
   * Makes a move of the row whose key columns are in {@code identity}.
   *
   * @param identity one value for each column of the table; only the values of the key columns are
   *     used
   * @param given the new values: one for each column of the table, including the columns of the new
   *     key; {@link StoredTable#UNNAMED} for columns that do not change
   * @throws KeyException if a key cannot be encoded
   */
  public static RowChange move(
      StoredTable table, @Nullable Object[] identity, @Nullable Object[] given, RowTest expected) {
    @Nullable Object[] moved = given.clone();
    for (int i = 0; i < moved.length; i++) {
      moved[i] = table.isKeyColumn(i) && given[i] == StoredTable.UNNAMED ? identity[i] : given[i];
    }
    @Nullable Object[] completed = KeyColumns.complete(table, "rekey", moved);
    Key target = key(table, completed);
    table.requireStorable(target);
    return new RowChange(
        table,
        Kind.MOVE,
        key(table, identity),
        target,
        identity,
        completed,
        expected,
        Using.NOTHING,
        null,
        null);
  }

  /**
   * Makes a change that copies a row of another database. It is executed only if no row with this
   * key exists. The copy has the versions, write times and expiry of the original row and of all
   * its values.
   *
   * @param original the row, in the layout of {@code table}
   * @throws TableException for a key or a value that is too long for the engine
   */
  public static RowChange copy(StoredTable table, StoredRow original) {
    @Nullable Object[] values = table.row(original);
    table.requireValuesFit(values);
    Key key = key(table, values);
    table.requireStorable(key);
    return new RowChange(
        table, Kind.COPY, key, key, values, values, RowTest.ABSENT, Using.NOTHING, original, null);
  }

  /**
   * Computes the key of a row.
   *
   * @param given one value for each column of the table; only the values of the key columns are
   *     used
   * @throws KeyException if the key cannot be encoded
   * @throws TableException if the row key is too long for the engine
   */
  public static Key key(StoredTable table, @Nullable Object[] given) {
    Key key = table.key(withNulls(given));
    table.requireFits("its key", table.layout(), key);
    return key;
  }

  /**
   * Converts values by column name to an array with one value for each column of the table, and
   * {@link StoredTable#UNNAMED} for each column that is not named. A document also sets the columns
   * that are derived from it.
   *
   * @throws TableException for an unknown column, for a derived column, and for a document that
   *     cannot be read
   * @throws KeyException for a value that cannot be converted
   */
  public static @Nullable Object[] given(
      StoredTable table, Map<String, ? extends @Nullable Object> values) {
    @Nullable Object[] given = new @Nullable Object[table.width()];
    Arrays.fill(given, StoredTable.UNNAMED);
    if (2 * values.size() < table.columns().size()
        || takeByColumn(table, values, given) < values.size()) {
      for (Map.Entry<String, ? extends @Nullable Object> named : values.entrySet()) {
        int place = table.place(named.getKey());
        Object value = named.getValue();
        given[place] = value == null ? null : convert(table.columns().get(place), value);
      }
    }
    table.derive(given);
    return given;
  }

  /**
   * Looks up the value of each column, which makes no objects for the entries of the map. Returns
   * the number of columns that have one.
   */
  private static int takeByColumn(
      StoredTable table, Map<String, ? extends @Nullable Object> values, @Nullable Object[] given) {
    int found = 0;
    for (int place = 0; place < table.columns().size(); place++) {
      Column column = table.columns().get(place);
      Object value = values.get(column.name());
      if (value != null) {
        given[place] = convert(column, value);
        found++;
      } else if (values.containsKey(column.name())) {
        given[place] = null;
        found++;
      }
    }
    return found;
  }

  public static Object convert(Column column, Object value) {
    try {
      return column.type().convert(value);
    } catch (KeyException e) {
      throw new TableException(
          "cannot set " + Names.quote(column.name()) + ": " + e.getMessage(), e);
    }
  }

  public StoredTable table() {
    return table;
  }

  public Key key() {
    return key;
  }

  /**
   * The key of the row after the change. It equals {@link #key}, except if the change is a move.
   */
  public Key target() {
    return target;
  }

  /**
   * The keys of all rows that the change reads or writes: one key, or the old and the new key of a
   * move.
   */
  public List<Key> keys() {
    return isMove() ? List.of(key, target) : List.of(key);
  }

  /**
   * Records that the change was executed, before its statement is executed again for other changes.
   */
  public void noteDone(@Nullable Outcome outcome) {
    doneBefore = outcome;
  }

  /**
   * Copies from {@code before} whether the change was already executed.
   *
   * @param before the same change, made with an older declaration of the table
   */
  public void noteDoneAs(RowChange before) {
    if (before.key.equals(key)) {
      noteDone(before.doneBefore);
      maybeDoneBefore |= before.maybeDoneBefore;
    }
  }

  /**
   * Records that the engine did not answer a write of the change, before its statement is executed
   * again.
   */
  public void noteMaybeDone() {
    maybeDoneBefore = true;
  }

  /**
   * Whether an unanswered write of this change, made with an older declaration, may have changed
   * the row or may still change it.
   */
  public boolean isMaybeDoneBefore() {
    return maybeDoneBefore;
  }

  /**
   * The outcome of the change, if it was executed before its statement started again; otherwise
   * null.
   */
  public @Nullable Outcome doneBefore() {
    return doneBefore;
  }

  Using using() {
    return using;
  }

  /** Whether values of the change expire: the change or the table has a time to live. */
  boolean expires() {
    return using.ttlSeconds() == Using.TTL_OF_FAMILY ? table.expires() : using.ttlSeconds() != 0;
  }

  /** Whether the change names the column at {@code place}. */
  boolean names(int place) {
    return given[place] != StoredTable.UNNAMED;
  }

  /** Whether the change depends on the stored row. Such a change must not be made twice. */
  public boolean isConditional() {
    return kind == Kind.COMPUTE || (expected != RowTest.NONE && original == null) || isMove();
  }

  /** The reason why the change depends on the stored row, for messages; null if it does not. */
  private @Nullable String dependent() {
    return switch (kind) {
      case MOVE -> "REKEY";
      case COMPUTE -> "a computation";
      case COPY -> null;
      default -> expected == RowTest.NONE ? null : "IF";
    };
  }

  boolean isInsert() {
    return kind == Kind.INSERT || isPut();
  }

  boolean isDelete() {
    return kind == Kind.DELETE;
  }

  /** Whether the change has no effect if the row does not exist. */
  boolean requiresPresent() {
    return kind == Kind.UPDATE_IF_PRESENT;
  }

  /** Whether the change moves the row to another key. */
  public boolean isMove() {
    return !target.equals(key);
  }

  /** The row that is copied; null for a change that is no copy. */
  @Nullable StoredRow original() {
    return original;
  }

  boolean isPut() {
    return kind == Kind.PUT;
  }

  /**
   * Whether the row after the change does not depend on the stored row, and the caller does not ask
   * whether it existed.
   */
  boolean replacesUnseen() {
    if (!isPut() || using.hasTimestamp() || !table.canReplaceUnseen()) {
      return false;
    }
    for (Object value : given) {
      if (value == StoredTable.UNNAMED) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the stored row must be read with its history for this change. A write with a given
   * write time may be older than a stored deletion. A row that moves keeps its history.
   */
  public boolean needsHistory() {
    return using.hasTimestamp() || isMove();
  }

  /**
   * The change for the stored row {@code row}. A computed change becomes an update or a delete; any
   * other change is returned unchanged.
   *
   * @param row one value per column; null if the row does not exist
   * @return null if the row does not meet the condition of the change
   * @throws TableException if the computation sets a column of the key or an unknown column
   * @throws KeyException if the computation sets a value that does not fit its type
   */
  @Nullable RowChange on(@Nullable Object @Nullable [] row) {
    if (!expected.test(row)) {
      return null;
    }
    Change.Computation function = computation;
    if (function == null) {
      return this;
    }
    Row found = row == null ? null : table.shown(row.clone());
    Change.Computed made = function.apply(found);
    if (made == null) {
      throw new TableException(
          "cannot compute a row of table %s: the function returned null, expected Set, Delete or Refuse; return Refuse to leave the row as it is"
              .formatted(table.name()));
    }
    if (made instanceof Change.Computed.Set set) {
      return computedUpdate(row == null, set.values());
    }
    return made instanceof Change.Computed.Refuse
        ? null
        : new RowChange(
            table, Kind.DELETE, key, key, identity, identity, RowTest.NONE, using, null, null);
  }

  private RowChange computedUpdate(boolean inserts, Map<String, @Nullable Object> values) {
    @Nullable Object[] set = given(table, values);
    for (int i = 0; i < set.length; i++) {
      if (!table.isKeyColumn(i)) {
        continue;
      }
      if (set[i] != StoredTable.UNNAMED && table.isDerived(i)) {
        requireDerived(table, i, set[i], identity[i]);
      } else if (set[i] != StoredTable.UNNAMED) {
        throw new TableException(
            "cannot compute a row of table %s: found a value for %s, which is in the primary key (%s), expected only other columns; use Change.rekey to move the row"
                .formatted(
                    table.name(),
                    Names.quote(table.columns().get(i).name()),
                    table.primaryKeyText()));
      }
      set[i] = identity[i];
    }
    table.requireValuesFit(set);
    if (table.definition().isAttached()) {
      AttachedRows.requirePlain(table, false, using, inserts, set);
    }
    return new RowChange(
        table, Kind.UPDATE, key, key, identity, set, RowTest.NONE, using, null, null);
  }

  /** Refuses a document from which another value of a key column would be derived. */
  static void requireDerived(
      StoredTable table, int place, @Nullable Object found, @Nullable Object expected) {
    if (!StoredTable.sameValue(found, expected)) {
      Column column = table.columns().get(place);
      throw new TableException(
          "cannot set %s of %s: found a document whose %s is %s, expected %s as in the row key (%s), which cannot change; REKEY moves the row to a new key"
              .formatted(
                  Names.quote(table.column(table.timedPlace(place)).name()),
                  table.name(),
                  Names.quote(column.name()),
                  text(column, found),
                  text(column, expected),
                  table.primaryKeyText()));
    }
  }

  private static String text(Column column, @Nullable Object value) {
    return value == null ? "null" : column.type().format(value);
  }

  /**
   * Computes the index entries of the new row now, if the change names all columns that the index
   * key reads. So a row with an index key that cannot be encoded is refused before the stored row
   * is read.
   */
  public void prepareEntries() {
    if (entries.isEmpty()) {
      return;
    }
    @Nullable Object[] row = withNulls(given);
    for (int i = 0; i < entries.size(); i++) {
      StoredIndex index = table.indexes().get(i);
      if (index.readsOnlyGiven(given)) {
        entries.set(i, entries(table, index, row));
      }
    }
  }

  /**
   * Whether the row key of the changed row, or the key of an index entry that was already computed,
   * is longer than {@code limit}.
   */
  public boolean exceeds(KeyLengthLimit limit) {
    return limit.isExceeded(table, key, entries);
  }

  /** The keys of the entries of {@code row} if the change inserts it. */
  Set<Key> newEntries(StoredTable current, int index, @Nullable Object[] row) {
    Set<Key> known = current == table ? entries.get(index) : null;
    return known == null ? entries(current, current.indexes().get(index), row) : known;
  }

  /**
   * Computes the keys of the entries of a row in an index.
   *
   * @param row one value for each column of the table
   * @throws TableException if one of the keys cannot be encoded or is too long
   */
  public static Set<Key> entries(StoredTable table, StoredIndex index, @Nullable Object[] row) {
    try {
      Set<Key> keys = index.keys(row);
      for (Key entry : keys) {
        table.requireFits("the key of its index " + index.name(), index.layout(), entry);
      }
      return keys;
    } catch (KeyException e) {
      throw unstorable(table, index, e);
    }
  }

  static TableException unstorable(StoredTable table, StoredIndex index, KeyException e) {
    return new TableException(
        "cannot write to %s: the row does not fit the key of index %s: %s"
            .formatted(table.name(), index.name(), e.getMessage()),
        e);
  }

  /**
   * The same insert with the current declaration of the table; columns are matched by name.
   *
   * @throws TableException if a named column no longer exists
   * @throws KeyException for a value that does not fit
   */
  RowChange insertedInto(StoredTable current) {
    if (isOf(current)) {
      return this;
    }
    Map<String, @Nullable Object> named = new HashMap<>();
    for (int i = 0; i < table.columns().size(); i++) {
      if (given[i] != StoredTable.UNNAMED && !table.isDerived(i)) {
        named.put(table.columns().get(i).name(), given[i]);
      }
    }
    RowChange change = insert(current, kind, named, bound -> 0, expected, using);
    change.noteDoneAs(this);
    return change;
  }

  private boolean isOf(StoredTable current) {
    return current == table
        || (current.columns().equals(table.columns())
            && current.primaryKey().parts().equals(table.primaryKey().parts())
            && current.layout().equals(table.layout())
            && current.derivesAs(table));
  }

  /** One value per column, or {@link StoredTable#UNNAMED}; do not change the array. */
  @Nullable Object[] values() {
    return given;
  }

  /** Refuses to continue if another table with the same name has taken the place of the table. */
  void requireSameTable(StoredTable current) {
    if (!isOf(current)) {
      throw new TableException(
          ErrorCode.CONFLICT,
          "cannot write to %s: found its declaration changed by another process meanwhile; write again"
              .formatted(table.name()));
    }
  }

  /**
   * The row after the change; null if there is none.
   *
   * @param old the row before the change; null if there is none
   */
  @Nullable Object @Nullable [] apply(@Nullable Object @Nullable [] old) {
    if (kind == Kind.DELETE) {
      return null;
    }
    if (old == null) {
      return kind == Kind.UPDATE_IF_PRESENT || kind == Kind.MOVE ? null : withNulls(given);
    }
    @Nullable Object[] row = old.clone();
    for (int i = 0; i < row.length; i++) {
      if (table.isKeyColumn(i) && !StoredTable.sameValue(old[i], identity[i])) {
        throw new TableException(
            "cannot write the row of %s with key %s: found %s %s in the new row and %s in the stored row, two values with the same digest; put %s itself into the key"
                .formatted(
                    table.name(),
                    table.primaryKey().readable(key),
                    Names.quote(table.columns().get(i).name()),
                    identity[i],
                    old[i],
                    Names.quote(table.columns().get(i).name())));
      }
      row[i] = given[i] == StoredTable.UNNAMED ? old[i] : given[i];
    }
    return row;
  }

  /** The same move; it is refused if its row does not exist. */
  RowChange ofARow() {
    requiresRow = true;
    return this;
  }

  /** Refuses a move if its row must exist and does not. */
  void requireRow() {
    if (requiresRow) {
      throw new TableException(
          ErrorCode.NOT_FOUND,
          "cannot rekey %s: found no row with %s, expected one, since the batch has other changes too; take this REKEY out of the batch, or write IF EXISTS"
              .formatted(table.name(), KeyColumns.text(table, identity)));
    }
  }

  /** The error for a move to a key under which a row exists. */
  TableException occupied() {
    return new TableException(
        ErrorCode.ALREADY_EXISTS,
        "cannot rekey %s from %s to %s: found a row with the new key, expected none; DELETE that row first, or choose another key"
            .formatted(
                table.name(), KeyColumns.text(table, identity), KeyColumns.text(table, given)));
  }

  /**
   * The values with null in place of {@link StoredTable#UNNAMED}; the same array if all columns are
   * named.
   */
  private static @Nullable Object[] withNulls(@Nullable Object[] given) {
    @Nullable Object[] row = given;
    for (int i = 0; i < given.length; i++) {
      if (given[i] == StoredTable.UNNAMED) {
        row = row == given ? given.clone() : row;
        row[i] = null;
      }
    }
    return row;
  }
}
