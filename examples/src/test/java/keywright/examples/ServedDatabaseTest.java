package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import keywright.cql.server.CqlServer;
import keywright.cql.server.ServerOptions;
import keywright.table.Database;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programs of the page on served databases. That in JavaScript runs where Node.js is installed,
 * and npm can fetch the driver.
 */
class ServedDatabaseTest {
  private static final String NODE_DRIVER = "cassandra-driver@4.10.0";
  private static final String TIMEOUT = "datastax-java-driver.basic.request.timeout";

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
    String script =
        page.blocks().stream()
            .filter(block -> block.info().equals("js"))
            .map(Page.Block::text)
            .findFirst()
            .orElseThrow();
    ServerOptions options =
        ServerOptions.DEFAULT.withAddress(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    System.setProperty(TIMEOUT, "1 minute");
    try (Database database = Database.open("rocksdb:" + folder.resolve("data"));
        CqlServer server = CqlServer.start(database, options)) {
      String port = String.valueOf(server.address().getPort());
      assertThat(Program.stdout(ServedFromJava::main, port).strip()).isEqualTo(outputs.get(0));

      Path node = driverOfNode();
      Path program = Files.createTempFile(node, "served", ".js");
      try {
        Files.writeString(program, script.replace("9042", port));
        assertThat(run(node, "node", program.toString()).strip()).isEqualTo(outputs.get(1));
      } finally {
        Files.delete(program);
      }
    } finally {
      System.clearProperty(TIMEOUT);
    }
  }

  /** A folder in which Node.js finds the driver. */
  private static Path driverOfNode() throws IOException, InterruptedException {
    Path node = Path.of("target", "node").toAbsolutePath();
    Files.createDirectories(node);
    if (!Files.exists(node.resolve("node_modules/cassandra-driver/package.json"))) {
      try {
        String unused =
            run(node, "npm", "install", "--no-audit", "--no-fund", "--prefix", ".", NODE_DRIVER);
      } catch (IOException | AssertionError e) {
        Assumptions.abort(
            "the program in JavaScript was not run, because npm cannot fetch "
                + NODE_DRIVER
                + ": "
                + e.getMessage());
      }
    }
    return node;
  }

  private static String run(Path folder, String... command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isZero();
      return output;
    } finally {
      process.destroyForcibly();
    }
  }
}
