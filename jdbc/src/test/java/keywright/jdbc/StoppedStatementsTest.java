package keywright.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import keywright.cql.client.CqlClient;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.WriteBatch;
import keywright.store.contract.WatchedEngine;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The query timeout and the cancel of statements whose scans do not end by themselves. */
@Tag("large")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StoppedStatementsTest {
  private static final String NONE = " WHERE s = 'none' ALLOW FILTERING";

  private static final String[] SELECTS = {
    "SELECT * FROM t" + NONE,
    "SELECT id, s FROM t ORDER BY s ALLOW FILTERING",
    "SELECT id, count(*) FROM t" + NONE.replace(" ALLOW", " GROUP BY id ALLOW"),
    "SELECT sum(id) FROM t",
    "EXPLAIN ANALYZE SELECT * FROM t" + NONE
  };

  @TempDir private Path folder;
  private BusyEngine engine;
  private Database database;
  private AutoCloseable server = () -> {};

  /** Other writers change each row before it is written, while it is busy. */
  private static final class BusyEngine extends WatchedEngine {
    private volatile CountDownLatch busy = new CountDownLatch(0);
    private volatile boolean isBusy;

    BusyEngine(Engine engine) {
      super(engine);
    }

    @Override
    public boolean write(WriteBatch batch) {
      boolean isOfTable =
          batch.writes().stream().anyMatch(write -> write.layout().name().equals("t"));
      if (isBusy && isOfTable) {
        busy.countDown();
        return false;
      }
      return super.write(batch);
    }
  }

  private Connection open(boolean isServed) throws SQLException {
    engine = new BusyEngine(Engines.open("rocksdb:" + folder.resolve("data")));
    database = Database.over(engine, InstantSource.system(), 1);
    Connection opened;
    if (isServed) {
      ServedDatabase served = new ServedDatabase(database);
      server = served;
      opened = DriverManager.getConnection(served.url());
    } else {
      opened = new JdbcConnection("jdbc:keywright:rows:", CqlClient.over(database));
    }
    try (Statement plain = opened.createStatement()) {
      plain.execute("CREATE TABLE t (id int PRIMARY KEY, s text)");
      plain.execute("INSERT INTO t (id, s) VALUES (1, 'some'), (2, 'some')");
    }
    engine.endless("t");
    return opened;
  }

  @AfterEach
  void close() throws Exception {
    server.close();
    database.close();
  }

  private static void readAll(PreparedStatement statement) throws SQLException {
    try (ResultSet found = statement.executeQuery()) {
      while (found.next()) {
        // Only the end matters.
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theQueryTimeoutEndsEachStatement(boolean isServed) throws SQLException {
    try (Connection connection = open(isServed)) {
      for (String select : SELECTS) {
        try (PreparedStatement statement = connection.prepareStatement(select)) {
          statement.setQueryTimeout(1);
          long start = System.nanoTime();
          assertThatThrownBy(() -> readAll(statement))
              .as(select)
              .isInstanceOfSatisfying(
                  SQLTimeoutException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"))
              .hasMessageStartingWith("cannot read t: found no end within ");
          assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start))
              .as(select)
              .isBetween(1_000L, 2_000L);
          assertThat(engine.openSnapshots()).as(select).isZero();
        }
      }
      try (Statement delete = connection.createStatement()) {
        delete.setQueryTimeout(1);
        assertThatThrownBy(
                () ->
                    delete.executeUpdate(
                        "DELETE FROM t WHERE id > 0 AND s = 'none' ALLOW FILTERING"))
            .isInstanceOf(SQLTimeoutException.class)
            .hasMessageContaining("; no row was deleted before; run the statement again");
        assertThat(engine.openSnapshots()).isZero();
      }
    }
  }

  /** The error of a call that is cancelled when it has read some rows. */
  private SQLException cancelled(Statement statement, Call call) throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    engine.watch(
        "t",
        row -> {
          if (row == 1_000) {
            begun.countDown();
          }
        });
    AtomicReference<SQLException> error = new AtomicReference<>();
    Thread running =
        new Thread(
            () -> {
              try {
                call.run();
              } catch (SQLException e) {
                error.set(e);
              }
            });
    running.start();
    begun.await();
    try {
      statement.cancel();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    running.join();
    return error.get();
  }

  @FunctionalInterface
  private interface Call {
    void run() throws SQLException;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCancelFromAnotherThreadEndsEachStatement(boolean isServed) throws Exception {
    try (Connection connection = open(isServed)) {
      for (String select : SELECTS) {
        try (PreparedStatement statement = connection.prepareStatement(select)) {
          SQLException error = cancelled(statement, () -> readAll(statement));
          assertThat((Throwable) error)
              .as(select)
              .isInstanceOf(SQLTransientException.class)
              .hasMessage("cannot read t: cancelled; run the statement again");
          assertThat(error.getSQLState()).isEqualTo("57014");
          assertThat(engine.openSnapshots()).as(select).isZero();
        }
      }
      // The next statement is not cancelled, and a cancel ends all statements of a batch.
      try (Statement batch = connection.createStatement()) {
        batch.addBatch("INSERT INTO t (id, s) VALUES (3, 'other')");
        batch.addBatch("DELETE FROM t WHERE id > 0 AND s = 'none' ALLOW FILTERING");
        batch.addBatch("INSERT INTO t (id, s) VALUES (4, 'other') IF NOT EXISTS");
        SQLException error = cancelled(batch, batch::executeBatch);
        assertThat((Throwable) error)
            .isInstanceOfSatisfying(
                BatchUpdateException.class, e -> assertThat(e.getUpdateCounts()).hasSize(1))
            .hasMessageEndingWith("to delete the others (statement 2 of the batch)");
        assertThat(database.table("t").get(3)).isPresent();
        assertThat(database.table("t").get(4)).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theNetworkTimeoutEndsACommit(boolean isServed) throws Exception {
    try (Connection connection = open(isServed)) {
      assertThatThrownBy(() -> connection.setNetworkTimeout(Runnable::run, -1))
          .hasMessage("cannot set the network timeout: found -1 ms, expected 0 (no limit) or more");
      connection.setNetworkTimeout(Runnable::run, 300);
      assertThat(connection.getNetworkTimeout()).isEqualTo(300);
      connection.setAutoCommit(false);
      try (Statement insert = connection.createStatement()) {
        insert.executeUpdate("INSERT INTO t (id, s) VALUES (7, 'other')");
        insert.executeUpdate("INSERT INTO t (id, s) VALUES (8, 'other')");
      }
      engine.isBusy = true;
      long start = System.nanoTime();
      assertThatThrownBy(connection::commit)
          .isInstanceOfSatisfying(
              SQLTimeoutException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"))
          .hasMessageMatching(
              "cannot write to t: found no end within .* the time limit; nothing was changed, .*");
      assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start)).isBetween(300L, 1_300L);
      // JDBC: the connection is closed after its network timeout.
      assertThat(connection.isClosed()).isTrue();
      engine.isBusy = false;
      if (isServed) {
        assertThat(database.table("t").get(7)).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCancelOfItsStatementEndsACommit(boolean isServed) throws Exception {
    try (Connection connection = open(isServed);
        Statement other = connection.createStatement();
        Statement insert = connection.createStatement()) {
      connection.setAutoCommit(false);
      insert.executeUpdate("INSERT INTO t (id, s) VALUES (7, 'other')");
      engine.busy = new CountDownLatch(1);
      engine.isBusy = true;
      AtomicReference<SQLException> error = new AtomicReference<>();
      Thread running =
          new Thread(
              () -> {
                try {
                  connection.commit();
                } catch (SQLException e) {
                  error.set(e);
                }
              });
      running.start();
      engine.busy.await();
      other.cancel(); // It has no part in the commit.
      insert.cancel();
      running.join();
      assertThat((Throwable) error.get())
          .isInstanceOf(SQLTransientException.class)
          .hasMessage("cannot write to t: cancelled; nothing was changed, run the statement again");
      engine.isBusy = false;
      assertThat(database.table("t").get(7)).isEmpty();
      insert.executeUpdate("INSERT INTO t (id, s) VALUES (7, 'other')");
      connection.commit();
      assertThat(database.table("t").get(7)).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCancelBetweenTwoStatementsOfABatchEndsIt(boolean isServed) throws Exception {
    try (Connection connection = open(isServed);
        Statement batch = connection.createStatement()) {
      // The first statement has looked for the last time when it reads its row.
      engine.watch(
          "t",
          row -> {
            try {
              batch.cancel();
            } catch (SQLException e) {
              throw new AssertionError(e);
            }
          });
      batch.addBatch("INSERT INTO t (id, s) VALUES (5, 'other')");
      batch.addBatch("INSERT INTO t (id, s) VALUES (6, 'other') IF NOT EXISTS");
      assertThatThrownBy(batch::executeBatch)
          .isInstanceOf(BatchUpdateException.class)
          .hasMessageContaining("cancelled; nothing was changed");
      engine.watch("t", row -> {});
      assertThat(database.table("t").get(6)).isEmpty();
    }
  }
}
