package keywright.table.model;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keywright.key.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A write to one table, with an optional condition on its row. {@code Database.apply} executes one
 * change or several changes together. The names and values are checked when the change is executed,
 * with the declaration that the table has then. Immutable.
 */
public final class Change {

  /** The kind of a change. */
  public enum Kind {
    INSERT("insert into"),
    UPDATE("update"),
    REKEY("rekey"),
    DELETE("delete from"),
    COMPUTE("compute the row of");

    private final String verb;

    Kind(String verb) {
      this.verb = verb;
    }

    /**
     * The verb of this kind in error messages, such as {@code insert into} in {@code cannot insert
     * into t}.
     */
    public String verb() {
      return verb;
    }
  }

  /**
   * The condition that the stored row must meet before the change: anything, no row, an existing
   * row, or the conditions of {@link #onlyIf}.
   */
  public enum Expected {
    ANYTHING,
    NO_ROW,
    A_ROW,
    CONDITIONS
  }

  /**
   * Computes the change of a row from its current values.
   *
   * <p>A computation must be a pure function. After a write conflict it is called again with the
   * row as it is then. It may be called more than once with the same row. If it throws an
   * exception, the statement ends and the row does not change. The row may be locked while the
   * computation runs. So the computation must be fast, and must not use the database.
   */
  @FunctionalInterface
  public interface Computation {
    /**
     * Computes how one row changes.
     *
     * @param row the stored row with all its columns; null if the row does not exist
     * @return {@link Computed.Set}, {@link Computed.Delete} or {@link Computed.Refuse}
     */
    Computed apply(@Nullable Row row);
  }

  /** The result of a {@link Computation}: how the row changes. */
  public sealed interface Computed {
    /**
     * Sets columns outside the primary key, as {@link Change#update} does: a column that {@code
     * values} does not name keeps its value, and a row that does not exist is inserted.
     *
     * @param values the new values by column name. Each is of the {@link
     *     keywright.key.Type#valueClass} of its column, or a literal that can be converted to the
     *     column's type
     */
    record Set(Map<String, @Nullable Object> values) implements Computed {
      public Set {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
      }
    }

    /** Deletes the row. If the row does not exist, nothing changes. */
    record Delete() implements Computed {}

    /**
     * Changes nothing. The {@link ChangeResult} then has {@code applied} false, and {@code found}
     * is the stored row.
     */
    record Refuse() implements Computed {}
  }

  private final Kind kind;
  private final String table;
  private final List<Condition> key;
  private final Map<String, @Nullable Object> values;
  private final Expected expected;
  private final List<Condition> conditions;
  private final List<Condition> unmet;
  private final Using using;
  private final @Nullable Computation computation;

  private Change(
      Kind kind,
      String table,
      List<Condition> key,
      Map<String, @Nullable Object> values,
      Expected expected,
      List<Condition> conditions,
      Using using) {
    this(kind, table, key, values, expected, conditions, List.of(), using, null);
  }

  private Change(
      Kind kind,
      String table,
      List<Condition> key,
      Map<String, @Nullable Object> values,
      Expected expected,
      List<Condition> conditions,
      List<Condition> unmet,
      Using using,
      @Nullable Computation computation) {
    this.using = using;
    this.computation = computation;
    this.kind = kind;
    this.table = table;
    this.key = List.copyOf(key);
    this.values = values;
    this.expected = expected;
    this.conditions = List.copyOf(conditions);
    this.unmet = List.copyOf(unmet);
  }

  private static Map<String, @Nullable Object> copy(
      Map<String, ? extends @Nullable Object> values) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /**
   * Makes a change that inserts a row, or changes the existing row with this key, as {@code
   * Table.insert} does.
   *
   * @param values the values by column name. Each is of the {@link keywright.key.Type#valueClass}
   *     of its column, or a literal that can be converted to the column's type
   */
  public static Change insert(String table, Map<String, ? extends @Nullable Object> values) {
    return new Change(
        Kind.INSERT, table, List.of(), copy(values), Expected.ANYTHING, List.of(), Using.NOTHING);
  }

  /**
   * Makes a change that sets columns outside the primary key, as {@code Table.update} does.
   *
   * @param key one condition by = or IN for every column of the primary key
   * @param set the new values by column name
   */
  public static Change update(
      String table, List<Condition> key, Map<String, ? extends @Nullable Object> set) {
    return new Change(
        Kind.UPDATE, table, key, copy(set), Expected.ANYTHING, List.of(), Using.NOTHING);
  }

  /**
   * Makes a change that moves an existing row to another key: it sets columns of the primary key,
   * and optionally other columns. The row and its index entries move to the new key in one step. If
   * a row with the new key exists, the change is refused.
   *
   * <p>If no row with the old key exists, nothing happens. In a batch with other changes, however,
   * the change is then refused, except if {@code key} leaves out the column of a {@code random(n)}.
   *
   * @param key one condition by = or IN for every column of the primary key
   * @param set the new values by column name, with at least one column of the primary key
   */
  public static Change rekey(
      String table, List<Condition> key, Map<String, ? extends @Nullable Object> set) {
    return new Change(
        Kind.REKEY, table, key, copy(set), Expected.ANYTHING, List.of(), Using.NOTHING);
  }

  /**
   * Makes a change that deletes rows, as {@code Table.delete} does.
   *
   * @param key one condition by = or IN for every column of the primary key
   */
  public static Change delete(String table, List<Condition> key) {
    return new Change(
        Kind.DELETE, table, key, Map.of(), Expected.ANYTHING, List.of(), Using.NOTHING);
  }

  /**
   * Makes a change that deletes the values of columns outside the primary key in one row. A row
   * that does not exist is not inserted.
   *
   * @param key one condition by = for every column of the primary key
   * @param columns the names of the columns
   */
  public static Change deleteValues(String table, List<Condition> key, List<String> columns) {
    Map<String, @Nullable Object> nulls = new LinkedHashMap<>();
    columns.forEach(column -> nulls.put(column, null));
    return new Change(
        Kind.COMPUTE,
        table,
        key,
        copy(nulls),
        Expected.ANYTHING,
        List.of(),
        List.of(),
        Using.NOTHING,
        row -> row == null ? new Computed.Delete() : new Computed.Set(nulls));
  }

  /**
   * Makes a change of one row to the values that {@code computation} computes from the stored
   * values. The change is written only if no other writer has changed the row since it was read for
   * {@code computation}. The change is made at most once: if the engine does not answer, the change
   * is not repeated, and its outcome can be unknown.
   *
   * @param key one condition by = for every column of the primary key
   * @param computation a pure function; it is called again after a write conflict
   */
  public static Change compute(String table, List<Condition> key, Computation computation) {
    return new Change(
        Kind.COMPUTE,
        table,
        key,
        Map.of(),
        Expected.ANYTHING,
        List.of(),
        List.of(),
        Using.NOTHING,
        computation);
  }

  /**
   * The same insert with the condition {@code IF NOT EXISTS}: it is executed only if no row with
   * its key exists.
   */
  public Change ifAbsent() {
    return expecting(Expected.NO_ROW, List.of(), List.of());
  }

  /**
   * The same update, rekey, delete or computation with the condition {@code IF EXISTS}: it is
   * executed only if the row exists.
   */
  public Change ifPresent() {
    return expecting(Expected.A_ROW, List.of(), List.of());
  }

  /**
   * The same update, rekey or delete, executed only if the row meets the given conditions.
   *
   * @param newConditions conditions on columns outside the primary key. For a row that does not
   *     exist, every column counts as null
   */
  public Change onlyIf(Condition... newConditions) {
    return onlyIf(Arrays.asList(newConditions));
  }

  /**
   * The same update, rekey or delete, executed only if the row meets the given conditions, as
   * {@link #onlyIf(Condition...)} describes.
   */
  public Change onlyIf(List<Condition> newConditions) {
    return onlyIf(newConditions, List.of());
  }

  /**
   * As {@link #onlyIf(Condition...)}, if the row also meets none of {@code newUnmet}: {@code IF a
   * != 1}. A null meets no comparison.
   */
  public Change onlyIf(List<Condition> newConditions, List<Condition> newUnmet) {
    return expecting(Expected.CONDITIONS, newConditions, newUnmet);
  }

  private Change expecting(
      Expected newExpected, List<Condition> newConditions, List<Condition> newUnmet) {
    if ((kind == Kind.INSERT) != (newExpected == Expected.NO_ROW)) {
      throw new TableException(
          kind == Kind.INSERT
              ? "cannot %s %s: found IF with conditions, expected only IF NOT EXISTS; use an update"
                  .formatted(kind.verb, Names.shown(table))
              : "cannot %s %s: found IF NOT EXISTS, which only an insert can have; leave IF NOT EXISTS out"
                  .formatted(kind.verb, Names.shown(table)));
    }
    return new Change(
            kind, table, key, values, newExpected, newConditions, newUnmet, using, computation)
        .checked();
  }

  /**
   * The same insert, update or computation with the write time and the time to live of {@code
   * newUsing}.
   *
   * @throws TableException for a rekey, which keeps the times of the row; for a delete; and for a
   *     timestamp together with a condition or a computation
   */
  public Change using(Using newUsing) {
    if (newUsing.equals(using)) {
      return this;
    }
    return new Change(kind, table, key, values, expected, conditions, unmet, newUsing, computation)
        .checked();
  }

  private Change checked() {
    if (!using.equals(Using.NOTHING) && (kind == Kind.REKEY || kind == Kind.DELETE)) {
      throw new TableException(
          "cannot %s %s: found USING, expected none, since %s; leave USING out"
              .formatted(
                  kind.verb,
                  Names.shown(table),
                  kind == Kind.REKEY
                      ? "a moved row keeps its write times and its ttl"
                      : "a delete happens now and never expires"));
    }
    if (using.hasTimestamp() && kind == Kind.COMPUTE) {
      throw new TableException(
          "cannot compute a row of table %s: found USING TIMESTAMP %d, expected no write time, since the row is computed from its newest values; leave USING TIMESTAMP out"
              .formatted(Names.shown(table), using.timestampMicros()));
    }
    if (using.hasTimestamp() && expected != Expected.ANYTHING) {
      throw new TableException(
          expected == Expected.NO_ROW
              ? "cannot insert into %s: found IF NOT EXISTS and USING TIMESTAMP %d, expected only one of them; leave USING TIMESTAMP out"
                  .formatted(Names.shown(table), using.timestampMicros())
              : "cannot %s %s: found IF and USING TIMESTAMP %d, expected only one of them; leave USING TIMESTAMP out"
                  .formatted(kind.verb, Names.shown(table), using.timestampMicros()));
    }
    return this;
  }

  /** Whether this change is an insert, an update, a rekey, a delete or a computation. */
  public Kind kind() {
    return kind;
  }

  /** The name of the table. */
  public String table() {
    return table;
  }

  /**
   * The conditions on the columns of the primary key that select the rows to change; empty for an
   * insert.
   */
  public List<Condition> key() {
    return key;
  }

  /** The new values by column name, as the caller passed them. */
  public Map<String, @Nullable Object> values() {
    return values;
  }

  /**
   * The function that computes the new values of the row; null if the kind is not {@link
   * Kind#COMPUTE}.
   */
  public @Nullable Computation computation() {
    return computation;
  }

  /** The condition that the stored row must meet before the change. */
  public Expected expected() {
    return expected;
  }

  /** The conditions of {@link #onlyIf}; empty if there are none. */
  public List<Condition> conditions() {
    return conditions;
  }

  /** The conditions that the row must not meet; empty if there are none. */
  public List<Condition> unmet() {
    return unmet;
  }

  /** The write time and the time to live of the values that are written. */
  public Using using() {
    return using;
  }
}
