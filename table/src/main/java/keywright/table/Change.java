package keywright.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import keywright.key.Condition;
import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/**
 * A write to one table, and what its row must be like for it: what {@link Database#apply} makes,
 * alone or together with others. Names and values are checked when it is made to happen, against
 * the table as it is then. Immutable.
 */
public final class Change {

  private enum Kind {
    INSERT("insert into"),
    UPDATE(KeyedRows.UPDATE),
    REKEY(KeyedRows.REKEY),
    DELETE(KeyedRows.DELETE);

    private final String verb;

    Kind(String verb) {
      this.verb = verb;
    }
  }

  private enum Expected {
    ANYTHING,
    NO_ROW,
    A_ROW,
    CONDITIONS
  }

  private final Kind kind;
  private final String table;
  private final List<Condition> key;
  private final Map<String, @Nullable Object> values;
  private final Expected expected;
  private final List<Condition> conditions;
  private final Using using;

  private Change(
      Kind kind,
      String table,
      List<Condition> key,
      Map<String, ? extends @Nullable Object> values,
      Expected expected,
      List<Condition> conditions,
      Using using) {
    this.using = using;
    this.kind = kind;
    this.table = table;
    this.key = List.copyOf(key);
    this.values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    this.expected = expected;
    this.conditions = List.copyOf(conditions);
  }

  /**
   * Inserts a row, or changes the row that is there, as {@link Table#insert}.
   *
   * @param values by column name; values of the types' value classes, or literals that convert
   */
  public static Change insert(String table, Map<String, ? extends @Nullable Object> values) {
    return new Change(
        Kind.INSERT, table, List.of(), values, Expected.ANYTHING, List.of(), Using.NOTHING);
  }

  /**
   * Sets columns outside the primary key, as {@link Table#update}.
   *
   * @param key every key column by = or IN
   */
  public static Change update(
      String table, List<Condition> key, Map<String, ? extends @Nullable Object> set) {
    return new Change(Kind.UPDATE, table, key, set, Expected.ANYTHING, List.of(), Using.NOTHING);
  }

  /**
   * Gives a row that is there another key: sets columns of the primary key, and others. The row
   * with its index entries leaves its place and takes the new one in one step; a row at the new
   * place refuses it. Where no row is, nothing happens; made with other changes, it is refused
   * then, unless {@code key} names rows by a part of their key.
   *
   * @param key every key column by = or IN
   * @param set at least one column of the primary key
   */
  public static Change rekey(
      String table, List<Condition> key, Map<String, ? extends @Nullable Object> set) {
    return new Change(Kind.REKEY, table, key, set, Expected.ANYTHING, List.of(), Using.NOTHING);
  }

  /**
   * Deletes rows, as {@link Table#delete}.
   *
   * @param key every key column by = or IN
   */
  public static Change delete(String table, List<Condition> key) {
    return new Change(
        Kind.DELETE, table, key, Map.of(), Expected.ANYTHING, List.of(), Using.NOTHING);
  }

  /** The same insert, if no row with its key is there: IF NOT EXISTS. */
  public Change ifAbsent() {
    return expecting(Expected.NO_ROW, List.of());
  }

  /** The same update, rekey or delete, if the row is there: IF EXISTS. */
  public Change ifPresent() {
    return expecting(Expected.A_ROW, List.of());
  }

  /**
   * The same update, rekey or delete, if the row meets these conditions on columns outside the
   * primary key; a row that is not there counts as one of nulls.
   */
  public Change onlyIf(Condition... newConditions) {
    return onlyIf(Arrays.asList(newConditions));
  }

  /** As {@link #onlyIf(Condition...)}. */
  public Change onlyIf(List<Condition> newConditions) {
    return expecting(Expected.CONDITIONS, newConditions);
  }

  private Change expecting(Expected newExpected, List<Condition> newConditions) {
    if ((kind == Kind.INSERT) != (newExpected == Expected.NO_ROW)) {
      throw new TableException(
          kind == Kind.INSERT
              ? "cannot %s %s: an insert goes with IF NOT EXISTS alone; use an update"
                  .formatted(kind.verb, table)
              : "cannot %s %s: IF NOT EXISTS goes with inserts alone; use an insert"
                  .formatted(kind.verb, table));
    }
    return new Change(kind, table, key, values, newExpected, newConditions, using).checked();
  }

  /**
   * The same insert or update with a write time or a time to live.
   *
   * @throws TableException for a rekey, whose row keeps its times, and a delete; and for a
   *     timestamp with a condition: what decides then is how the row is, not when
   */
  public Change using(Using newUsing) {
    return new Change(kind, table, key, values, expected, conditions, newUsing).checked();
  }

  private Change checked() {
    if (!using.equals(Using.NOTHING) && (kind == Kind.REKEY || kind == Kind.DELETE)) {
      throw new TableException(
          "cannot %s %s with a time or a ttl: %s; leave USING out"
              .formatted(
                  kind.verb,
                  table,
                  kind == Kind.REKEY
                      ? "the row keeps those it has"
                      : "a delete is of now and for ever"));
    }
    if (using.hasTimestamp() && expected != Expected.ANYTHING) {
      throw new TableException(
          expected == Expected.NO_ROW
              ? "cannot insert into %s if absent at timestamp %d: found both, expected one; leave the timestamp out"
                  .formatted(table, using.timestampMicros())
              : "cannot %s %s under a condition at timestamp %d: found both, expected one; leave the timestamp out"
                  .formatted(kind.verb, table, using.timestampMicros()));
    }
    return this;
  }

  boolean isInsert() {
    return kind == Kind.INSERT;
  }

  /** The name of the table. */
  public String table() {
    return table;
  }

  /**
   * The change of each row concerned.
   *
   * @param draw gives the numbers of random(n)
   * @param beside whether other changes are made with this one
   * @throws TableException for what does not fit the table
   * @throws KeyException for values that no key can hold
   */
  List<RowChange> resolve(StoredTable stored, IntUnaryOperator draw, boolean beside) {
    if (kind == Kind.INSERT) {
      return List.of(
          RowChange.insert(stored, RowChange.Kind.INSERT, values, draw, test(stored), using));
    }
    @Nullable Object[] given = RowChange.given(stored, values);
    checkSet(stored, given);
    stored.requireValuesFit(given);
    KeyedRows rows = KeyedRows.of(stored, kind.verb, key);
    if (expected != Expected.ANYTHING && (rows.keyColumns().size() != 1 || rows.isFannedOut())) {
      throw new TableException(
          "cannot %s %s under a condition: its WHERE names %s, expected one; write a batch with a statement for each row"
              .formatted(
                  kind.verb,
                  stored.name(),
                  rows.keyColumns().isEmpty()
                      ? "no row that the key can hold"
                      : rows.isFannedOut()
                          ? "rows by a part of their key"
                          : rows.keyColumns().size() + " rows"));
    }
    RowTest test = test(stored);
    List<RowChange> changes = new ArrayList<>();
    for (@Nullable Object[] keyColumns : rows.keyColumns()) {
      switch (kind) {
        case UPDATE -> {
          RowChange.Kind rowKind =
              rows.isFannedOut() ? RowChange.Kind.UPDATE_IF_PRESENT : RowChange.Kind.UPDATE;
          changes.add(RowChange.of(stored, rowKind, whole(stored, given, keyColumns), test, using));
        }
        case REKEY -> {
          RowChange move = RowChange.move(stored, keyColumns, given, test);
          changes.add(beside && !rows.isFannedOut() ? move.ofARow() : move);
        }
        default -> {
          try {
            changes.add(RowChange.of(stored, RowChange.Kind.DELETE, keyColumns, test, using));
          } catch (KeyException e) {
            // The key cannot hold these values, so no row has them.
            if (expected != Expected.ANYTHING) {
              throw e;
            }
          }
        }
      }
    }
    return changes;
  }

  /** An update sets no column of the key, a rekey at least one. */
  private void checkSet(StoredTable stored, @Nullable Object[] given) {
    int ofKey = -1;
    for (int i = given.length - 1; i >= 0; i--) {
      ofKey = given[i] != RowChange.UNNAMED && stored.isKeyColumn(i) ? i : ofKey;
    }
    if (kind == Kind.UPDATE && ofKey >= 0) {
      throw new TableException(
          "cannot set %s of %s: it is part of the primary key (%s), from which the row's place follows; REKEY moves the row: %s"
              .formatted(
                  Names.quote(stored.columns().get(ofKey).name()),
                  stored.name(),
                  stored.primaryKeyText(),
                  asRekey(stored, given)));
    }
    if (kind == Kind.REKEY && ofKey < 0) {
      throw new TableException(
          "cannot rekey %s: nothing sets a column of the primary key (%s); set one, or leave REKEY out"
              .formatted(stored.name(), stored.primaryKeyText()));
    }
  }

  /** The update as a statement that moves the row. */
  private String asRekey(StoredTable stored, @Nullable Object[] given) {
    List<String> assignments = new ArrayList<>();
    for (String name : values.keySet()) {
      Object value = given[stored.place(name)];
      assignments.add(
          value == null
              ? Names.quote(name) + " = null"
              : new Condition.Compare(name, Condition.Operator.EQ, value).toString());
    }
    return "UPDATE %s SET %s WHERE %s REKEY"
        .formatted(
            Names.quote(stored.name()),
            String.join(", ", assignments),
            String.join(" AND ", key.stream().map(Condition::toString).toList()));
  }

  private static @Nullable Object[] whole(
      StoredTable stored, @Nullable Object[] given, @Nullable Object[] keyColumns) {
    @Nullable Object[] whole = given.clone();
    for (int i = 0; i < whole.length; i++) {
      whole[i] = stored.isKeyColumn(i) ? keyColumns[i] : whole[i];
    }
    return whole;
  }

  private RowTest test(StoredTable stored) {
    return switch (expected) {
      case ANYTHING -> RowTest.NONE;
      case NO_ROW -> RowTest.ABSENT;
      case A_ROW -> RowTest.PRESENT;
      case CONDITIONS -> {
        QueryChecks.checkConditions(stored, conditions);
        for (Condition condition : conditions) {
          if (stored.isKeyColumn(stored.place(condition.column()))) {
            throw new TableException(
                "cannot %s %s: found %s behind IF, expected conditions on columns outside the primary key; WHERE fixes those already"
                    .formatted(kind.verb, stored.name(), condition));
          }
        }
        yield RowTest.meets(stored, conditions);
      }
    };
  }
}
