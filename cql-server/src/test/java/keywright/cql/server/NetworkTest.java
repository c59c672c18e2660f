package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.protocol.internal.request.Startup;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.contract.ForwardingEngine;
import keywright.table.Database;
import keywright.table.model.DatabaseUser;
import keywright.testkit.Certificates;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** TLS, and listening beyond loopback. */
@Tag("large")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class NetworkTest {
  private static final InetSocketAddress EVERYWHERE = new InetSocketAddress("0.0.0.0", 0);
  private static final String PASSWORD = "correct horse";

  @TempDir private static Path folder;

  private static Certificates certificates;
  private static TlsFiles rsa;
  private static TlsFiles ec;
  private static TlsFiles other;

  private final Database database = Database.open("memory:");

  @BeforeAll
  static void make() throws Exception {
    certificates = new Certificates(folder);
    rsa = make("rsa", "RSA");
    ec = make("ec", "EC");
    other = make("other", "RSA");
  }

  private static TlsFiles make(String name, String kind) throws Exception {
    Certificates.Pair pair = certificates.make(name, kind);
    return new TlsFiles(pair.key(), pair.certificate(), Optional.empty());
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void addUser() {
    String hash = Passwords.hash(PASSWORD.toCharArray());
    database.changeUsers(
        users -> List.of(new DatabaseUser("anna", DatabaseUser.Role.DEFINE, hash)));
  }

  private static CqlSession connect(CqlServer server, SSLContext tls) {
    // By its name, which the certificate has.
    InetSocketAddress address = new InetSocketAddress("localhost", server.address().getPort());
    return Drivers.connect(
        address,
        "V5",
        builder -> Drivers.user("anna", PASSWORD).apply(builder).withSslContext(tls));
  }

  private static void assertWorks(CqlSession session) {
    assertThat(session.execute("SELECT cluster_name FROM system.local").one()).isNotNull();
  }

  @Test
  void aDriverThatTrustsTheCertificateConnects() throws Exception {
    addUser();
    for (TlsFiles files : List.of(rsa, ec)) {
      String name = files.equals(rsa) ? "rsa" : "ec";
      try (CqlServer server = CqlServer.start(database, Drivers.options().withTls(files))) {
        try (CqlSession session = connect(server, certificates.client(name, null))) {
          assertWorks(session);
        }
      }
    }
  }

  /** What another process that cannot open the database learns of the server. */
  @Test
  void theNoteOfAServerSaysWhatClientsNeed() throws Exception {
    List<String> notes = new ArrayList<>();
    Engine engine =
        new ForwardingEngine(new MemoryEngine()) {
          @Override
          public void noteServer(Optional<String> address) {
            address.ifPresent(noted -> notes.add(noted.replaceFirst(":\\d+", ":PORT")));
          }
        };
    try (Database noted = Database.over(engine, InstantSource.system(), 1)) {
      CqlServer.start(noted, Drivers.options()).close();
      CqlServer.start(noted, Drivers.options().withTls(rsa)).close();
      String hash = Passwords.hash(PASSWORD.toCharArray());
      noted.changeUsers(users -> List.of(new DatabaseUser("anna", DatabaseUser.Role.DEFINE, hash)));
      CqlServer.start(noted, Drivers.options()).close();
      CqlServer.start(noted, Drivers.options().withTls(rsa)).close();
    }
    assertThat(notes)
        .containsExactly(
            "127.0.0.1:PORT",
            "127.0.0.1:PORT?tls=true",
            "127.0.0.1:PORT users",
            "127.0.0.1:PORT?tls=true users");
  }

  @Test
  void aWrongCertificateIsRefused() throws Exception {
    addUser();
    try (CqlServer server = CqlServer.start(database, Drivers.options().withTls(rsa))) {
      SSLContext trustsOther = certificates.client("other", null);
      assertThatThrownBy(() -> connect(server, trustsOther).close())
          .isInstanceOf(AllNodesFailedException.class);
      // The server goes on.
      try (CqlSession session = connect(server, certificates.client("rsa", null))) {
        assertWorks(session);
      }
    }
  }

  @Test
  void aClientWithoutTlsGetsNothing() throws Exception {
    try (CqlServer server = CqlServer.start(database, Drivers.options().withTls(rsa));
        RawClient client = new RawClient(server.address())) {
      client.send(1, new Startup());
      // An alert of TLS at most, and the end.
      assertThat(client.bytes().length).isLessThan(16);
    }
  }

  @Test
  void clientsNeedACertificateIfTheServerAsksForIt() throws Exception {
    addUser();
    TlsFiles files = new TlsFiles(rsa.key(), rsa.certificate(), Optional.of(ec.certificate()));
    try (CqlServer server = CqlServer.start(database, Drivers.options().withTls(files))) {
      try (CqlSession session = connect(server, certificates.client("rsa", "ec"))) {
        assertWorks(session);
      }
      for (String own : new String[] {null, "other"}) {
        SSLContext tls = certificates.client("rsa", own);
        assertThatThrownBy(() -> connect(server, tls).close())
            .isInstanceOf(AllNodesFailedException.class);
      }
    }
  }

  private void assertRefused(UnaryOperator<ServerOptions> settings, String found) {
    ServerOptions options = settings.apply(Drivers.options().withAddress(EVERYWHERE));
    assertThatThrownBy(() -> CqlServer.start(database, options).close())
        .isInstanceOf(ServerException.class)
        .hasMessage(
            "cannot listen at 0.0.0.0:0: found %s, expected users and TLS beyond loopback; add users (keywright users add) and give a key and a certificate (--tls-key, --tls-certificate), listen at 127.0.0.1, or permit an insecure network (--insecure-network)"
                .formatted(found));
  }

  @Test
  void beyondLoopbackUsersAndTlsAreNeeded() throws Exception {
    assertRefused(UnaryOperator.identity(), "a database without users and no TLS");
    assertRefused(options -> options.withTls(rsa), "a database without users");
    addUser();
    assertRefused(UnaryOperator.identity(), "no TLS");
    ServerOptions everywhere = Drivers.options().withAddress(EVERYWHERE);
    try (CqlServer server = CqlServer.start(database, everywhere.withTls(rsa));
        CqlSession session = connect(server, certificates.client("rsa", null))) {
      assertWorks(session);
    }
    database.changeUsers(users -> List.of());
    try (CqlServer server = CqlServer.start(database, everywhere.withInsecureNetwork())) {
      assertThat(server.address().getAddress().isAnyLocalAddress()).isTrue();
    }
    assertThatThrownBy(
            () ->
                CqlServer.start(
                    database,
                    Drivers.options()
                        .withAddress(InetSocketAddress.createUnresolved("nowhere.invalid", 9))))
        .isInstanceOf(ServerException.class)
        .hasMessageStartingWith("cannot listen at nowhere.invalid:9: found no host of this name");
    try (CqlServer server = CqlServer.start(database, Drivers.options())) {
      assertThatThrownBy(
              () -> CqlServer.start(database, Drivers.options().withAddress(server.address())))
          .isInstanceOf(ServerException.class)
          .hasMessageStartingWith("cannot listen at 127.0.0.1:" + server.address().getPort());
    }
  }

  private void assertUnusable(Path key, Path certificate, String message) {
    TlsFiles files = new TlsFiles(key, certificate, Optional.empty());
    assertThatThrownBy(() -> CqlServer.start(database, Drivers.options().withTls(files)).close())
        .isInstanceOf(ServerException.class)
        .hasMessage("cannot use " + message);
  }

  @Test
  void filesThatCannotBeUsedAreRefused() throws IOException {
    Path none = folder.resolve("none.pem");
    Path text = Files.writeString(folder.resolve("text.pem"), "hello\n");
    Path locked =
        Files.writeString(
            folder.resolve("locked.pem"),
            "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n");
    Path damaged =
        Files.writeString(
            folder.resolve("damaged.pem"),
            "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    assertUnusable(none, rsa.certificate(), none + " as key for TLS: found no such file");
    assertUnusable(rsa.key(), none, none + " as certificate for TLS: found no such file");
    assertUnusable(
        text,
        rsa.certificate(),
        text + " as key for TLS: found no private key, expected one in PEM");
    assertUnusable(
        locked,
        rsa.certificate(),
        locked
            + " as key for TLS: found ENCRYPTED PRIVATE KEY, expected PRIVATE KEY, which is PKCS #8 without a password; convert it by openssl pkcs8 -topk8 -nocrypt");
    assertUnusable(
        damaged,
        rsa.certificate(),
        damaged + " as key for TLS: found no key of the kind RSA, which the certificate has");
    assertUnusable(
        other.key(),
        rsa.certificate(),
        other.key()
            + " as key for TLS: found the key of another certificate, expected that of "
            + rsa.certificate());
    assertThatThrownBy(
            () ->
                CqlServer.start(
                    database,
                    Drivers.options().withTls(new TlsFiles(rsa.key(), text, Optional.empty()))))
        .isInstanceOf(ServerException.class)
        .hasMessageStartingWith("cannot use " + text + " as certificate for TLS: found ");
  }
}
