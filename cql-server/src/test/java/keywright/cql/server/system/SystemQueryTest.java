package keywright.cql.server.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import keywright.cql.CqlSession;
import keywright.table.Database;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SystemQueryTest {
  private final Database database = Database.open("memory:");
  private final SystemTables tables =
      new SystemTables(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9042));

  @BeforeEach
  void create() {
    try (CqlSession session = CqlSession.over(database)) {
      session.execute(
          "CREATE TABLE shop.visit (page text, at timestamp, user_id int, PRIMARY KEY (bucket(4), user_id, at DESC))");
      session.execute("CREATE TABLE shop.note (id int PRIMARY KEY, text text)");
    }
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** The rows, their values as texts. */
  private List<String> rows(String statement, String... values) {
    SystemQuery query = SystemQuery.of(statement, "", tables).orElseThrow();
    return query
        .rows(
            Schema.of(database),
            index -> ByteBuffer.wrap(values[index].getBytes(StandardCharsets.UTF_8)))
        .stream()
        .map(
            row ->
                String.join(
                    " ",
                    row.stream()
                        .map(
                            value ->
                                value == null
                                    ? "null"
                                    : StandardCharsets.UTF_8.decode(value.duplicate()).toString())
                        .toList()))
        .toList();
  }

  @Test
  void tablesHaveTheirCommentAndTheirTimeToLive() {
    try (CqlSession session = CqlSession.over(database)) {
      session.execute(
          "CREATE TABLE shop.cart (id int PRIMARY KEY, n int) WITH comment = 'kept' AND default_time_to_live = 65");
    }
    assertThat(
            rows(
                "SELECT table_name, comment, default_time_to_live FROM system_schema.tables WHERE keyspace_name = 'shop'"))
        // An int of 65 is these four bytes.
        .containsExactlyInAnyOrder("cart kept \0\0\0A", "note  \0\0\0\0", "visit  \0\0\0\0");
  }

  @Test
  void conditionsColumnsAndLimitsAreObeyed() {
    assertThat(
            rows(
                "SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'shop' AND table_name IN ('note', 'x')"))
        .containsExactly("note");
    assertThat(
            rows(
                "select TABLE_NAME as t from system_schema.tables where keyspace_name in ('shop', 'b') limit 1;"))
        .containsExactly("note");
    assertThat(
            rows(
                "SELECT keyspace_name FROM system_schema.keyspaces WHERE keyspace_name = :ks",
                "shop"))
        .containsExactly("shop");
    assertThat(
            rows(
                "SELECT key, cluster_name, rack FROM system.local WHERE key='local' ALLOW FILTERING"))
        .containsExactly("local keywright rack1");
    assertThat(rows("SELECT key FROM System.Local")).containsExactly("local");
    assertThat(rows("SELECT * FROM system.peers_v2")).isEmpty();
    assertThat(rows("SELECT key FROM system.local WHERE rpc_address = '127.0.0.1' -- here\n"))
        .hasSize(1);
  }

  @Test
  void columnsShowThePlaceInTheKey() {
    assertThat(
            rows(
                "SELECT column_name, kind, clustering_order, type FROM system_schema.columns WHERE keyspace_name = 'shop' AND table_name = 'visit'"))
        .containsExactlyInAnyOrder(
            "page regular none text",
            "at clustering desc timestamp",
            "user_id partition_key none int");
  }

  @Test
  void theVersionChangesWithTheDeclarations() {
    Schema before = Schema.of(database);
    assertThat(Schema.of(database).version()).isEqualTo(before.version());
    try (CqlSession session = CqlSession.over(database)) {
      session.execute("ALTER TABLE note ADD more int");
      session.execute("DROP TABLE visit");
      session.execute("CREATE TABLE other (id int PRIMARY KEY)");
    }
    Schema after = Schema.of(database);
    assertThat(after.version()).isNotEqualTo(before.version());
    List<String> changes = new ArrayList<>();
    after.since(before).forEach(change -> changes.add(change.kind() + " " + change.table()));
    assertThat(changes).containsExactly("DROPPED visit", "CREATED other", "UPDATED note");
  }

  @Test
  void otherStatementsAreLeftToTheSession() {
    for (String statement :
        List.of(
            "SELECT * FROM payment WHERE note = 'system.local'",
            "INSERT INTO system.local (key) VALUES ('a')",
            "SELECT * FROM systematic",
            "SELECT")) {
      assertThat(SystemQuery.of(statement, "", tables)).as(statement).isEmpty();
    }
  }

  @Test
  void whatCannotBeReadIsRefused() {
    assertThatThrownBy(() -> rows("SELECT nothing FROM system.local"))
        .hasMessage(
            "cannot read system tables: found \"nothing\", expected a column of system.local");
    assertThatThrownBy(() -> rows("SELECT key FROM system.local WHERE key > 'a'"))
        .hasMessage("cannot read system tables: found \">\", expected \"in\"");
    assertThatThrownBy(() -> rows("SELECT key FROM system.local ORDER BY key"))
        .hasMessageContaining("found \"order\", expected the end of the statement");
    assertThatThrownBy(() -> rows("SELECT key FROM system.local WHERE host_id = 7"))
        .hasMessage("cannot read system tables: found \"7\", expected a value of type uuid");
    assertThatThrownBy(
            () -> rows("SELECT key FROM system.local WHERE rpc_address = 'a.example.org'"))
        .hasMessageContaining("expected a value of type inet");
    assertThatThrownBy(() -> rows("SELECT key FROM system.local WHERE key = "))
        .hasMessage("cannot read system tables: found the end of the statement");
  }
}
