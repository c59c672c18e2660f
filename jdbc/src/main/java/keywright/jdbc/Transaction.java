package keywright.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import keywright.cql.PreparedStatement;
import keywright.cql.client.CqlClient;
import keywright.store.stop.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a connection whose auto-commit is off. They are collected, and commit makes all of
 * them in one atomic step. Safe for many threads.
 *
 * <p>Nothing is written before the commit, so a query cannot see the changes. Queries of a table
 * that has collected changes are refused.
 */
final class Transaction {
  private final JdbcConnection connection;
  private final List<CqlClient.Bound> changes = new ArrayList<>();
  private final Set<String> tables = new LinkedHashSet<>();

  /** Whether a changed table is unknown, because one statement changes several. */
  private boolean changesAny;

  /** The statements that have collected the changes. */
  private final Set<JdbcStatement> statements = new HashSet<>();

  /** The commit that is executed, which each of its statements can cancel. */
  private record Commit(Cancellation cancellation, Set<JdbcStatement> statements) {}

  private volatile @Nullable Commit running;

  Transaction(JdbcConnection connection) {
    this.connection = connection;
  }

  synchronized boolean isEmpty() {
    return changes.isEmpty();
  }

  /** Collects a change. */
  synchronized void add(JdbcStatement by, CqlClient.Bound change) throws SQLException {
    CqlClient.Prepared statement = change.statement();
    if (statement.kind() != PreparedStatement.Kind.CHANGE) {
      throw SqlErrors.unsupported(
          "execute a change with IF in a transaction",
          "its condition is checked when the change is made: set auto-commit to true, or execute BEGIN BATCH … APPLY BATCH with all changes");
    }
    changes.add(change);
    statements.add(by);
    statement.table().ifPresentOrElse(tables::add, () -> changesAny = true);
  }

  /** Refuses a query that would not see collected changes. */
  synchronized void requireReadable(CqlClient.Prepared query) throws SQLException {
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
  synchronized void requireEmpty(String what) throws SQLException {
    if (!isEmpty()) {
      throw SqlErrors.unsupported(
          what + " in a transaction that has changes", "commit or roll back first");
    }
  }

  /**
   * Makes the changes. If the commit fails, they are dropped as by a rollback. The network timeout
   * of the connection ends the commit, and so does {@link #cancel}.
   */
  void commit() throws SQLException {
    List<CqlClient.Bound> all;
    Commit commit;
    synchronized (this) {
      all = List.copyOf(changes);
      commit = new Commit(Cancellation.begin(), Set.copyOf(statements));
      rollback();
    }
    if (!all.isEmpty()) {
      running = commit;
      try {
        connection
            .request(commit.cancellation, limited -> connection.client().batch(all, limited))
            .close();
      } finally {
        running = null;
      }
    }
  }

  /** Cancels the commit if it makes changes of {@code statement}. Any thread can call this. */
  void cancel(JdbcStatement statement) {
    Commit commit = running;
    if (commit != null && commit.statements.contains(statement)) {
      commit.cancellation.cancel();
    }
  }

  synchronized void rollback() {
    changes.clear();
    statements.clear();
    tables.clear();
    changesAny = false;
  }
}
