package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import keywright.key.Condition;
import keywright.table.Database;
import keywright.table.Rows;
import keywright.table.Table;
import keywright.table.model.Query;
import keywright.table.model.Using;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** DELETE of columns and of ranges, {@code !=} after IF, write times of batches, uuid(). */
class ChangesOfPartsTest {
  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createTable() {
    session.execute(
        "CREATE TABLE t (p int, a int, b text, c int, d uuid, at timestamp, PRIMARY KEY (p, a))");
    session.execute("CREATE INDEX by_c ON t (c)");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String run(String statement, Object... parameters) {
    Result result = session.execute(statement, parameters);
    return result.columns().isEmpty() ? result.message() : rows(result);
  }

  private static String rows(Result result) {
    return result.toList().stream()
        .map(row -> row.values().stream().map(String::valueOf).collect(Collectors.joining(" ")))
        .collect(Collectors.joining(", "));
  }

  private void fill(int partitions, int rows) {
    for (int p = 0; p < partitions; p++) {
      List<String> values = new ArrayList<>();
      for (int a = 0; a < rows; a++) {
        values.add("(%d, %d, 'x', %d)".formatted(p, a, a % 10));
      }
      session.execute("INSERT INTO t (p, a, b, c) VALUES " + String.join(", ", values));
    }
  }

  @Test
  void columnsAreDeletedWithoutMakingARow() {
    fill(1, 2);
    assertThat(run("DELETE b, c FROM t WHERE p = 0 AND a = 1")).isEqualTo("1 row changed");
    assertThat(run("SELECT b, c FROM t WHERE p = 0")).isEqualTo("x 0, null null");
    assertThat(run("SELECT count(*) FROM t WHERE c = 1")).as("the index too").isEqualTo("0");
    assertThat(run("DELETE b FROM t WHERE p = 7 AND a = 1")).isEqualTo("0 rows changed");
    assertThat(run("SELECT count(*) FROM t WHERE p = 7")).isEqualTo("0");
    assertThat(run("DELETE b FROM t WHERE p = 0 AND a = 0 IF c = 9")).isEqualTo("false 0");
    assertThat(run("DELETE b FROM t WHERE p = 0 AND a = 0 IF c = 0")).isEqualTo("true");
    assertThat(run("DELETE b FROM t WHERE p = 7 AND a = 0 IF c IS NULL")).isEqualTo("true");
    assertThat(run("SELECT count(*) FROM t WHERE p = 7")).isEqualTo("0");
    assertThat(run("BEGIN BATCH DELETE c FROM t WHERE p = 0 AND a = 0 APPLY BATCH"))
        .isEqualTo("batch applied: 1 row changed");
    assertThatThrownBy(() -> run("DELETE a FROM t WHERE p = 0 AND a = 0"))
        .hasMessageContaining("primary key");
    assertThatThrownBy(() -> run("DELETE b, b FROM t WHERE p = 0 AND a = 0"))
        .hasMessageContaining("found column \"b\" a second time");
  }

  @Test
  void unequalAfterIf() {
    fill(1, 1);
    assertThat(run("UPDATE t SET b = 'y' WHERE p = 0 AND a = 0 IF b != 'x'")).isEqualTo("false x");
    assertThat(run("UPDATE t SET b = 'y' WHERE p = 0 AND a = 0 IF b <> 'z' AND c < 5"))
        .isEqualTo("true");
    assertThat(run("UPDATE t SET c = 1 WHERE p = 0 AND a = 0 IF d != ?", UUID.randomUUID()))
        .as("null is not equal to a value")
        .isEqualTo("true");
    assertThat(run("UPDATE t SET c = 1 WHERE p = 0 AND a = 0 IF d != null"))
        .isEqualTo("false null");
    assertThat(run("UPDATE t SET c = 2 WHERE p = 0 AND a = 0 IF d = null")).isEqualTo("true");
    assertThat(run("UPDATE t SET c = 3 WHERE p = 0 AND a = 0 IF c = ?", (Object) null))
        .isEqualTo("false 2");
    assertThat(run("UPDATE t SET c = 3 WHERE p = 0 AND a = 0 IF c != ?", (Object) null))
        .isEqualTo("true");
    assertThatThrownBy(() -> run("SELECT a FROM t WHERE p = 0 AND a = null"))
        .hasMessageContaining("found null, expected a value; write IS NULL or IS NOT NULL");
    assertThatThrownBy(() -> run("UPDATE t SET c = 1 WHERE p = 0 AND a = 0 IF a != 3"))
        .hasMessageContaining("expected conditions on columns outside the primary key");
    assertThatThrownBy(() -> run("UPDATE t SET c = 1 WHERE p = 0 AND a = 0 IF c != 'x'"))
        .hasMessageContaining("cannot compare c");
    assertThatThrownBy(() -> run("SELECT a FROM t WHERE p != 1"))
        .hasMessageContaining("found '!=', expected =, <, <=, > or >=; only IF can have !=");
  }

  /** As drivers write a date in the text of a statement. */
  @Test
  void aNumberForADateIsItsDays() {
    session.execute("CREATE TABLE born (day date PRIMARY KEY, n int)");
    session.execute("INSERT INTO born (day, n) VALUES (2147483647, 1), (2147483648, 2)");
    assertThat(run("SELECT day FROM born")).isEqualTo("1969-12-31, 1970-01-01");
    assertThat(run("SELECT n FROM born WHERE day = 2147483647")).isEqualTo("1");
    for (String wrong : List.of("20170131", "0", "2150416545", "2147483647.5")) {
      assertThatThrownBy(() -> run("INSERT INTO born (day, n) VALUES (%s, 1)".formatted(wrong)))
          .as(wrong)
          .hasMessageContaining("cannot set day: found " + wrong + ", expected a date such as");
    }
  }

  @Test
  void eachUuidIsAnother() {
    run(
        "INSERT INTO t (p, a, d, at) VALUES (1, 1, uuid(), current_timestamp()), (1, 2, uuid(), now())");
    List<Object> uuids = new ArrayList<>();
    List<Object> times = new ArrayList<>();
    session
        .execute("SELECT d, at FROM t WHERE p = 1")
        .toList()
        .forEach(
            row -> {
              uuids.add(row.get(0));
              times.add(row.get(1));
            });
    assertThat(uuids).doesNotHaveDuplicates().allMatch(id -> ((UUID) id).version() == 4);
    assertThat(times.get(0)).isInstanceOf(Instant.class).isEqualTo(times.get(1));
    PreparedStatement insert = session.prepare("INSERT INTO t (p, a, d) VALUES (2, ?, uuid())");
    insert.execute(1).close();
    insert.execute(2).close();
    assertThat(session.execute("SELECT d FROM t WHERE p = 2").toList().stream().distinct())
        .hasSize(2);
    session.execute("CREATE TABLE u (uuid uuid PRIMARY KEY, current_timestamp int)");
  }

  @Test
  void aBatchHasAWriteTime() {
    fill(1, 2);
    run(
        """
        BEGIN BATCH USING TIMESTAMP 5
          INSERT INTO t (p, a, b) VALUES (0, 5, 'old');
          UPDATE t SET b = 'old' WHERE p = 0 AND a = 0;
        APPLY BATCH""");
    assertThat(run("SELECT b, writetime(b) FROM t WHERE p = 0 AND a = 5")).isEqualTo("old 5");
    assertThat(run("SELECT b FROM t WHERE p = 0 AND a = 0")).isEqualTo("x");
    assertThatThrownBy(
            () ->
                run(
                    "BEGIN BATCH USING TIMESTAMP 5 UPDATE t USING TIMESTAMP 6 SET b = '' WHERE p = 0 AND a = 0 APPLY BATCH"))
        .hasMessageContaining(
            "found USING TIMESTAMP in the statement and after BEGIN BATCH, expected only one of them");
    assertThatThrownBy(
            () ->
                run(
                    "BEGIN BATCH USING TIMESTAMP 5 DELETE FROM t WHERE p = 0 AND a = 0 APPLY BATCH"))
        .hasMessageContaining("found USING, expected none, since a delete happens now");
    assertThatThrownBy(
            () -> run("BEGIN BATCH USING TTL 5 DELETE FROM t WHERE p = 0 AND a = 0 APPLY BATCH"))
        .hasMessageContaining("found USING TTL after BEGIN BATCH");
  }

  @Test
  void rowsOfAPrefixOrARangeAreDeleted() {
    fill(3, 2_500);
    assertThat(run("DELETE FROM t WHERE p = 1")).isEqualTo("2500 rows deleted");
    assertThat(run("DELETE FROM t WHERE p = 1")).isEqualTo("0 rows deleted");
    assertThat(run("DELETE FROM t WHERE p = 0 AND a >= 10 AND a < 2000"))
        .isEqualTo("1990 rows deleted");
    assertThat(run("SELECT count(*) FROM t")).isEqualTo("3010");
    assertThat(run("DELETE FROM t WHERE p = 2 AND c = 3")).isEqualTo("250 rows deleted");
    assertThat(run("DELETE FROM t WHERE c = 4")).as("by the index").isEqualTo("301 rows deleted");
    assertThat(run("SELECT count(*) FROM t")).isEqualTo("2459");
    assertThatThrownBy(() -> run("DELETE FROM t WHERE b = 'x'"))
        .hasMessageContaining("add ALLOW FILTERING to read every row");
    assertThat(run("DELETE FROM t WHERE b = 'x' ALLOW FILTERING")).isEqualTo("2459 rows deleted");
    assertThat(run("SELECT count(*) FROM t")).isEqualTo("0");
    assertThat(database.verify("t")).isEmpty();
  }

  @Test
  void aRowThatChangesMeanwhileIsNotDeleted() {
    fill(1, 5);
    List<Condition> conditions =
        List.of(
            new Condition.Compare("p", Condition.Operator.EQ, 0),
            new Condition.Compare("c", Condition.Operator.GE, 3));
    Table table = database.table("t");
    RangeChange delete =
        new RangeChange(database, Source.statement("DELETE", 1, 1), table, conditions);
    try (Rows rows = table.query(Query.select("p", "a").where(conditions))) {
      run("UPDATE t SET c = 0 WHERE p = 0 AND a = 3");
      assertThat(delete.delete(rows)).isEqualTo(1);
    }
    assertThat(run("SELECT a FROM t WHERE p = 0")).isEqualTo("0, 1, 2, 3");
  }

  @Test
  void rowsOfAPrefixOrARangeAreUpdated() {
    fill(3, 2_500);
    assertThat(run("UPDATE t SET b = 'y' WHERE p = 1")).isEqualTo("2500 rows updated");
    assertThat(run("UPDATE t SET b = 'y' WHERE p = 9"))
        .as("inserts none")
        .isEqualTo("0 rows updated");
    assertThat(run("UPDATE t SET b = 'z' WHERE p = 1 AND a >= 10 AND a < 2000"))
        .isEqualTo("1990 rows updated");
    assertThat(run("SELECT count(*) FROM t WHERE b = 'z' ALLOW FILTERING")).isEqualTo("1990");
    assertThat(run("UPDATE t SET c = 77 WHERE c = 4"))
        .as("by the index whose key changes")
        .isEqualTo("750 rows updated");
    assertThat(run("SELECT count(*) FROM t WHERE c = 77")).isEqualTo("750");
    assertThatThrownBy(() -> run("UPDATE t SET c = 1 WHERE b = 'x'"))
        .hasMessageContaining("add ALLOW FILTERING to read every row");
    assertThat(run("UPDATE t SET c = 1 WHERE b = 'x' ALLOW FILTERING"))
        .as("500 rows have this value already")
        .isEqualTo("4500 rows updated");
    assertThat(run("SELECT count(*) FROM t")).isEqualTo("7500");
    assertThat(database.verify("t")).isEmpty();
  }

  @Test
  void aRowThatIsDeletedMeanwhileIsNotInsertedByAnUpdate() {
    fill(1, 5);
    List<Condition> conditions = List.of(new Condition.Compare("p", Condition.Operator.EQ, 0));
    Table table = database.table("t");
    RangeChange update =
        new RangeChange(database, Source.statement("UPDATE", 1, 1), table, conditions);
    try (Rows rows = table.query(Query.select("p", "a").where(conditions))) {
      run("DELETE FROM t WHERE p = 0 AND a = 3");
      assertThat(update.update(rows, Map.of("b", "y"), Using.NOTHING)).isEqualTo(4);
    }
    assertThat(run("SELECT a FROM t WHERE p = 0")).isEqualTo("0, 1, 2, 4");
  }

  @Test
  void otherUpdatesByARangeAreRefused() {
    fill(1, 3);
    assertThatThrownBy(() -> run("UPDATE t SET b = 'y' WHERE p = 0 IF EXISTS"))
        .hasMessageContaining("cannot update t: ");
    assertThatThrownBy(() -> run("BEGIN BATCH UPDATE t SET b = 'y' WHERE p = 0 APPLY BATCH"))
        .hasMessageContaining("cannot update t: ");
    assertThatThrownBy(() -> run("UPDATE t SET b = 'y' WHERE p = 0 AND a = 1 ALLOW FILTERING"))
        .hasMessageContaining("found ALLOW FILTERING, expected none");
    assertThatThrownBy(() -> run("UPDATE t SET c = c + 1 WHERE p = 0"))
        .hasMessageContaining("found a sum in an UPDATE of several rows");
    assertThatThrownBy(() -> run("UPDATE t SET a = 5 WHERE p = 0"))
        .hasMessageContaining("cannot set a of t: it is part of the primary key");
    assertThatThrownBy(() -> run("UPDATE t USING TIMESTAMP 5 SET b = 'y' WHERE p = 0"))
        .hasMessageContaining("cannot update a range of t: found USING TIMESTAMP");
    assertThat(run("UPDATE t USING TTL 1000 SET b = 'y' WHERE p = 0")).isEqualTo("3 rows updated");
  }

  @Test
  void otherDeletesByARangeAreRefused() {
    fill(1, 3);
    assertThatThrownBy(() -> run("DELETE FROM t WHERE p = 0 IF EXISTS"))
        .hasMessageContaining("cannot delete from t: ");
    assertThatThrownBy(() -> run("BEGIN BATCH DELETE FROM t WHERE p = 0 APPLY BATCH"))
        .hasMessageContaining("cannot delete from t: ");
    assertThatThrownBy(() -> run("DELETE FROM t WHERE p = 0 AND a = 1 ALLOW FILTERING"))
        .hasMessageContaining("found ALLOW FILTERING, expected none");
    assertThatThrownBy(() -> run("DELETE b FROM t WHERE p = 0"))
        .hasMessageContaining("cannot compute the row of t: ");
  }
}
