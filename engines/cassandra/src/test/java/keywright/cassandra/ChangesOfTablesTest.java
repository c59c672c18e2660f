package keywright.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import keywright.server.cassandra.CassandraServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A change of tables, which all nodes take part in, beside requests that have less time. */
@Tag("large")
final class ChangesOfTablesTest {
  @Test
  void aChangeMayTakeLongerThanARequest() throws Exception {
    String url = Keyspaces.url("changes");
    String keyspace = Keyspaces.keyspace(url);
    CassandraLocation location =
        CassandraLocation.parse(url.substring("cassandra:".length()) + "?timeout_seconds=1");
    try (CassandraClient client = CassandraClient.open(location)) {
      client.change("create table t", "CREATE TABLE " + keyspace + ".t (id int PRIMARY KEY)");
      CompletableFuture<Void> dropped;
      CassandraServer.shared().pause();
      try {
        dropped =
            CompletableFuture.runAsync(
                () -> client.change("drop table t", "DROP TABLE " + keyspace + ".t"));
        CompletableFuture<Void> waiting = dropped;
        assertThatThrownBy(() -> waiting.get(2, TimeUnit.SECONDS))
            .isInstanceOf(TimeoutException.class);
      } finally {
        CassandraServer.shared().resume();
      }
      dropped.get(60, TimeUnit.SECONDS);
    }
    assertThat(dropped(keyspace)).isTrue();
  }

  private static boolean dropped(String keyspace) {
    try (var session = Keyspaces.session()) {
      return session
          .execute(
              "SELECT table_name FROM system_schema.tables WHERE keyspace_name = '"
                  + keyspace
                  + "'")
          .all()
          .isEmpty();
    }
  }
}
