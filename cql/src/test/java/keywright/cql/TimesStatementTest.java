package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import keywright.store.MemoryEngine;
import keywright.table.Database;
import keywright.table.Row;
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
    refused("INSERT INTO t (a) VALUES (1) USING TTL 'x'", "found x, expected a whole number");
    refused(
        "INSERT INTO t (a) VALUES (1) IF NOT EXISTS USING TIMESTAMP 5",
        "cannot insert into t if absent at timestamp 5: found both, expected one");
    refused("SELECT * FROM t VERSIONS 0", "found versions 0, expected a whole number from 1");
    refused(
        "SELECT * FROM t AS OF 'noon'",
        "found noon, expected a timestamp or microseconds since 1970");
    refused("SELECT ttl(a) FROM t", "found ttl(a), a column of the primary key");
  }

  private void refused(String statement, String message) {
    assertThatThrownBy(() -> query(statement))
        .isInstanceOf(CqlException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }
}
