package keywright.cql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import keywright.key.Condition;
import keywright.key.KeyException;
import keywright.store.stop.StoppedException;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.Table;
import keywright.table.model.Change;
import keywright.table.model.ChangeResult;
import keywright.table.model.Names;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import org.jspecify.annotations.Nullable;

/**
 * Deletes or updates the rows that conditions find, such as those of a key prefix or of a range.
 * The keys are read from one snapshot and changed in batches, so memory is bounded. Each row is
 * changed only if it still meets the conditions. A statement that fails has changed the batches
 * before; run again, it changes the rest. Used by one thread.
 */
final class RangeChange {
  private static final int ROWS_OF_A_BATCH = 1_000;

  private final Database database;
  private final Source source;
  private final Table table;
  private final List<String> keyColumns;
  private final List<Condition> conditions;

  /** The conditions on columns outside the primary key, which can change. */
  private final List<Condition> changing;

  RangeChange(Database database, Source source, Table table, List<Condition> conditions) {
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
   * Sets values of the rows.
   *
   * @param set the values by column
   * @param options those of the session for its queries
   */
  Result update(
      Map<String, @Nullable Object> set,
      Using using,
      boolean allowsFiltering,
      UnaryOperator<Query> options) {
    String name = table.definition().name();
    if (table.isPlain()) {
      throw new TableException(
          "cannot update a range of %s: found a plain table, expected an exact one, since an update of a plain table can insert a row that was deleted meanwhile; SELECT the keys of the rows, and update each"
              .formatted(name));
    }
    if (using.hasTimestamp()) {
      throw new TableException(
          "cannot update a range of %s: found USING TIMESTAMP, expected none, since each row is updated only if it exists; SELECT the keys of the rows, and update each"
              .formatted(name));
    }
    try (Rows rows = table.query(query(allowsFiltering, options))) {
      long updated = update(rows, set, using);
      return Result.message(Counts.rows(updated) + " updated", updated);
    }
  }

  /** Updates the rows that were read, and returns how many of them changed. */
  long update(Rows rows, Map<String, @Nullable Object> set, Using using) {
    String name = Names.qualified(table.definition().name());
    return change(rows, row -> onlyIf(Change.update(name, key(row), set).using(using)), "updated");
  }

  private Change onlyIf(Change update) {
    return changing.isEmpty() ? update.ifPresent() : update.onlyIf(changing);
  }

  private Query query(boolean allowsFiltering, UnaryOperator<Query> options) {
    Query query = Query.select(keyColumns.toArray(String[]::new)).where(conditions);
    return options.apply(allowsFiltering ? query.allowingFiltering() : query);
  }

  /**
   * Deletes the rows.
   *
   * @param options those of the session for its queries
   */
  Result delete(boolean allowsFiltering, UnaryOperator<Query> options) {
    String name = table.definition().name();
    if (table.isPlain() && !changing.isEmpty()) {
      throw new TableException(
          "cannot delete from %s: found %s, expected conditions on columns of the primary key, since rows of a plain table can change before they are deleted; SELECT the keys of the rows first"
              .formatted(name, changing.get(0)));
    }
    try (Rows rows = table.query(query(allowsFiltering, options))) {
      long deleted = delete(rows);
      return Result.message(
          Counts.rows(deleted) + (table.isPlain() ? " deleted, if they existed" : " deleted"),
          deleted);
    }
  }

  /** Deletes the rows that were read, and returns how many of them still met the conditions. */
  long delete(Rows rows) {
    String name = Names.qualified(table.definition().name());
    return change(
        rows,
        row -> {
          Change delete = Change.delete(name, key(row));
          return changing.isEmpty() ? delete : delete.onlyIf(changing);
        },
        "deleted");
  }

  private long change(Rows rows, Function<Row, Change> changes, String done) {
    long changed = 0;
    try {
      List<Change> batch = new ArrayList<>();
      for (Row row = rows.next(); row != null; row = rows.next()) {
        batch.add(changes.apply(row));
        if (batch.size() == ROWS_OF_A_BATCH) {
          changed += apply(batch);
          batch.clear();
        }
      }
      return changed + apply(batch);
    } catch (StoppedException e) {
      String verb = done.substring(0, done.length() - 1);
      throw source.failed(
          "cannot %s all rows of %s that meet the conditions: %s; %s %s before; run the statement again to %s the others"
              .formatted(
                  verb,
                  table.definition().name(),
                  e.reason(),
                  changed == 0 ? "no row was" : Counts.of(changed, "row was", "rows were"),
                  done,
                  verb),
          e);
    } catch (TableException | KeyException e) {
      throw changed == 0
          ? e
          : source.failed(
              "%s; %s %s before; run the statement again to %s the others"
                  .formatted(
                      e.getMessage(),
                      Counts.of(changed, "row was", "rows were"),
                      done,
                      done.substring(0, done.length() - 1)),
              e);
    }
  }

  private List<Condition> key(Row row) {
    List<Condition> key = new ArrayList<>();
    for (String column : keyColumns) {
      @Nullable Object value = row.get(column);
      key.add(
          value == null
              ? new Condition.IsNull(column, false)
              : new Condition.Compare(column, Condition.Operator.EQ, value));
    }
    return key;
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
