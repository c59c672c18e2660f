package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import keywright.cli.Keywright.Outcome;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command that serves a database, in a process of its own. */
@Tag("large")
class ServeTest {
  @TempDir Path folder;

  private String url() {
    return "rocksdb:" + folder.resolve("data");
  }

  private KeywrightProcess serve(String name) {
    return KeywrightProcess.start(
        folder.resolve(name + ".txt"),
        "serve",
        "--db",
        url(),
        "--listen",
        "127.0.0.1:0",
        "--port-file",
        folder.resolve(name + ".port").toString());
  }

  private CqlSession connect(KeywrightProcess server, String name) throws Exception {
    return connect(server, name, "", "");
  }

  /** Without a user if its name is empty. */
  private CqlSession connect(KeywrightProcess server, String name, String user, String password)
      throws Exception {
    Path file = folder.resolve(name + ".port");
    server.waitFor(() -> Files.exists(file));
    assertThat(file).as(server.said()).exists();
    int port = Integer.parseInt(Files.readString(file).strip());
    CqlSessionBuilder builder = CqlSession.builder();
    if (!user.isEmpty()) {
      builder = builder.withAuthCredentials(user, password);
    }
    return builder
        .addContactPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofMinutes(1))
                .withDuration(
                    DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofMinutes(1))
                .build())
        .build();
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void ctrlCStopsTheServer() throws Exception {
    try (KeywrightProcess server = serve("a")) {
      try (CqlSession session = connect(server, "a")) {
        session.execute("CREATE TABLE t (id int PRIMARY KEY)");
        session.execute("INSERT INTO t (id) VALUES (1)");
      }
      assertThat(server.interrupt()).isEqualTo(130);
      assertThat(server.said()).startsWith("serving " + url() + " at 127.0.0.1:");
    }
    assertThat(
            Keywright.run(
                    "run", "--db", url(), "--output", "csv", "-e", "SELECT * FROM t WHERE id = 1")
                .out())
        .isEqualTo("id\n1\n");
  }

  /** The system knows all addresses by a longer name, of IPv6. */
  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void theAddressIsShownAsItWasGiven() throws Exception {
    Path port = folder.resolve("port");
    try (KeywrightProcess server =
        KeywrightProcess.serving(
            folder.resolve("messages"), port, "memory:", "0.0.0.0:0", "--insecure-network")) {
      server.waitFor(() -> server.said().contains("Ctrl-C"));
      assertThat(server.said())
          .startsWith(
              "serving memory: at 0.0.0.0:" + Files.readString(port).strip() + "; Ctrl-C stops");
    }
  }

  /** Users are made by a command; the server in another process asks for them. */
  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void theUsersOfTheCommandCanLogIn() throws Exception {
    String password = "battery staple";
    Outcome added =
        Keywright.runWith(
            password + "\n", "users", "add", "anna", "--role", "define", "--db", url());
    assertThat(added.status()).as(added.err()).isZero();
    try (KeywrightProcess server = serve("a")) {
      try (CqlSession session = connect(server, "a", "anna", password)) {
        session.execute("CREATE TABLE t (id int PRIMARY KEY)");
      }
      assertThatThrownBy(() -> connect(server, "a", "anna", "battery stapler").close())
          .isInstanceOf(AllNodesFailedException.class);
      assertThatThrownBy(() -> connect(server, "a").close())
          .isInstanceOf(AllNodesFailedException.class);
      assertThat(server.said()).doesNotContain(password);
    }
  }

  @Test
  void wrongAddressesAreRefused() throws IOException {
    Outcome open = Keywright.run("serve", "--db", "memory:", "--listen", "0.0.0.0:9042");
    assertThat(open.status()).isEqualTo(1);
    assertThat(open.err())
        .isEqualTo(
            "keywright: cannot listen at 0.0.0.0:9042: found a database without users and no TLS, expected users and TLS beyond loopback; add users (keywright users add) and give a key and a certificate (--tls-key, --tls-certificate), listen at 127.0.0.1, or permit an insecure network (--insecure-network)\n");
    Outcome half = Keywright.run("serve", "--db", "memory:", "--tls-key", "a.pem");
    assertThat(half.status()).isEqualTo(2);
    assertThat(half.err())
        .startsWith(
            "keywright: cannot use TLS: expected both --tls-key FILE and --tls-certificate FILE");
    Outcome missing =
        Keywright.run(
            "serve", "--db", "memory:", "--tls-key", "a.pem", "--tls-certificate", "none.pem");
    assertThat(missing.status()).isEqualTo(1);
    assertThat(missing.err())
        .isEqualTo("keywright: cannot use none.pem as certificate for TLS: found no such file\n");
    Outcome mistyped = Keywright.run("serve", "--db", "memory:", "--listen", "9042");
    assertThat(mistyped.status()).isEqualTo(2);
    assertThat(mistyped.err())
        .startsWith(
            "keywright: cannot use --listen 9042: expected HOST:PORT, such as 127.0.0.1:9042");
    assertThat(Keywright.run("serve", "--max-frame", "0").status()).isEqualTo(2);
  }
}
