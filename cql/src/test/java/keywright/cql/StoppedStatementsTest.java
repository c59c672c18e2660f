package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import keywright.key.ErrorCode;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.WriteBatch;
import keywright.store.contract.WatchedEngine;
import keywright.store.stop.Cancellation;
import keywright.table.Database;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that a timeout or a cancel ends early. */
class StoppedStatementsTest {
  private static final int ROWS = 5_000;

  private static Engine engine(boolean hasBatches) {
    return hasBatches ? new MemoryEngine() : MemoryEngine.ofSingleRows(1);
  }

  private static Database filled(Engine engine) {
    Database database = Database.over(engine, InstantSource.system(), 1);
    CqlSession session = CqlSession.over(database);
    session.execute("CREATE TABLE t (p int, id int, n int, s text, PRIMARY KEY (p, id))").close();
    for (int start = 0; start < ROWS; start += 1_000) {
      StringBuilder insert = new StringBuilder("INSERT INTO t (p, id, n, s) VALUES ");
      for (int id = start; id < start + 1_000; id++) {
        insert.append(id == start ? "" : ", ").append("(1, ").append(id).append(", 1, 'some')");
      }
      session.execute(insert.toString()).close();
    }
    return database;
  }

  private static long count(Database database, String where) {
    try (Result result =
        CqlSession.over(database)
            .execute("SELECT count(*) FROM t WHERE p = 1" + where + " ALLOW FILTERING")) {
      return result.next().getLong(0);
    }
  }

  /** Tells of each write of rows. */
  private static final class WritingEngine extends WatchedEngine {
    private Consumer<WriteBatch> writing = batch -> {};
    private int writes;

    WritingEngine(Engine engine) {
      super(engine);
    }

    @Override
    public boolean write(WriteBatch batch) {
      if (batch.writes().stream().anyMatch(write -> write.layout().name().equals("t"))) {
        writing.accept(batch);
      }
      return super.write(batch);
    }
  }

  private static void cancelAt(WatchedEngine engine, Cancellation cancellation, long cancelledAt) {
    engine.watch(
        "t",
        row -> {
          if (row == cancelledAt) {
            cancellation.cancel();
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRangeDeleteSaysHowManyRowsWereDeleted(boolean hasBatches) {
    WritingEngine engine = new WritingEngine(engine(hasBatches));
    try (Database database = filled(engine)) {
      CqlSession session = CqlSession.over(database);
      PreparedStatement delete = session.prepare("DELETE FROM t WHERE p = ?");
      Cancellation cancellation = Cancellation.begin();
      engine.writing =
          batch -> {
            if (++engine.writes == (hasBatches ? 2 : 2_000)) {
              cancellation.cancel();
            }
          };
      assertThatThrownBy(() -> delete.bind(1).stoppedBy(cancellation).execute())
          .isInstanceOfSatisfying(
              CqlException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STOPPED))
          .hasMessage(
              "cannot delete all rows of t that meet the conditions: cancelled; 2000 rows were deleted before; run the statement again to delete the others");
      assertThat(count(database, "")).isEqualTo(ROWS - 2_000);
      assertThat(engine.openSnapshots()).isZero();
      delete.bind(1).execute().close();
      assertThat(count(database, "")).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRangeUpdateThatEndsWhileItReadsHasChangedNoRow(boolean hasBatches) {
    Cancellation cancellation = Cancellation.begin();
    WatchedEngine engine = new WatchedEngine(engine(hasBatches));
    try (Database database = filled(engine)) {
      CqlSession session = CqlSession.over(database);
      cancelAt(engine, cancellation, 500);
      String update = "UPDATE t SET s = 'other' WHERE p = 1";
      assertThatThrownBy(() -> session.stoppedBy(cancellation).execute(update))
          .hasMessage(
              "cannot update all rows of t that meet the conditions: cancelled; no row was updated before; run the statement again to update the others");
      assertThat(count(database, " AND s = 'other'")).isZero();
      assertThat(engine.openSnapshots()).isZero();
      session.execute(update).close();
      assertThat(count(database, " AND s = 'other'")).isEqualTo(ROWS);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyStatementOfASessionHasItsOwnTime(boolean hasBatches) {
    try (Database database = filled(engine(hasBatches))) {
      CqlSession hasty = CqlSession.over(database).withTimeout(Duration.ofNanos(1));
      for (String statement :
          List.of(
              "SELECT * FROM t WHERE p = 1",
              "SELECT * FROM t WHERE p = 1 AND s = 'none' ALLOW FILTERING",
              "SELECT s, n FROM t WHERE p = 1 ORDER BY s ALLOW FILTERING",
              "SELECT p, sum(n) FROM t WHERE p = 1 GROUP BY p",
              "SELECT DISTINCT p FROM t",
              "EXPLAIN ANALYZE SELECT * FROM t WHERE p = 1",
              "INSERT INTO t (p, id) VALUES (2, 1)",
              "INSERT INTO t (p, id) VALUES (2, 1) IF NOT EXISTS",
              "UPDATE t SET n = n + 1 WHERE p = 1 AND id = 1",
              "DELETE FROM t WHERE p = 1 AND id = 1",
              "DELETE FROM t WHERE p = 1",
              "BEGIN BATCH INSERT INTO t (p, id) VALUES (2, 1); APPLY BATCH",
              "UPDATE t SET id = -1 WHERE p = 1 AND id = 1 REKEY",
              "CREATE INDEX t_by_n ON t (n)",
              "CREATE TABLE u (id int PRIMARY KEY)",
              "ALTER TABLE t DROP s",
              "TRUNCATE t",
              "DROP TABLE t")) {
        assertThatThrownBy(
                () -> {
                  try (Result result = hasty.execute(statement)) {
                    while (result.next() != null) {
                      // Only the end matters.
                    }
                  }
                })
            .as(statement)
            .isInstanceOfSatisfying(
                CqlException.class,
                e -> {
                  assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT);
                  assertThat(e.line()).isEqualTo(1);
                });
      }
      assertThatThrownBy(
              () ->
                  hasty.batch(
                      List.of(hasty.prepare("DELETE FROM t WHERE p = 1 AND id = 1").bind())))
          .hasMessage(
              "cannot write to t: found no end within 0 s, the time limit; nothing was changed, set a longer limit");
      assertThat(count(database, "")).isEqualTo(ROWS);
      assertThat(database.unfinishedIndexes()).isEmpty();
      CqlSession patient = CqlSession.over(database).withTimeout(Duration.ofHours(1));
      patient.execute("CREATE INDEX t_by_n ON t (n)").close();
      patient.execute("DELETE FROM t WHERE p = 1").close();
      assertThat(count(database, "")).isZero();
      assertThat(database.verify("t")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theTablesMarkAnIndexWhoseBuildHasEndedEarly(boolean hasBatches) {
    WatchedEngine engine = new WatchedEngine(engine(hasBatches));
    try (Database database = filled(engine)) {
      Cancellation cancellation = Cancellation.begin();
      cancelAt(engine, cancellation, 200);
      CqlSession session = CqlSession.over(database);
      assertThatThrownBy(
              () ->
                  session
                      .prepare("CREATE INDEX t_by_n ON t (n)")
                      .bind()
                      .stoppedBy(cancellation)
                      .execute())
          .hasMessageContaining("cancelled")
          .hasMessageContaining("t_by_n");
      try (Result tables = session.execute("DESCRIBE TABLES")) {
        assertThat(tables.toList().get(0).getString("indexes")).isEqualTo("t_by_n (not built)");
      }
      session.execute("CREATE INDEX t_by_n ON t (n)").close();
      try (Result tables = session.execute("DESCRIBE TABLES")) {
        assertThat(tables.toList().get(0).getString("indexes")).isEqualTo("t_by_n");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aPageEndsEarly(boolean hasBatches) {
    WatchedEngine engine = new WatchedEngine(engine(hasBatches));
    try (Database database = filled(engine)) {
      Cancellation cancellation = Cancellation.begin();
      cancelAt(engine, cancellation, 200);
      BoundStatement select =
          CqlSession.over(database)
              .prepare("SELECT * FROM t WHERE p = 1 AND s = 'none' ALLOW FILTERING")
              .bind();
      assertThatThrownBy(() -> select.stoppedBy(cancellation).page(10, 1_000, null))
          .hasMessage("cannot read t: cancelled; run the statement again");
      assertThat(engine.openSnapshots()).isZero();
    }
  }
}
