package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.cli.Main;
import keywright.cql.server.CqlServer;
import keywright.cql.server.Passwords;
import keywright.cql.server.ServerOptions;
import keywright.cql.server.TlsFiles;
import keywright.table.Database;
import keywright.table.model.DatabaseUser;
import keywright.testkit.Certificates;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programs of the page on served databases. Those in JavaScript and Python run where their
 * drivers can be fetched.
 */
@Tag("large")
class ServedDatabaseTest {
  private static final String PASSWORD = "correct horse";
  private static final String TIMEOUT = "datastax-java-driver.basic.request.timeout";

  private static final Pattern COMMAND =
      Pattern.compile("\\./keywright run --db (cql:\\S+) -e \"(.*)\"\\s*");

  @TempDir Path folder;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void theProgramsOfThePagePrintWhatItShows() throws Exception {
    Page page = Page.read(Repository.ROOT.resolve("docs/serve.md"));
    List<String> outputs =
        page.blocks().stream()
            .filter(block -> block.info().equals("text"))
            .map(Page.Block::text)
            .toList();
    String script = scripts(page, "js").get(0);
    String python = scripts(page, "python").get(0);
    ServerOptions options =
        ServerOptions.DEFAULT.withAddress(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    System.setProperty(TIMEOUT, "1 minute");
    try (Database database = Database.open("rocksdb:" + folder.resolve("data"));
        CqlServer server = CqlServer.start(database, options)) {
      String port = String.valueOf(server.address().getPort());
      assertThat(Program.stdout(ServedFromJava::main, port).strip()).isEqualTo(outputs.get(0));
      assertThat(outputs).contains(byCommand(page, port));

      assertThat(runInNode(script.replace("9042", port))).isEqualTo(outputs.get(1));
      assertThat(OtherLanguages.inPython(python.replace("9042", port)).strip())
          .isEqualTo(outputs.get(2));
    } finally {
      System.clearProperty(TIMEOUT);
    }
  }

  private static List<String> scripts(Page page, String language) {
    return page.blocks().stream()
        .filter(block -> block.info().equals(language))
        .map(Page.Block::text)
        .toList();
  }

  /** With a name, a password and TLS. */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void theProgramsOfUsersPrintWhatThePageShows() throws Exception {
    Page page = Page.read(Repository.ROOT.resolve("docs/serve.md"));
    String shown =
        page.blocks().stream()
            .filter(block -> block.info().equals("text"))
            .map(Page.Block::text)
            .toList()
            .get(3);
    Certificates.Pair pair = new Certificates(folder).make("server", "RSA");
    ServerOptions options =
        ServerOptions.DEFAULT
            .withAddress(new InetSocketAddress("0.0.0.0", 0))
            .withTls(new TlsFiles(pair.key(), pair.certificate(), Optional.empty()));
    String hash = Passwords.hash(PASSWORD.toCharArray());
    System.setProperty(TIMEOUT, "1 minute");
    try (Database database = Database.open("memory:")) {
      database.changeUsers(
          users -> List.of(new DatabaseUser("reports", DatabaseUser.Role.READ, hash)));
      try (CqlServer server = CqlServer.start(database, options)) {
        String port = String.valueOf(server.address().getPort());
        String certificate = pair.certificate().toString();
        assertThat(
                Program.stdout(ServedDatabaseTest::serveToUsers, port, PASSWORD, certificate)
                    .strip())
            .isEqualTo(shown);
        String script =
            scripts(page, "js")
                .get(1)
                .replace("9042", port)
                .replace("certificate.pem", certificate)
                .replace("process.env.REPORTS_PASSWORD", "'" + PASSWORD + "'");
        assertThat(runInNode(script)).isEqualTo(shown);
        assertThat(runInNode(script.replace(PASSWORD, "wrong horse")))
            .contains("cannot log in: found a wrong name or password");
        assertThat(runInNode(script.replaceFirst("credentials: .*", "")))
            .contains("requires authentication");
        String other = new Certificates(folder).make("other", "RSA").certificate().toString();
        assertThat(runInNode(script.replace(certificate, other))).contains("certificate");
      }
    } finally {
      System.clearProperty(TIMEOUT);
    }
  }

  private static void serveToUsers(String... arguments) {
    try {
      ServedToUsers.main(arguments);
    } catch (IOException | GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** What a program for Node.js prints. */
  private static String runInNode(String script) throws IOException, InterruptedException {
    return OtherLanguages.inNode(script).strip();
  }

  /** What the command of the page prints, whose address is that of a server. */
  private static String byCommand(Page page, String port) {
    Matcher command =
        page.blocks().stream()
            .filter(block -> block.info().equals("sh"))
            .map(block -> COMMAND.matcher(block.text()))
            .filter(Matcher::matches)
            .findFirst()
            .orElseThrow();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String url = command.group(1).replace("9042", port);
    int status =
        Main.run(
            new ByteArrayInputStream(new byte[0]),
            out,
            err,
            "run",
            "--db",
            url,
            "-e",
            command.group(2));
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isZero();
    return out.toString(StandardCharsets.UTF_8).strip();
  }
}
