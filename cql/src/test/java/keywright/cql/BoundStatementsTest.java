package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Prepared statements with their values, executed as one batch. */
class BoundStatementsTest {
  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createTable() {
    session.execute("CREATE TABLE t (id int PRIMARY KEY, n int)");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private List<String> rows() {
    return session.execute("SELECT id, n FROM t").stream()
        .map(row -> row.values().toString())
        .toList();
  }

  @Test
  void statementsWithTheirValuesAreOneBatch() {
    PreparedStatement insert = session.prepare("INSERT INTO t (id, n) VALUES (?, ?)");
    PreparedStatement update = session.prepare("UPDATE t SET n = n + :more WHERE id = :id");
    assertThat(session.batch(List.of(insert.bind(1, 10), insert.bind(2, 20))).message())
        .isEqualTo("batch applied: 2 rows changed");
    assertThat(
            session
                .batch(
                    List.of(
                        update.bind(Map.of("id", 1, "more", 5)),
                        insert.bind(3, 30),
                        session.prepare("DELETE FROM t WHERE id = 2").bind(),
                        session
                            .prepare(
                                "BEGIN BATCH INSERT INTO t (id, n) VALUES (?, 4); INSERT INTO t"
                                    + " (id, n) VALUES (5, ?); APPLY BATCH")
                            .bind(4, 5)))
                .count())
        .isEqualTo(5);
    assertThat(rows()).containsExactlyInAnyOrder("[1, 15]", "[3, 30]", "[4, 4]", "[5, 5]");
    assertThat(session.batch(List.of()).count()).isZero();
  }

  @Test
  void aRefusedStatementLeavesNothingWritten() {
    PreparedStatement insert = session.prepare("INSERT INTO t (id, n) VALUES (?, ?)");
    assertThatThrownBy(
            () ->
                session.batch(
                    List.of(
                        insert.bind(1, 1),
                        session.prepare("UPDATE t SET n = n + 1 WHERE id = 9").bind())))
        .isInstanceOf(CqlException.class)
        .hasMessageContaining("cannot add to n of t: found no row with this key")
        .hasMessageContaining("(statement 2 of the batch, line 1, column 1)");
    assertThatThrownBy(() -> session.batch(List.of(insert.bind(1, 1), insert.bind(2, "x"))))
        .hasMessageStartingWith("cannot set n: found 'x'");
    assertThatThrownBy(
            () ->
                session.batch(
                    List.of(insert.bind(1, 1), session.prepare("SELECT * FROM t").bind())))
        .hasMessage(
            "cannot run the batch: found SELECT, expected INSERT, UPDATE, DELETE or BATCH; execute"
                + " it alone (line 1, column 1)");
    assertThat(rows()).isEmpty();
    assertThatThrownBy(() -> insert.bind(1))
        .hasMessage("cannot run the statement: found 1 value, expected 2, one for each ?");
  }

  @Test
  void aConditionThatIsNotMetIsNamedByItsStatement() {
    PreparedStatement insert = session.prepare("INSERT INTO t (id, n) VALUES (?, ?)");
    PreparedStatement absent = session.prepare("INSERT INTO t (id, n) VALUES (?, 0) IF NOT EXISTS");
    insert.execute(7, 7);
    try (Result result = session.batch(List.of(insert.bind(1, 1), absent.bind(7)))) {
      assertThat(result.wasApplied()).isFalse();
      assertThat(result.next().values()).startsWith(false, 2);
    }
    assertThat(rows()).containsExactly("[7, 7]");
    assertThat(session.batch(List.of(insert.bind(1, 1), absent.bind(8))).wasApplied()).isTrue();
  }
}
