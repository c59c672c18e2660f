package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import keywright.key.CqlDuration;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The type duration. */
class DurationsTest {
  private static final String REASON = "durations have no order, because a month has 28 to 31 days";

  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @BeforeEach
  void createTable() {
    session.execute(
        "CREATE TABLE t (id int PRIMARY KEY, d duration, l list<duration>, m map<text, duration>, p1d int)");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private String query(String statement, Object... values) {
    return session.execute(statement, values).toList().stream()
        .map(row -> row.values().stream().map(String::valueOf).collect(Collectors.joining(" ")))
        .collect(Collectors.joining(", "));
  }

  private void refused(String message, String statement, Object... values) {
    assertThatThrownBy(() -> session.execute(statement, values)).hasMessageContaining(message);
  }

  @Test
  void literalsAreThoseOfCassandra() {
    session.execute(
        "INSERT INTO t (id, d, l, m) VALUES (1, 1Y2Mo3w4d5h6m7s8ms9us10ns, [P1Y2M3DT4H5M6S, 'P2W', -1h30m, pt5s], {'a': 1µs})");
    assertThat(query("SELECT d, l, m FROM t"))
        .isEqualTo("1y2mo25d5h6m7s8ms9us10ns [1y2mo3d4h5m6s, 14d, -1h30m, 5s] {a=1us}");
    session.execute("UPDATE t SET d = ? WHERE id = 1", CqlDuration.of(1, 0, 5));
    session.execute("UPDATE t SET m['b'] = 5m, l = l + [2d] WHERE id = 1");
    assertThat(query("SELECT d FROM t WHERE d = 1mo5ns ALLOW FILTERING")).isEqualTo("1mo5ns");
    assertThat(query("SELECT d FROM t WHERE d IN (1mo5ns, 2d) ALLOW FILTERING"))
        .isEqualTo("1mo5ns");
    assertThat(query("SELECT d FROM t WHERE d = '30d' ALLOW FILTERING")).isEmpty();
    assertThat(query("SELECT id FROM t WHERE l CONTAINS 2d ALLOW FILTERING")).isEqualTo("1");
    assertThat(query("SELECT id FROM t WHERE m['b'] = 300s ALLOW FILTERING")).isEqualTo("1");
    assertThat(query("UPDATE t SET d = 0s WHERE id = 1 IF d = 1mo5ns")).startsWith("true");
    assertThat(query("SELECT JSON d, m FROM t"))
        .isEqualTo("{\"d\": \"0s\", \"m\": {\"a\": \"1us\", \"b\": \"5m\"}}");
    session.execute("INSERT INTO t JSON '{\"id\": 2, \"d\": \"1h\"}'");
    assertThat(query("SELECT CAST(d AS text) FROM t WHERE id = 2")).isEqualTo("1h");
    assertThat(query("DESCRIBE TABLE t")).contains("d duration").contains("m map<text, duration>");
  }

  @Test
  void aNameMayLookLikeADuration() {
    session.execute("INSERT INTO t (id, p1d) VALUES (1, 5)");
    assertThat(query("SELECT p1d FROM t WHERE p1d = 5 ALLOW FILTERING")).isEqualTo("5");
    assertThat(query("SELECT p1d FROM t WHERE 4 < p1d ALLOW FILTERING")).isEqualTo("5");
  }

  @Test
  void whatNeedsAnOrderIsRefused() {
    refused(REASON, "CREATE TABLE a (d duration PRIMARY KEY)");
    refused(REASON, "CREATE TABLE a (id int, d list<duration>, PRIMARY KEY (id, d))");
    refused(REASON, "CREATE TABLE a (id int PRIMARY KEY, d set<duration>)");
    refused(REASON, "CREATE TABLE a (id int PRIMARY KEY, d map<duration, int>)");
    refused(REASON, "CREATE TABLE a (id int PRIMARY KEY, d set<list<duration>>)");
    refused(REASON, "CREATE INDEX t_by_d ON t (d)");
    refused(REASON, "CREATE INDEX t_by_d ON t (values(l))");
    refused(REASON, "CREATE INDEX t_by_d ON t (bucket(4, d), id)");
    refused(REASON, "SELECT * FROM t WHERE d > 1h ALLOW FILTERING");
    refused(REASON, "SELECT * FROM t WHERE d BETWEEN 1h AND 2h ALLOW FILTERING");
    refused(REASON, "SELECT * FROM t WHERE m['a'] < 1h ALLOW FILTERING");
    refused(REASON, "SELECT * FROM t WHERE l < [1h] ALLOW FILTERING");
    refused(REASON, "SELECT * FROM t WHERE (id, d) > (1, 1h) ALLOW FILTERING");
    refused(REASON, "UPDATE t SET d = 1h WHERE id = 1 IF d < 1h");
    refused(REASON, "SELECT * FROM t ORDER BY d LIMIT 2");
    refused(REASON, "SELECT max(d) FROM t");
    refused("expected a number", "SELECT d + 1 FROM t");
    refused("cannot add to d: found type duration", "UPDATE t SET d = d + 1h WHERE id = 1");
    refused("no key", "SELECT id FROM t WHERE d = 1h");
  }

  @Test
  void whatIsNoDurationIsRefused() {
    for (String wrong :
        new String[] {"'1h1h'", "'1m1h'", "''", "'P'", "'PT'", "'1'", "'-'", "'P1H'"}) {
      refused("expected a duration such as", "INSERT INTO t (id, d) VALUES (1, " + wrong + ")");
    }
    refused("found '1h1h'", "INSERT INTO t (id, d) VALUES (1, 1h1h)");
    refused("found '99999999999mo'", "INSERT INTO t (id, d) VALUES (1, 99999999999mo)");
    refused("expected a duration such as", "INSERT INTO t (id, d) VALUES (1, 5)");
    refused("expected a whole number", "INSERT INTO t (id, p1d) VALUES (1, 5h)");
  }
}
