package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import keywright.cql.client.ClientException;
import keywright.cql.client.CqlClient;
import keywright.key.ErrorCode;
import keywright.table.Database;
import keywright.table.model.DatabaseUser;
import keywright.testkit.Certificates;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients of a server that asks for a user, and of one with TLS. */
class ClientLoginTest {
  private static final char[] PASSWORD = "correct hörse".toCharArray();
  private static final String HASH = Passwords.hash(PASSWORD);

  @TempDir Path folder;
  private Database database;

  @BeforeEach
  void open() {
    database = Database.open("memory:");
    database.changeUsers(
        users ->
            List.of(
                new DatabaseUser("owner", DatabaseUser.Role.DEFINE, HASH),
                new DatabaseUser("reader", DatabaseUser.Role.READ, HASH)));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static void assertDenied(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            ClientException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED))
        .hasMessage(message);
  }

  @Test
  void aClientLogsIn() {
    ServerOptions options = Drivers.options();
    CqlServer server = CqlServer.start(database, options);
    String url = "cql:127.0.0.1:" + server.address().getPort();
    try (CqlClient owner = CqlClient.connect(url, "owner", PASSWORD);
        CqlClient reader = CqlClient.connect(url, "reader", PASSWORD)) {
      owner.execute("CREATE TABLE t (id int PRIMARY KEY)").close();
      assertThat(reader.execute("SELECT * FROM t").toList()).isEmpty();
      assertDenied(
          () -> reader.execute("INSERT INTO t (id) VALUES (1)"),
          "cannot run the statement: user reader has the role read, expected write or a higher one; an administrator of the database can change it by: keywright users role reader write");
      assertDenied(
          () -> CqlClient.connect(url),
          "cannot open "
              + url
              + ": found a server that asks for a user, expected the name and the password of one; give --user NAME and KEYWRIGHT_PASSWORD, or the properties user and password of JDBC");
      assertDenied(
          () -> CqlClient.connect(url, "owner", "wrong".toCharArray()),
          "cannot open "
              + url
              + ": cannot log in: found a wrong name or password, expected those of a user of the database");

      // The client logs in again after the server was started again.
      server.close();
      assertThatThrownBy(() -> reader.execute("SELECT * FROM t"))
          .isInstanceOf(ClientException.class);
      server = CqlServer.start(database, options.withAddress(server.address()));
      assertThat(reader.execute("SELECT * FROM t").toList()).isEmpty();
    } finally {
      server.close();
    }
  }

  @Test
  void noPasswordLeavesTheMachineReadableUnlessTheUrlPermitsIt() throws Exception {
    Optional<InetAddress> network =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
            .findFirst();
    assumeTrue(network.isPresent(), "this machine has no network");
    InetSocketAddress any = new InetSocketAddress(network.get(), 0);
    try (CqlServer server =
        CqlServer.start(database, Drivers.options().withAddress(any).withInsecureNetwork())) {
      String url = "cql:" + network.get().getHostAddress() + ":" + server.address().getPort();
      assertThatThrownBy(() -> CqlClient.connect(url, "owner", PASSWORD))
          .hasMessage(
              "cannot open "
                  + url
                  + ": found no TLS, expected it for a password beyond loopback; add ?tls=true to the URL, or ?tls=false to send the password readable in the network");
      CqlClient.connect(url + "?tls=false", "owner", PASSWORD).close();
    }
  }

  @Test
  void aConnectionIsEncrypted() throws Exception {
    Certificates certificates = new Certificates(folder);
    Certificates.Pair pair = certificates.make("server", "EC");
    Path other = certificates.make("other", "EC").certificate();
    Path none = Files.writeString(folder.resolve("none"), "");
    try (CqlServer server =
        CqlServer.start(
            database,
            Drivers.options()
                .withTls(new TlsFiles(pair.key(), pair.certificate(), Optional.empty())))) {
      String plain = "cql:localhost:" + server.address().getPort();
      String url = plain + "?tls_ca=" + pair.certificate();
      try (CqlClient owner = CqlClient.connect(url, "owner", PASSWORD)) {
        owner.execute("CREATE TABLE t (id int PRIMARY KEY, c text)").close();
        String text = "x".repeat(300_000);
        owner.prepare("INSERT INTO t (id, c) VALUES (1, ?)").bind(text).execute().close();
        assertThat(owner.execute("SELECT c FROM t").toList().get(0).get(0)).isEqualTo(text);
      }
      String untrusted =
          "cannot open " + plain + ": found no TLS with a trusted certificate of localhost";
      assertThatThrownBy(() -> CqlClient.connect(plain + "?tls_ca=" + other, "owner", PASSWORD))
          .hasMessageStartingWith(untrusted)
          .hasMessageContaining(
              "correct the file of tls_ca, use a host that the certificate names");
      assertThatThrownBy(() -> CqlClient.connect(plain + "?tls=true", "owner", PASSWORD))
          .hasMessageStartingWith(untrusted)
          .hasMessageContaining("name a file with the certificate by tls_ca=FILE");
      assertThatThrownBy(() -> CqlClient.connect(plain + "?tls_ca=" + none, "owner", PASSWORD))
          .hasMessageContaining("found no certificate");
      Path missing = folder.resolve("missing.pem");
      assertThatThrownBy(() -> CqlClient.connect(plain + "?tls_ca=" + missing, "owner", PASSWORD))
          .hasMessageContaining("found no file " + missing + ", which tls_ca names");
      assertThatThrownBy(() -> CqlClient.connect(plain, "owner", PASSWORD))
          .isInstanceOf(ClientException.class)
          .hasMessageContaining("tls=true");
      assertThatThrownBy(() -> CqlClient.connect(plain + "?tls=yes"))
          .hasMessage(
              "cannot open %s?tls=yes: found the option \"tls=yes\", expected tls=true or tls_ca=FILE"
                  .formatted(plain));
    }
  }
}
