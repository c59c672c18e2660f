package keywright.table.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import keywright.key.Column;
import keywright.key.Condition;
import keywright.key.ErrorCode;
import keywright.key.KeyException;
import keywright.table.layout.StoredTable;
import keywright.table.layout.TableConditions;
import keywright.table.model.Change;
import keywright.table.model.Limits;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The rows that the conditions of an UPDATE, REKEY or DELETE name: every combination of the values
 * that = and IN give to the columns of the primary key. Immutable.
 */
final class KeyedRows {

  private final List<@Nullable Object[]> keyColumns;
  private final boolean fannedOut;

  private KeyedRows(List<@Nullable Object[]> keyColumns, boolean fannedOut) {
    this.keyColumns = keyColumns;
    this.fannedOut = fannedOut;
  }

  /**
   * Reads the conditions.
   *
   * @param kind what is done with the rows
   * @throws TableException unless every key column but those of random(n) has an = or IN, and no
   *     other condition exists
   */
  static KeyedRows of(StoredTable table, Change.Kind kind, List<Condition> conditions) {
    TableConditions.check(table, conditions);
    Set<String> named = new HashSet<>();
    for (Condition condition : conditions) {
      requireKeyEquality(table, kind, condition);
      named.add(condition.column());
    }
    List<String> missing = new ArrayList<>();
    for (String column : table.primaryKey().keyColumns()) {
      if (!named.contains(column) && !table.primaryKey().randomColumns().containsKey(column)) {
        missing.add(Names.quote(column));
      }
    }
    if (!missing.isEmpty()) {
      throw new TableException(
          ErrorCode.NO_KEY,
          "cannot %s %s: found no = or IN on %s, expected one for every column of the primary key; SELECT the keys of the rows first"
              .formatted(kind.verb(), table.name(), String.join(", ", missing)));
    }
    boolean fannedOut = !named.containsAll(table.primaryKey().randomColumns().keySet());
    return new KeyedRows(combine(table, kind, conditions), fannedOut);
  }

  private static void requireKeyEquality(StoredTable table, Change.Kind kind, Condition condition) {
    if (!TableConditions.isEquality(condition)
        || !table.isKeyColumn(table.place(condition.column()))) {
      throw new TableException(
          ErrorCode.NO_KEY,
          "cannot %s %s: found %s, expected only = or IN, each on a column of the primary key; SELECT the keys of the rows first"
              .formatted(kind.verb(), table.name(), condition));
    }
  }

  private static List<@Nullable Object[]> combine(
      StoredTable table, Change.Kind kind, List<Condition> conditions) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    @Nullable Object[] none = new @Nullable Object[table.width()];
    rows.add(none);
    for (String column : table.primaryKey().keyColumns()) {
      int place = table.place(column);
      List<@Nullable Object> values = values(table, kind, column, conditions);
      if ((long) rows.size() * values.size() > Limits.DEFAULT.fanOut()) {
        throw new TableException(
            ErrorCode.LIMIT_EXCEEDED,
            "cannot %s %s: found conditions that name more than %,d rows, expected at most that many; write several statements, each for fewer rows"
                .formatted(kind.verb(), table.name(), Limits.DEFAULT.fanOut()));
      }
      List<@Nullable Object[]> next = new ArrayList<>();
      for (@Nullable Object[] row : rows) {
        for (Object value : values) {
          @Nullable Object[] copy = row.clone();
          copy[place] = value;
          next.add(copy);
        }
      }
      rows = next;
    }
    return rows;
  }

  /** The values of one column that all its conditions allow; every one for an unnamed random(n). */
  private static List<@Nullable Object> values(
      StoredTable table, Change.Kind kind, String name, List<Condition> conditions) {
    Column column = table.column(name);
    List<Condition> own = conditions.stream().filter(c -> c.column().equals(name)).toList();
    List<@Nullable Object> values = new ArrayList<>();
    if (own.isEmpty()) {
      int n = table.primaryKey().randomColumns().getOrDefault(name, 0);
      if (n > Limits.DEFAULT.fanOut()) {
        throw new TableException(
            ErrorCode.LIMIT_EXCEEDED,
            "cannot %s %s: found no = or IN on %s, which has %,d possible values, expected at most %,d; add a condition with = or IN on this column"
                .formatted(
                    kind.verb(), table.name(), Names.quote(name), n, Limits.DEFAULT.fanOut()));
      }
      for (int i = 0; i < n; i++) {
        values.add(column.type().convert(i));
      }
      return values;
    }
    Set<@Nullable Object> known =
        new TreeSet<>(Comparator.nullsFirst((a, b) -> column.type().compare(a, b)));
    List<Predicate<@Nullable Object>> tests = own.stream().map(c -> c.on(column.type())).toList();
    for (Object candidate : candidates(table, kind, column, own.get(0))) {
      if (tests.stream().allMatch(test -> test.test(candidate)) && known.add(candidate)) {
        values.add(candidate);
      }
    }
    return values;
  }

  private static List<@Nullable Object> candidates(
      StoredTable table, Change.Kind kind, Column column, Condition condition) {
    List<@Nullable Object> candidates = new ArrayList<>();
    List<Object> literals =
        condition instanceof Condition.In in
            ? in.values()
            : condition instanceof Condition.Compare compare ? List.of(compare.value()) : List.of();
    for (Object literal : literals) {
      try {
        candidates.add(column.type().convert(literal));
      } catch (KeyException e) {
        // A literal finer or larger than the type equals no value of the column: nothing to delete,
        // but an update, which inserts a row that does not exist, has no row to insert.
        if (kind == Change.Kind.UPDATE) {
          throw new TableException(
              "cannot update %s: the condition on %s has a value that the column cannot have: %s"
                  .formatted(table.name(), Names.quote(column.name()), e.getMessage()),
              e);
        }
      }
    }
    if (condition instanceof Condition.IsNull && column.nullable()) {
      candidates.add(null);
    }
    return candidates;
  }

  /** One array per row, of one value per column of the table, of which those of the key are set. */
  List<@Nullable Object[]> keyColumns() {
    return keyColumns;
  }

  /** Whether a random(n) column was not named, so that rows that may not be there are tried. */
  boolean isFannedOut() {
    return fannedOut;
  }
}
