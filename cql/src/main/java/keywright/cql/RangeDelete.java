package keywright.cql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import keywright.key.Condition;
import keywright.key.KeyException;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.Table;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Deletes the rows that conditions find, such as those of a key prefix or of a range. The keys are
 * read from one snapshot and deleted in batches, so memory is bounded. Each row is deleted only if
 * it still meets the conditions. A statement that fails has deleted the batches before; run again,
 * it deletes the rest. Used by one thread.
 */
final class RangeDelete {
  private static final int ROWS_OF_A_BATCH = 1_000;

  private final Database database;
  private final Source source;
  private final Table table;
  private final List<String> keyColumns;
  private final List<Condition> conditions;

  /** The conditions on columns outside the primary key, which can change. */
  private final List<Condition> changing;

  RangeDelete(Database database, Source source, Table table, List<Condition> conditions) {
    this.database = database;
    this.source = source;
    this.table = table;
    this.keyColumns = table.definition().keyColumns();
    this.conditions = conditions;
    this.changing =
        conditions.stream().filter(found -> !keyColumns.contains(found.column())).toList();
  }

  /** Whether conditions find rows by a range, rather than name them by their whole keys. */
  static boolean isMeant(TableDefinition table, List<Condition> conditions) {
    Set<String> left = new HashSet<>(table.keyColumns());
    left.removeAll(table.primaryKeySchema().randomColumns().keySet());
    for (Condition condition : conditions) {
      boolean names =
          condition instanceof Condition.In
              || (condition instanceof Condition.Compare compare
                  && compare.operator() == Condition.Operator.EQ)
              || (condition instanceof Condition.IsNull isNull && !isNull.negated());
      if (names) {
        left.remove(condition.column());
      }
    }
    return !left.isEmpty();
  }

  /**
   * Deletes the rows.
   *
   * @param options those of the session for its queries
   */
  Result run(boolean allowsFiltering, UnaryOperator<Query> options) {
    String name = table.definition().name();
    if (table.isPlain() && !changing.isEmpty()) {
      throw new TableException(
          "cannot delete from %s: found %s, expected conditions on columns of the primary key, since rows of a plain table can change before they are deleted; SELECT the keys of the rows first"
              .formatted(name, changing.get(0)));
    }
    Query query = Query.select(keyColumns.toArray(String[]::new)).where(conditions);
    Query asked = options.apply(allowsFiltering ? query.allowingFiltering() : query);
    try (Rows rows = table.query(asked)) {
      long deleted = delete(rows);
      return Result.message(
          Counts.rows(deleted) + (table.isPlain() ? " deleted, if they existed" : " deleted"),
          deleted);
    }
  }

  /** Deletes the rows that were read, and returns how many of them still met the conditions. */
  long delete(Rows rows) {
    String name = table.definition().name();
    long deleted = 0;
    try {
      List<Change> batch = new ArrayList<>();
      for (Row row = rows.next(); row != null; row = rows.next()) {
        batch.add(delete(name, row));
        if (batch.size() == ROWS_OF_A_BATCH) {
          deleted += apply(batch);
          batch.clear();
        }
      }
      return deleted + apply(batch);
    } catch (TableException | KeyException e) {
      throw deleted == 0
          ? e
          : source.failed(
              "%s; %s deleted before; run the statement again to delete the others"
                  .formatted(e.getMessage(), Counts.of(deleted, "row was", "rows were")),
              e);
    }
  }

  private Change delete(String name, Row row) {
    List<Condition> key = new ArrayList<>();
    for (String column : keyColumns) {
      @Nullable Object value = row.get(column);
      key.add(
          value == null
              ? new Condition.IsNull(column, false)
              : new Condition.Compare(column, Condition.Operator.EQ, value));
    }
    Change delete = Change.delete(name, key);
    return changing.isEmpty() ? delete : delete.onlyIf(changing);
  }

  private long apply(List<Change> batch) {
    long changed = 0;
    if (!batch.isEmpty()) {
      for (ChangeResult result : database.applyEach(batch)) {
        changed += result.rowsChanged();
      }
    }
    return changed;
  }
}
