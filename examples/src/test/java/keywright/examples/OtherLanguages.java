package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Runs programs in JavaScript and Python with the drivers of Cassandra. A test is skipped, with the
 * reason, where a driver cannot be fetched. The drivers are in folders of the build.
 */
final class OtherLanguages {
  private static final String NODE_DRIVER = "cassandra-driver@4.10.0";
  private static final List<String> PYTHON_PACKAGES =
      List.of("python3-cassandra", "python3-geomet", "python3-six", "python3-click", "libev4");
  private static final String PYTHON = "/usr/bin/python3";

  private OtherLanguages() {}

  /** What a program for Node.js prints. */
  static String inNode(String program, String... arguments)
      throws IOException, InterruptedException {
    return run(driverOfNode(), Map.of(), ".js", program, List.of("node"), arguments);
  }

  /** What a program in Python prints. */
  static String inPython(String program, String... arguments)
      throws IOException, InterruptedException {
    Path root = driverOfPython();
    Map<String, String> variables =
        Map.of(
            "PYTHONPATH",
            root.resolve("usr/lib/python3/dist-packages").toString(),
            "PYTHONIOENCODING",
            "utf-8");
    return run(root, variables, ".py", program, List.of(PYTHON, "-W", "ignore"), arguments);
  }

  private static String run(
      Path folder,
      Map<String, String> variables,
      String suffix,
      String text,
      List<String> interpreter,
      String... arguments)
      throws IOException, InterruptedException {
    Path program = Files.createTempFile(folder, "program", suffix);
    try {
      Files.writeString(program, text);
      List<String> command = new ArrayList<>(interpreter);
      command.add(program.toString());
      command.addAll(List.of(arguments));
      return run(folder, variables, command);
    } finally {
      Files.delete(program);
    }
  }

  /** A folder in which Node.js finds the driver. */
  private static synchronized Path driverOfNode() throws IOException, InterruptedException {
    Path node = Path.of("target", "node").toAbsolutePath();
    Files.createDirectories(node);
    if (!Files.exists(node.resolve("node_modules/cassandra-driver/package.json"))) {
      try {
        String unused =
            run(
                node,
                Map.of(),
                List.of("npm", "install", "--no-audit", "--no-fund", "--prefix", ".", NODE_DRIVER));
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

  /** A folder with the contents of Debian's packages. Nothing is installed. */
  private static synchronized Path driverOfPython() throws IOException, InterruptedException {
    Path python = Path.of("target", "python").toAbsolutePath();
    Path root = python.resolve("root");
    if (Files.exists(root)) {
      return root;
    }
    try {
      Path packages = download(python);
      Path unpacked = Files.createTempDirectory(python, "unpacked");
      try (Stream<Path> files = Files.list(packages)) {
        for (Path file : files.filter(found -> found.toString().endsWith(".deb")).toList()) {
          String unused =
              run(packages, Map.of(), List.of("dpkg", "-x", file.toString(), unpacked.toString()));
        }
      }
      String unused = run(unpacked, Map.of(), List.of(PYTHON, "--version"));
      Files.move(unpacked, root);
    } catch (IOException | AssertionError e) {
      Assumptions.abort(
          "the program in Python was not run, because "
              + PYTHON
              + " is missing, or apt-get cannot fetch Debian's package python3-cassandra: "
              + e.getMessage());
    }
    return root;
  }

  /** Fetches the packages: those that apt-get knows, or those of a list in the same folder. */
  private static Path download(Path python) throws IOException, InterruptedException {
    Path packages = Files.createDirectories(python.resolve("packages"));
    List<String> download = new ArrayList<>(List.of("apt-get", "download"));
    download.addAll(PYTHON_PACKAGES);
    try {
      String unused = run(packages, Map.of(), download);
    } catch (AssertionError e) {
      Files.createDirectories(python.resolve("lists/partial"));
      List<String> own =
          List.of(
              "-o",
              "Dir::State::lists=" + python.resolve("lists"),
              "-o",
              "Dir::Cache=" + python.resolve("cache"));
      List<String> update = new ArrayList<>(List.of("apt-get", "update"));
      update.addAll(own);
      download.addAll(own);
      String unused = run(packages, Map.of(), update) + run(packages, Map.of(), download);
    }
    return packages;
  }

  /** What a command prints, which must end without an error. */
  private static String run(Path folder, Map<String, String> variables, List<String> command)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder.environment().putAll(variables);
    Process process = builder.start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isZero();
      return output;
    } finally {
      process.destroyForcibly();
    }
  }
}
