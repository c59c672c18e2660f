package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The types timeuuid and inet. */
class TimeUuidsAndAddressesTest {
  private final Database database = Database.open("memory:");
  private final CqlSession session = CqlSession.over(database);

  @AfterEach
  void close() {
    database.close();
  }

  private String query(String statement, Object... values) {
    Result result = session.execute(statement, values);
    return result.toList().stream()
        .map(
            row ->
                row.values().stream()
                    .map(
                        value -> value instanceof InetAddress at ? at.getHostAddress() : "" + value)
                    .collect(Collectors.joining(" ")))
        .collect(Collectors.joining(", "));
  }

  @Test
  void timeUuidsSortByTheirTime() {
    session.execute("CREATE TABLE t (a int, id timeuuid, PRIMARY KEY (a, id DESC))");
    session.execute("CREATE INDEX t_by_id ON t (id)");
    session.execute(
        """
        INSERT INTO t (a, id) VALUES (1, 00000002-0000-1000-8000-000000000000),
          (1, 00000001-0001-1000-8000-000000000000), (1, ffffffff-0000-1000-8000-000000000000)""");
    assertThat(query("SELECT id FROM t WHERE a = 1 ORDER BY id"))
        .isEqualTo(
            "00000002-0000-1000-8000-000000000000, ffffffff-0000-1000-8000-000000000000, 00000001-0001-1000-8000-000000000000");
    assertThat(
            query(
                "SELECT count(*) FROM t WHERE a = 1 AND id > ?",
                UUID.fromString("00000003-0000-1000-8000-000000000000")))
        .isEqualTo("2");
    assertThat(query("SELECT max(id) FROM t")).isEqualTo("00000001-0001-1000-8000-000000000000");
    assertThatThrownBy(() -> session.execute("INSERT INTO t (a, id) VALUES (1, uuid())"))
        .hasMessageContaining("cannot set id: found")
        .hasMessageContaining("expected a uuid of version 1");
  }

  @Test
  void nowIsANewTimeUuid() {
    session.execute("CREATE TABLE t (id timeuuid PRIMARY KEY)");
    Instant before = Instant.now().minusSeconds(5);
    session.execute("INSERT INTO t (id) VALUES (now()), (now()), (now())");
    List<Object> times =
        session.execute("SELECT CAST(id AS timestamp) FROM t").toList().stream()
            .map(row -> row.values().get(0))
            .toList();
    assertThat(times).hasSize(3);
    assertThat((Instant) times.get(0)).isAfter(before).isBefore(Instant.now().plusSeconds(5));
    assertThat(query("SELECT JSON id FROM t LIMIT 1")).contains("-1");
  }

  @Test
  void addressesSortByTheirBytes() {
    session.execute("CREATE TABLE t (at inet PRIMARY KEY, n int)");
    session.execute("CREATE INDEX t_by_n ON t (n, at)");
    session.execute(
        "INSERT INTO t (at, n) VALUES ('10.0.0.2', 1), ('2001:db8::1', 1), ('10.0.0.10', 1), ('9.255.0.0', 1)");
    assertThat(query("SELECT at FROM t ORDER BY at"))
        .isEqualTo("9.255.0.0, 10.0.0.2, 10.0.0.10, 2001:db8:0:0:0:0:0:1");
    assertThat(query("SELECT at FROM t WHERE at >= '10.0.0.0' AND at < '11.0.0.0'"))
        .isEqualTo("10.0.0.2, 10.0.0.10");
    assertThat(query("SELECT at FROM t WHERE n = 1 AND at > '10.0.0.5' LIMIT 1"))
        .isEqualTo("10.0.0.10");
    session.execute("INSERT INTO t JSON '{\"at\": \"::1\"}'");
    assertThat(query("SELECT JSON at FROM t WHERE at = '::1'"))
        .isEqualTo("{\"at\": \"0:0:0:0:0:0:0:1\"}");
    assertThat(query("SELECT CAST(at AS text) FROM t WHERE at = '0:0:0:0:0:0:0:1'"))
        .isEqualTo("0:0:0:0:0:0:0:1");
    for (String wrong : List.of("10.0.0", "10.0.0.256", "localhost", ":::", "10.0.0.1%x", "")) {
      assertThatThrownBy(() -> session.execute("INSERT INTO t (at) VALUES (?)", wrong))
          .hasMessageContaining("expected an internet address such as '10.0.0.1' or '2001:db8::1'");
    }
  }
}
