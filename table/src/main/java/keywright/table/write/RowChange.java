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

/** A change that is asked of one row, whatever is stored there. */
public final class RowChange {
  /** What is done with the row. */
  public enum Kind {
    /** Says what becomes of the row itself, not of its columns alone. */
    INSERT,
    /** An insert by one who does not ask what existed: all that it names is written now. */
    PUT,
    UPDATE,
    UPDATE_IF_PRESENT,
    DELETE,
    /** Sets columns of the key too: the row, when there is one, goes to another place. */
    MOVE,
    /** Makes a row as it is elsewhere, with all its times, where none is. */
    COPY,
    /** An update or a delete that follows from the row: see {@link #on}. */
    COMPUTE
  }

  /** What became of it. */
  public enum Outcome {
    INSERTED,
    CHANGED,
    DELETED,
    UNCHANGED,
    /** The write was done, without knowing whether the row existed. */
    WRITTEN,
    /** The row was not as expected; nothing was done. */
    UNMET;

    /**
     * What an insert of this outcome did; one that was made before its statement began again too.
     */
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

  /** Where the row is afterwards; other than {@link #key} for a move alone. */
  private final Key target;

  /** The key columns of the row that is meant; for all but a move, the same as in given. */
  private final @Nullable Object[] identity;

  private final @Nullable Object[] given;
  private final RowTest expected;
  private final Using using;

  /** The row that a copy is of, in the layout of the table; null for other kinds. */
  private final @Nullable StoredRow original;

  /** What computes the change from the row; null for other kinds. */
  private final Change.@Nullable Computation computation;

  /** Per index: the entry's key when there is no row yet; null where it was not worked out. */
  private final List<@Nullable Set<Key>> entries;

  private @Nullable Outcome doneBefore;

  /** Whether a write of an older declaration was not answered. */
  private boolean maybeDoneBefore;

  /** Whether a move without a row to move is refused. */
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
   * A change of the row whose key columns are in {@code given}.
   *
   * @param given one value per column, or {@link StoredTable#UNNAMED}; every key column has one
   * @param expected what the row must be like
   * @throws KeyException for values that the key cannot hold
   */
  public static RowChange of(
      StoredTable table, Kind kind, @Nullable Object[] given, RowTest expected, Using using) {
    Key key = key(table, given);
    return new RowChange(table, kind, key, key, given, given, expected, using, null, null);
  }

  /**
   * A change that follows from the row whose key columns are in {@code identity}.
   *
   * @throws KeyException for values that the key cannot hold
   */
  public static RowChange computed(
      StoredTable table,
      @Nullable Object[] identity,
      Change.Computation computation,
      RowTest expected,
      Using using) {
    Key key = key(table, identity);
    return new RowChange(
        table, Kind.COMPUTE, key, key, identity, identity, expected, using, null, computation);
  }

  /**
   * An insert, or a put; a column of random(n) that is not named is drawn.
   *
   * @throws TableException when a column is unknown or a key column missing
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
   * A move of the row with the key columns in {@code identity}.
   *
   * @param given one value per column that is set, those of the new key among them; {@link
   *     StoredTable#UNNAMED} for what stays as it is
   * @throws KeyException for values that the key cannot hold
   */
  public static RowChange move(
      StoredTable table, @Nullable Object[] identity, @Nullable Object[] given, RowTest expected) {
    @Nullable Object[] moved = given.clone();
    for (int i = 0; i < moved.length; i++) {
      moved[i] = table.isKeyColumn(i) && given[i] == StoredTable.UNNAMED ? identity[i] : given[i];
    }
    @Nullable Object[] completed = KeyColumns.complete(table, "rekey", moved);
    return new RowChange(
        table,
        Kind.MOVE,
        key(table, identity),
        key(table, completed),
        identity,
        completed,
        expected,
        Using.NOTHING,
        null,
        null);
  }

  /**
   * Makes a row as it is elsewhere, unless one exists: with the versions, write times and expiry of
   * all its values, and its own.
   *
   * @param original in the layout of {@code table}
   * @throws TableException for a key or a value that is longer than the engine takes
   */
  public static RowChange copy(StoredTable table, StoredRow original) {
    @Nullable Object[] values = table.row(original);
    table.requireValuesFit(values);
    Key key = key(table, values);
    return new RowChange(
        table, Kind.COPY, key, key, values, values, RowTest.ABSENT, Using.NOTHING, original, null);
  }

  /**
   * The key of the row whose key columns are in {@code given}.
   *
   * @throws KeyException for values that the key cannot hold
   * @throws TableException for one that is longer than the engine takes
   */
  public static Key key(StoredTable table, @Nullable Object[] given) {
    Key key = table.primaryKey().key(withNulls(given));
    table.requireFits("its key", table.layout(), key);
    return key;
  }

  /**
   * Values by column name as one array, converted to the types. A document brings the columns that
   * are derived from it.
   *
   * @throws TableException for an unknown or a derived column, and for a document that cannot be
   *     read
   * @throws KeyException for a value that does not convert
   */
  public static @Nullable Object[] given(
      StoredTable table, Map<String, ? extends @Nullable Object> values) {
    @Nullable Object[] given = new @Nullable Object[table.columns().size()];
    Arrays.fill(given, StoredTable.UNNAMED);
    for (Map.Entry<String, ? extends @Nullable Object> named : values.entrySet()) {
      int place = table.place(named.getKey());
      Object value = named.getValue();
      given[place] = value == null ? null : convert(table.columns().get(place), value);
    }
    table.derive(given);
    return given;
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

  /** Where the row is afterwards: at {@link #key}, unless it moves. */
  public Key target() {
    return target;
  }

  /** Every row that the change concerns: one, or two for a move. */
  public List<Key> keys() {
    return isMove() ? List.of(key, target) : List.of(key);
  }

  /** The change is made, though its statement starts again. */
  public void noteDone(@Nullable Outcome outcome) {
    doneBefore = outcome;
  }

  /** The same change by an older declaration may be made already. */
  public void noteDoneAs(RowChange before) {
    if (before.key.equals(key)) {
      noteDone(before.doneBefore);
      maybeDoneBefore |= before.maybeDoneBefore;
    }
  }

  /** A write of the change was not answered before its statement starts again. */
  public void noteMaybeDone() {
    maybeDoneBefore = true;
  }

  /** Whether the row may be written by an older declaration, now or later. */
  public boolean isMaybeDoneBefore() {
    return maybeDoneBefore;
  }

  /** What became of it before its statement started again; null when it is still to be made. */
  public @Nullable Outcome doneBefore() {
    return doneBefore;
  }

  Using using() {
    return using;
  }

  /** Whether the change names the column at {@code place}. */
  boolean names(int place) {
    return given[place] != StoredTable.UNNAMED;
  }

  /** Whether the change depends on what the row is like, so that it must not be made twice. */
  public boolean isConditional() {
    return kind == Kind.COMPUTE || (expected != RowTest.NONE && original == null) || isMove();
  }

  /** What makes the change depend on the stored row, for messages; null for nothing. */
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

  /** Whether nothing is done where there is no row. */
  boolean requiresPresent() {
    return kind == Kind.UPDATE_IF_PRESENT;
  }

  /** Whether the row goes to another place. */
  public boolean isMove() {
    return !target.equals(key);
  }

  /** The row that this is a copy of; null for a change that is none. */
  @Nullable StoredRow original() {
    return original;
  }

  boolean isPut() {
    return kind == Kind.PUT;
  }

  /** Whether the row afterwards does not depend on the stored row, and nobody asks for that. */
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
   * Whether more is needed of the stored rows than their values: a write that gives a time may lose
   * to a deletion, and a row that moves takes all that is known of it along.
   */
  public boolean needsHistory() {
    return using.hasTimestamp() || isMove();
  }

  /**
   * The change as it is for {@code row}: a computed one is an update or a delete then, any other
   * change is the same for every row.
   *
   * @param row one value per column; null for none
   * @return null when the row is not as the change expects, and nothing is to be done
   * @throws TableException when the computation sets a column of the key or an unknown column
   * @throws KeyException when it sets a value that does not fit its type
   */
  @Nullable RowChange on(@Nullable Object @Nullable [] row) {
    if (!expected.test(row)) {
      return null;
    }
    Change.Computation function = computation;
    if (function == null) {
      return this;
    }
    Row found = row == null ? null : new Row(table.columnNames(), row.clone());
    Change.Computed made = function.apply(found);
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

  /** Refuses a document from which another value of a key column is derived. */
  static void requireDerived(
      StoredTable table, int place, @Nullable Object found, @Nullable Object expected) {
    if (!StoredTable.sameValue(found, expected)) {
      Column column = table.columns().get(place);
      throw new TableException(
          "cannot set %s of %s: found a document whose %s is %s, expected %s as in the row key (%s), which cannot change; REKEY moves the row to a new key"
              .formatted(
                  Names.quote(table.columns().get(table.timedPlace(place)).name()),
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
   * Works out the index entries of the new row now, where all that they read is given, so that a
   * row that an index cannot hold is refused before it meets others.
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

  /** Whether the row key, or the key of an entry that is worked out already, is longer. */
  public boolean exceeds(KeyLengthLimit limit) {
    return limit.isExceeded(table, key, entries);
  }

  /** The keys of the entries that {@code row} needs, when the change makes a row out of none. */
  Set<Key> newEntries(StoredTable current, int index, @Nullable Object[] row) {
    Set<Key> known = current == table ? entries.get(index) : null;
    return known == null ? entries(current, current.indexes().get(index), row) : known;
  }

  /**
   * The keys of the entries that a row has in an index.
   *
   * @throws TableException when the index cannot store one of them
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
   * The same insert by the declaration that the table has now: by the names of the columns.
   *
   * @throws TableException when a column that it names no longer exists
   * @throws KeyException for a value that does not fit
   */
  RowChange insertedInto(StoredTable current) {
    if (isOf(current)) {
      return this;
    }
    Map<String, @Nullable Object> named = new HashMap<>();
    for (int i = 0; i < given.length; i++) {
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

  /** One value per column, or {@link StoredTable#UNNAMED}; not to be changed. */
  @Nullable Object[] values() {
    return given;
  }

  /** Refuses a table that is another one by now, of the same name. */
  void requireSameTable(StoredTable current) {
    if (!isOf(current)) {
      throw new TableException(
          ErrorCode.CONFLICT,
          "cannot write to %s: found its declaration changed by another process meanwhile; write again"
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

  /** The same move, which is refused when there is no row to move. */
  RowChange ofARow() {
    requiresRow = true;
    return this;
  }

  /** Refuses a move for which no row was found, if one is required. */
  void requireRow() {
    if (requiresRow) {
      throw new TableException(
          ErrorCode.NOT_FOUND,
          "cannot rekey %s: found no row with %s, expected one, since the batch has other changes too; take this REKEY out of the batch, or write IF EXISTS"
              .formatted(table.name(), KeyColumns.text(table, identity)));
    }
  }

  /** The refusal of a move to a place where a row is. */
  TableException occupied() {
    return new TableException(
        ErrorCode.ALREADY_EXISTS,
        "cannot rekey %s from %s to %s: found a row with the new key, expected none; DELETE that row first, or choose another key"
            .formatted(
                table.name(), KeyColumns.text(table, identity), KeyColumns.text(table, given)));
  }

  /** The values with null for what is not named; the same array where all are. */
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
