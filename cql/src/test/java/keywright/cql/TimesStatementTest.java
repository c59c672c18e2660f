package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** USING, WRITETIME, TTL, VERSIONS and AS OF as statements. */
class TimesStatementTest {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2024-01-01T00:00:00Z"));
  private final Database database = Database.over(new MemoryEngine(), now::get, 1);
  private final CqlSession session = CqlSession.over(database);

  @AfterEach
  void close() {
    database.close();
  }

  @BeforeEach
  void createTable() {
    run("CREATE TABLE t (a int PRIMARY KEY, ttl int, b text, FAMILY v (ttl, b) WITH versions = 3)");
  }

  private String run(String statement, Object... parameters) {
    return session.execute(statement, parameters).message();
  }

  private List<List<@Nullable Object>> query(String statement, Object... parameters) {
    return session.execute(statement, parameters).toList().stream().map(Row::values).toList();
  }

  @Test
  void writesTakeATimestampAndATtl() {
    run("INSERT INTO t (a, b) VALUES (1, 'x') USING TIMESTAMP 1000 AND TTL ?", 60);
    run("UPDATE t USING TTL 90 AND TIMESTAMP 900 SET b = 'old', ttl = 5 WHERE a = 1");
    assertThat(query("SELECT b, WRITETIME(b), TTL(b), writetime(ttl), ttl(ttl) FROM t"))
        .containsExactly(List.of("x", 1_000L, 60, 900L, 90));
    assertThat(session.execute("SELECT writetime(b) AS w, ttl(b) FROM t").columns())
        .extracting(column -> column.name() + " " + column.type())
        .containsExactly("w bigint", "ttl(b) int");
    now.set(now.get().plusSeconds(60));
    assertThat(query("SELECT a, ttl FROM t WHERE a = 1")).containsExactly(List.of(1, 5));
    assertThat(query("SELECT a FROM t WHERE b = 'x' ALLOW FILTERING")).isEmpty();
  }

  @Test
  void aRowOfAnInsertWithATtlExpires() {
    run("INSERT INTO t (a, b) VALUES (1, 'x'), (2, 'y') USING TTL 10");
    assertThat(query("INSERT INTO t (a) VALUES (3) IF NOT EXISTS USING TTL 20"))
        .containsExactly(List.of(true));
    now.set(now.get().plusSeconds(10));
    assertThat(query("SELECT a FROM t")).containsExactly(List.of(3));
  }

  @Test
  void versionsAndOlderStatesAreRead() {
    run("INSERT INTO t (a, b) VALUES (1, 'x')");
    now.set(now.get().plusSeconds(1));
    run("UPDATE t SET b = 'y' WHERE a = 1");
    Instant second = now.get();
    assertThat(query("SELECT b FROM t WHERE a = 1 LIMIT 9 VERSIONS 2"))
        .containsExactly(List.of("y", second), List.of("x", second.minusSeconds(1)));
    assertThat(query("SELECT b FROM t AS OF '2024-01-01T00:00:00.5'"))
        .containsExactly(List.of("x"));
    assertThat(query("SELECT b FROM t AS OF ?", 1_704_067_200_000_000L))
        .containsExactly(List.of("x"));
    assertThat(query("SELECT b FROM t VERSIONS ? AS OF '2024-01-01'", 5))
        .containsExactly(List.of("x", second.minusSeconds(1)));
    assertThat(query("SELECT b FROM t AS OF '2023-12-31'")).isEmpty();
  }

  @Test
  void whatIsWrongHasItsPlace() {
    refused(
        "INSERT INTO t (a) VALUES (1) USING TTL -1",
        "column 40: found -1, expected a whole number of seconds from 0 (for ever) to 630720000");
    refused(
        "INSERT INTO t (a) VALUES (1) USING TIMESTAMP 0",
        "found 0, expected a whole number of microseconds since 1970 from 1 to 9223372036854775807");
    refused("UPDATE t USING TTL 1 AND TTL 2 SET b = 'x' WHERE a = 1", "found TTL a second time");
    refused("INSERT INTO t (a) VALUES (1) USING TTL 'x'", "found 'x', expected a whole number");
    refused(
        "INSERT INTO t (a) VALUES (1) IF NOT EXISTS USING TIMESTAMP 5",
        "cannot insert into t: found IF NOT EXISTS and USING TIMESTAMP 5, expected only one of them");
    refused("SELECT * FROM t VERSIONS 0", "found versions 0, expected a whole number from 1");
    refused(
        "SELECT * FROM t AS OF 'noon'",
        "found 'noon', expected a timestamp or microseconds since 1970");
    refused("SELECT ttl(a) FROM t", "found ttl(a), a column of the primary key");
  }

  private void refused(String statement, String message) {
    assertThatThrownBy(() -> query(statement))
        .isInstanceOf(CqlException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void nowIsTheMomentOfTheStatement() {
    now.set(Instant.parse("2024-03-31T23:30:00.123456789Z"));
    Instant first = Instant.parse("2024-03-31T23:30:00.123Z");
    run("CREATE TABLE m (at timestamp, day date, n int, seen timestamp(us), PRIMARY KEY (at, n))");
    run(
        "INSERT INTO m (at, day, n, seen) VALUES (NOW(), now(), 1, now()), (now(), now(), 2, null)");
    LocalDate day = LocalDate.parse("2024-03-31");
    assertThat(query("SELECT at, day, seen FROM m WHERE at = now() AND n = 1 AND day = now()"))
        .containsExactly(List.of(first, day, first.plusNanos(456_000)));
    now.set(now.get().plusSeconds(3_600));
    Instant later = first.plusSeconds(3_600).plusNanos(456_000);
    run("UPDATE m SET seen = now(), day = now() WHERE at = ? AND n = 2 IF seen IS NULL", first);
    assertThat(
            query(
                "SELECT n, seen, day FROM m WHERE at < now() AND seen IN (now())"
                    + " AND day BETWEEN '2024-03-31' AND now() AND now() >= seen"))
        .containsExactly(List.of(2, later, day.plusDays(1)));
    assertThat(query("SELECT n FROM m WHERE at >= now()")).isEmpty();
    run(
        "BEGIN BATCH INSERT INTO m (at, n) VALUES (now(), 3);"
            + " UPDATE m SET seen = now() WHERE at = now() AND n = 3; APPLY BATCH");
    assertThat(query("SELECT n, seen FROM m WHERE at = now()")).containsExactly(List.of(3, later));
    run("INSERT INTO t (a, b) VALUES (1, 'x')");
    now.set(now.get().plusSeconds(1));
    assertThat(query("SELECT b FROM t WHERE a = 1 AS OF now()")).hasSize(1);
  }

  @Test
  void nowIsNoValueOfOtherTypesAndNoneOfADesign() {
    assertThatThrownBy(() -> run("INSERT INTO t (a, b) VALUES (1, now())"))
        .hasMessage(
            "cannot set b: found 2024-01-01T00:00:00Z, expected text such as 'abc' (no unpaired surrogates) (line 1, column 33)");
    assertThatThrownBy(() -> run("INSERT INTO t (a) VALUES (1) USING TTL now()"))
        .hasMessageContaining("found 2024-01-01T00:00:00Z, expected a whole number of seconds");
    String load =
        "CREATE TABLE m (at timestamp PRIMARY KEY);"
            + " QUERY recent RATE 1/s AS SELECT * FROM m WHERE at > now();";
    assertThatThrownBy(() -> Design.read(load).queries().get(0).sampleQuery())
        .hasMessageContaining(
            "found now(), expected ? or a value; a function has a value only when a statement runs");
    run("CREATE TABLE named (now timestamp PRIMARY KEY)");
    run("INSERT INTO named (now) VALUES (now())");
    assertThat(query("SELECT now FROM named WHERE now = now()")).hasSize(1);
  }

  @Test
  void whatIsWrittenWithAnInstantOfAProgramIsFoundByIt() {
    run("CREATE TABLE m (at timestamp, n int, PRIMARY KEY (at, n))");
    Instant finer = Instant.parse("1969-12-31T23:59:59.123456789Z");
    Instant stored = Instant.parse("1969-12-31T23:59:59.123Z");
    run("INSERT INTO m (at, n) VALUES (?, 1)", finer);
    for (String where : List.of("at = ?", "at IN (?)", "at >= ?", "at <= ?")) {
      assertThat(query("SELECT at FROM m WHERE " + where + " ALLOW FILTERING", finer))
          .as(where)
          .containsExactly(List.of(stored));
    }
    assertThat(query("SELECT at FROM m WHERE at < ?", finer)).isEmpty();
    assertThat(query("SELECT at FROM m WHERE at > ?", finer)).isEmpty();
    assertThat(query("SELECT at FROM m WHERE at < '1969-12-31T23:59:59.123456789Z'")).hasSize(1);
    assertThatThrownBy(
            () -> run("INSERT INTO m (at, n) VALUES ('1969-12-31T23:59:59.123456789Z', 1)"))
        .hasMessageContaining("at most 3 decimals of a second");
    run("DELETE FROM m WHERE at = ? AND n = 1", finer);
    assertThat(query("SELECT at FROM m")).isEmpty();
  }
}
