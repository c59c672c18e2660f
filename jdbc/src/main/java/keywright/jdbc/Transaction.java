package keywright.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import keywright.cql.PreparedStatement;
import keywright.cql.client.CqlClient;

/**
 * The changes of a connection whose auto-commit is off. They are collected, and commit makes all of
 * them in one atomic step. Used by one thread.
 *
 * <p>Nothing is written before the commit, so a query cannot see the changes. Queries of a table
 * that has collected changes are refused.
 */
final class Transaction {
  private final CqlClient client;
  private final List<CqlClient.Bound> changes = new ArrayList<>();
  private final Set<String> tables = new LinkedHashSet<>();

  /** Whether a changed table is unknown, because one statement changes several. */
  private boolean changesAny;

  Transaction(CqlClient client) {
    this.client = client;
  }

  boolean isEmpty() {
    return changes.isEmpty();
  }

  /** Collects a change. */
  void add(CqlClient.Bound change) throws SQLException {
    CqlClient.Prepared statement = change.statement();
    if (statement.kind() != PreparedStatement.Kind.CHANGE) {
      throw SqlErrors.unsupported(
          "execute a change with IF in a transaction",
          "its condition is checked when the change is made: set auto-commit to true, or execute BEGIN BATCH … APPLY BATCH with all changes");
    }
    changes.add(change);
    statement.table().ifPresentOrElse(tables::add, () -> changesAny = true);
  }

  /** Refuses a query that would not see collected changes. */
  void requireReadable(CqlClient.Prepared query) throws SQLException {
    boolean isChanged =
        !isEmpty() && (changesAny || query.table().map(tables::contains).orElse(false));
    if (isChanged) {
      throw SqlErrors.unsupported(
          "query %s after a change of it in the same transaction"
              .formatted(query.table().orElse("a table")),
          "changes are written at the commit: commit first, or query before the first change");
    }
  }

  /** Refuses statements that cannot be undone while changes are collected. */
  void requireEmpty(String what) throws SQLException {
    if (!isEmpty()) {
      throw SqlErrors.unsupported(
          what + " in a transaction that has changes", "commit or roll back first");
    }
  }

  /** Makes the changes. If the commit fails, they are dropped as by a rollback. */
  void commit() throws SQLException {
    List<CqlClient.Bound> all = List.copyOf(changes);
    rollback();
    if (!all.isEmpty()) {
      SqlErrors.sql(() -> client.batch(all)).close();
    }
  }

  void rollback() {
    changes.clear();
    tables.clear();
    changesAny = false;
  }
}
