package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import keywright.cql.server.CqlServer;
import keywright.cql.server.ServerOptions;
import keywright.server.cassandra.CassandraServer;
import keywright.table.Database;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same steps with three drivers, on a served database and on Cassandra. The answers are in
 * {@code driver-answers.txt}. Where they differ, it has a line for each server, after the reason.
 */
@Tag("large")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DriverStepsTest {
  private static final Path FOLDER =
      Repository.ROOT.resolve("examples/src/test/resources/keywright/examples");
  private static final String KEYWRIGHT = "keywright> ";
  private static final String CASSANDRA = "cassandra> ";
  private static final String REASON = "# ";

  @TempDir Path folder;

  /** Runs a program at the port of a server, in a keyspace of its own. */
  private interface Run {
    String at(int port, String keyspace) throws Exception;
  }

  @Test
  void theJavaDriver() throws Exception {
    onKeywright(DriverStepsTest::inJava);
  }

  @Test
  void theDriverOfNode() throws Exception {
    onKeywright(DriverStepsTest::inNode);
  }

  @Test
  void theDriverOfPython() throws Exception {
    onKeywright(DriverStepsTest::inPython);
  }

  /** What {@code cqlsh} sends, by its driver. */
  @Test
  void cqlsh() throws Exception {
    onKeywright(
        (port, keyspace) -> OtherLanguages.inPython(text("cqlsh-steps.py"), String.valueOf(port)),
        lines("cqlsh-answers.txt"));
  }

  @Test
  void theJavaDriverOnCassandra() throws Exception {
    onCassandra(DriverStepsTest::inJava, "java_steps");
  }

  @Test
  @Tag("nightly")
  void theDriverOfNodeOnCassandra() throws Exception {
    onCassandra(DriverStepsTest::inNode, "node_steps");
  }

  @Test
  @Tag("nightly")
  void theDriverOfPythonOnCassandra() throws Exception {
    onCassandra(DriverStepsTest::inPython, "python_steps");
  }

  @Test
  void everyDifferenceHasAReason() throws Exception {
    String before = "";
    for (String line : lines("driver-answers.txt")) {
      boolean differs = line.startsWith(KEYWRIGHT) || line.startsWith(CASSANDRA);
      boolean follows =
          before.startsWith(REASON) || before.startsWith(KEYWRIGHT) || before.startsWith(CASSANDRA);
      assertThat(!differs || follows).as(line).isTrue();
      before = line;
    }
    assertThat(answers(KEYWRIGHT)).isNotEqualTo(answers(CASSANDRA));
  }

  private void onKeywright(Run program) throws Exception {
    onKeywright(program, answers(KEYWRIGHT));
  }

  private void onKeywright(Run program, List<String> answers) throws Exception {
    ServerOptions options =
        ServerOptions.DEFAULT.withAddress(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    try (Database database = Database.open("rocksdb:" + folder.resolve("data"));
        CqlServer server = CqlServer.start(database, options)) {
      assertThat(program.at(server.address().getPort(), "own").lines())
          .containsExactlyElementsOf(answers);
      assertThat(database.tables()).as("all tables are dropped").isEmpty();
    }
  }

  private static void onCassandra(Run program, String keyspace) throws Exception {
    String address = CassandraServer.shared().address();
    int port = Integer.parseInt(address.substring(address.indexOf(':') + 1));
    assertThat(program.at(port, keyspace).lines()).containsExactlyElementsOf(answers(CASSANDRA));
  }

  /** The lines that a server is expected to give. */
  private static List<String> answers(String server) throws Exception {
    List<String> answers = new ArrayList<>();
    for (String line : lines("driver-answers.txt")) {
      if (line.startsWith(server)) {
        answers.add(line.substring(server.length()));
      } else if (!line.startsWith(KEYWRIGHT)
          && !line.startsWith(CASSANDRA)
          && !line.startsWith(REASON)) {
        answers.add(line);
      }
    }
    return answers;
  }

  private static List<String> lines(String file) throws IOException {
    return Files.readAllLines(FOLDER.resolve(file));
  }

  private static String text(String file) throws IOException {
    return Files.readString(FOLDER.resolve(file));
  }

  private static String inJava(int port, String keyspace) throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    DriverSteps.run(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        keyspace,
        lines("driver-steps.txt"),
        new PrintStream(printed, true, StandardCharsets.UTF_8));
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static String inNode(int port, String keyspace) throws Exception {
    return OtherLanguages.inNode(
        text("driver-steps.js"),
        String.valueOf(port),
        keyspace,
        FOLDER.resolve("driver-steps.txt").toString());
  }

  private static String inPython(int port, String keyspace) throws Exception {
    return OtherLanguages.inPython(
        text("driver-steps.py"),
        String.valueOf(port),
        keyspace,
        FOLDER.resolve("driver-steps.txt").toString());
  }
}
