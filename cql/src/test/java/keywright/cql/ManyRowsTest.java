package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import keywright.table.model.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Statements that write many rows: what is left of one that is refused. */
class ManyRowsTest {
  private static void create(CqlSession session) {
    session.execute("CREATE TABLE t (id int PRIMARY KEY, e text, r text)");
    session.execute("CREATE UNIQUE INDEX te ON t (e)");
  }

  /** Runs on an engine with atomic batches: the reference in memory. */
  private static void onMemory(Consumer<CqlSession> test) {
    try (Database database = Database.open("memory:")) {
      CqlSession session = CqlSession.over(database);
      create(session);
      test.accept(session);
      assertThat(database.verify("t")).isEmpty();
    }
  }

  /** Runs on an engine without multi-row transactions, like HBase. */
  private static void onSingleRows(Consumer<CqlSession> test) {
    try (Database database =
        Database.over(MemoryEngine.ofSingleRows(1), InstantSource.system(), 1)) {
      CqlSession session = CqlSession.over(database);
      create(session);
      test.accept(session);
      assertThat(database.verify("t")).isEmpty();
    }
  }

  private static List<String> rows(CqlSession session, String statement) {
    List<String> lines = new ArrayList<>();
    for (Row row : session.execute(statement)) {
      lines.add(String.join(" ", row.values().stream().map(String::valueOf).toList()));
    }
    return lines;
  }

  private static List<String> ids(CqlSession session) {
    return rows(session, "SELECT id FROM t");
  }

  private static final String REFUSED =
      "INSERT INTO t (id, e) VALUES (1, 'a'), (2, 'b'), (3, 'a'), (4, 'c')";

  @Test
  void aRefusedInsertWritesNoRow() {
    onMemory(
        session -> {
          assertThatThrownBy(() -> session.execute(REFUSED))
              .isInstanceOf(CqlException.class)
              .hasMessage(
                  "cannot write row (3) of t: row (1) has the same key (a) of unique index te; change one of them (row 3 of 4, none is written) (line 1, column 50)");
          assertThat(ids(session)).isEmpty();
        });
  }

  @Test
  void aRefusedInsertNamesWhatIsWrittenWhereRowsChangeOneAtATime() {
    onSingleRows(
        session -> {
          assertThatThrownBy(() -> session.execute(REFUSED))
              .isInstanceOf(CqlException.class)
              .hasMessage(
                  "cannot write row (3) of t: row (1) has the same key (a) of unique index te; change one of them (row 3 of 4; the other 3 are written, since the engine has no multi-row transactions) (line 1, column 50)");
          assertThat(ids(session)).containsExactly("1", "2", "4");
          assertThatThrownBy(
                  () ->
                      session.execute(
                          "INSERT INTO t (id, e) VALUES (5, 'a'), (6, 'f'), (7, 'b'), (8, 'c')"))
              .hasMessage(
                  "cannot write row (5) of t: row (1) has the same key (a) of unique index te; change one of them (rows 1, 3 and 4 of 4 are refused; the other one is written, since the engine has no multi-row transactions) (line 1, column 30)");
          assertThat(ids(session)).containsExactly("1", "2", "4", "6");
        });
  }

  @Test
  void anInsertIfNotExistsLeavesOutTheRowsThatExistAndIsRefusedAsAWhole() {
    String statement =
        "INSERT INTO t (id, e) VALUES (1, 'x'), (2, 'b'), (2, 'z'), (3, 'a') IF NOT EXISTS";
    onMemory(
        session -> {
          session.execute("INSERT INTO t (id, e) VALUES (1, 'a')");
          assertThatThrownBy(() -> session.execute(statement))
              .hasMessageContaining("(row 4 of 4, none is written) (line 1, column 60)");
          assertThat(ids(session)).containsExactly("1");
        });
    Consumer<CqlSession> taken =
        session -> {
          session.execute("INSERT INTO t (id, e) VALUES (1, 'a')");
          assertThat(rows(session, statement.replace("'a'", "'c'")))
              .containsExactly(
                  "false 1 a null", "true null null null", "false 2 b null", "true null null null");
          assertThat(rows(session, "SELECT * FROM t"))
              .containsExactly("1 a null", "2 b null", "3 c null");
        };
    onMemory(taken);
    onSingleRows(taken);
  }

  @Test
  void anInsertFollowsADefinitionThatChangesMeanwhile() throws InterruptedException {
    try (Database database = Database.open("memory:")) {
      CqlSession session = CqlSession.over(database);
      session.execute("CREATE TABLE t (id int PRIMARY KEY, e text)");
      AtomicReference<Throwable> failed = new AtomicReference<>();
      AtomicBoolean done = new AtomicBoolean();
      Thread writer =
          new Thread(
              () -> {
                try {
                  for (int id = 0; id < 3_000; id++) {
                    session.execute("INSERT INTO t (id, e) VALUES (?, 'x')", id);
                  }
                } catch (RuntimeException e) {
                  failed.set(e);
                } finally {
                  done.set(true);
                }
              });
      writer.start();
      int altered = 0;
      while (!done.get()) {
        session.execute("ALTER TABLE t ADD r text");
        session.execute("ALTER TABLE t DROP r");
        altered++;
      }
      writer.join();
      assertThat(altered).isPositive();
      assertThat(failed.get()).isNull();
      assertThat(rows(session, "SELECT count(*) FROM t")).containsExactly("3000");
    }
  }

  @Test
  void aRekeyOfARowThatDoesNotExistRefusesItsBatch() {
    onMemory(
        session -> {
          session.execute("INSERT INTO t (id, e) VALUES (1, 'a')");
          String batch =
              "BEGIN BATCH UPDATE t SET e = 'b' WHERE id = 1; UPDATE t SET id = 6 WHERE id = 5 REKEY; APPLY BATCH";
          assertThatThrownBy(() -> session.execute(batch))
              .isInstanceOf(CqlException.class)
              .hasMessageStartingWith(
                  "cannot rekey t: found no row with id = 5, expected one, since the batch has other changes too; take this REKEY out of the batch, or write IF EXISTS (statement 2 of the batch,");
          assertThat(rows(session, "SELECT * FROM t")).containsExactly("1 a null");
          assertThat(session.execute("UPDATE t SET id = 6 WHERE id = 5 REKEY").message())
              .isEqualTo("0 rows moved");
        });
  }

  @Test
  void changesOfAnUnloggedBatchAreSeparateWithSingleRowAtomicity() {
    String batch =
        "BEGIN UNLOGGED BATCH INSERT INTO t (id, e) VALUES (1, 'a'); INSERT INTO t (id, e) VALUES (2, 'a'); UPDATE t SET e = 'c' WHERE id = 3; DELETE FROM t WHERE id = 9; APPLY BATCH";
    onSingleRows(
        session -> {
          assertThatThrownBy(() -> session.execute(batch.replace("UNLOGGED ", "")))
              .hasMessageContaining("BEGIN UNLOGGED BATCH");
          assertThat(ids(session)).isEmpty();
          assertThatThrownBy(() -> session.execute(batch))
              .hasMessageContaining(
                  "(change 2 of 4; the other 3 are written, since the engine has no multi-row transactions) (statement 2 of the batch, line 1, column 61)");
          assertThat(ids(session)).containsExactly("1", "3");
          assertThat(session.execute(batch.replace("(2, 'a')", "(2, 'd')")).message())
              .isEqualTo("batch applied: 1 row changed");
          assertThat(ids(session)).containsExactly("1", "2", "3");
          assertThatThrownBy(() -> session.execute(batch.replace("id = 9", "id = 9 IF e = 'x'")))
              .hasMessageContaining("cannot write 4 rows in one step");
        });
    onMemory(
        session -> {
          assertThatThrownBy(() -> session.execute(batch))
              .hasMessageContaining("(statement 2 of the batch, line 1, column 61)");
          assertThat(ids(session)).isEmpty();
        });
  }

  @Test
  void aStatementThatWouldFillTheMemoryIsRefusedBeforeItIsRead() {
    int rows = Math.toIntExact(StatementLimits.TOKENS / 4);
    String statement = "INSERT INTO t (id) VALUES (1)" + ",(1)".repeat(rows);
    onMemory(
        session ->
            assertThatThrownBy(() -> session.execute(statement))
                .isInstanceOf(CqlException.class)
                .hasMessageStartingWith(
                    "cannot run the statement: found more than %,d words, values and signs,"
                        .formatted(StatementLimits.TOKENS)));
  }

  @Test
  @Tag("large")
  void aTextThatWouldFillTheMemoryIsRefusedBeforeItIsRead() {
    for (String text :
        List.of(
            " ".repeat(StatementLimits.CHARACTERS + 1),
            "\u0100".repeat(StatementLimits.CHARACTERS / 2 + 1))) {
      int most = text.startsWith(" ") ? StatementLimits.CHARACTERS : StatementLimits.CHARACTERS / 2;
      onMemory(
          session ->
              assertThatThrownBy(() -> session.execute(text))
                  .isInstanceOf(CqlException.class)
                  .hasMessageStartingWith(
                      "cannot read the statement: found more than %,d characters before its ;"
                          .formatted(most)));
    }
  }
}
