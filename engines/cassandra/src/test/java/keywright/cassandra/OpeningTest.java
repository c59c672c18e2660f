package keywright.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import keywright.key.ErrorCode;
import keywright.key.KeySchema;
import keywright.server.cassandra.CassandraServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.FamilyLayout;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What opens, and what is said of what does not. */
@Tag("large")
final class OpeningTest {
  @TempDir private Path directory;

  private static void refused(String url, ErrorCode code, String... parts) {
    assertThatThrownBy(() -> Engines.open(url))
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageStartingWith("cannot open cassandra://")
        .hasMessageNotContaining("\n")
        .hasMessageContainingAll(parts);
  }

  @Test
  void aHostWithoutCassandraIsNamed() throws IOException {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    refused(
        "cassandra://127.0.0.1:" + closed + "/k",
        ErrorCode.UNAVAILABLE,
        "found no connection, or one that is closed at once",
        "check the host, the port");
    refused("cassandra://no.invalid/k", ErrorCode.UNAVAILABLE, "no.invalid", "check the host");
  }

  /** Older writers are waited for as long as their requests may take. */
  @Test
  void theTimeLimitOfTheConfigurationFileCountsForTheDelayOfRequests() throws IOException {
    String url = Keyspaces.url("limits") + "?alone=true&timeout_seconds=3";
    Path file = directory.resolve("driver.conf");
    for (String setting :
        List.of(
            "basic.request.timeout = 40 seconds",
            "profiles.conditions.basic.request.timeout = 40 seconds")) {
      Files.writeString(file, "datastax-java-driver." + setting);
      try (Engine engine = Engines.open(url + "&config=" + file)) {
        assertThat(engine.requestDelayMillis()).as(setting).isEqualTo(80_000);
      }
    }
    try (Engine engine = Engines.open(url)) {
      assertThat(engine.requestDelayMillis()).isEqualTo(6_000);
    }
  }

  /** Nobody answers there, and the caller is told so in time. */
  @Test
  void aHostThatIsSilentIsGivenUp() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Instant start = Instant.now();
      refused(
          "cassandra://127.0.0.1:" + socket.getLocalPort() + "/k",
          ErrorCode.UNAVAILABLE,
          "timed out");
      assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(30));
    }
  }

  @Test
  void aMissingKeyspaceIsNamedWithTheStatementThatMakesIt() {
    refused(
        CassandraServer.shared().url("nobodys"),
        ErrorCode.NOT_FOUND,
        "found no keyspace nobodys",
        "run CREATE KEYSPACE \"nobodys\" WITH replication = {'class': 'NetworkTopologyStrategy',"
            + " 'datacenter1': 3}");
  }

  @Test
  void aDataCentreThatIsNoneIsNamedWithThoseThatAre() {
    String url = Keyspaces.url("opening");
    refused(
        url + "?dc=west", ErrorCode.NOT_FOUND, "no data centre west, expected one of datacenter1");
    Engines.open(url + "?dc=datacenter1").close();
  }

  @Test
  void aReaderRefusesToWrite() {
    String url = Keyspaces.url("reading");
    TableLayout layout =
        new TableLayout(
            "t", KeySchema.parse("id int", "id"), List.of(FamilyLayout.of("d", List.of())));
    try (Engine writer = Engines.open(url);
        Engine reader = Engines.open(url + "?read_only=true")) {
      writer.createTable(layout);
      assertThat(reader.tables()).containsExactly("t");
      WriteBatch batch =
          new WriteBatch(0).put(layout, layout.keySchema().key(1), WriteBatch.ABSENT, 1, Map.of());
      for (Runnable change :
          List.<Runnable>of(
              () -> reader.write(batch),
              () -> reader.writeEach(List.of(batch)),
              () -> reader.dropTable("t"),
              () -> reader.alterTable(layout, layout))) {
        assertThatThrownBy(change::run)
            .isInstanceOf(StoreException.class)
            .hasMessageContaining("read_only=true");
      }
    }
  }

  @Test
  void aFileThatIsNoConfigurationIsNamed() throws IOException {
    String url = "cassandra://127.0.0.1/shop?config=";
    refused(url + directory.resolve("none.conf"), ErrorCode.INVALID, "none.conf that can be read");
    Path broken = Files.writeString(directory.resolve("broken.conf"), "datastax-java-driver {");
    refused(url + broken, ErrorCode.INVALID, "broken.conf", "in HOCON");
  }
}
