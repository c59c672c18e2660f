package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.cli.Keywright.Outcome;
import keywright.testkit.Certificates;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The unit of systemd and the container file start a server that can be watched and stopped. */
@Tag("large")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ServiceFilesTest {
  private static final String COMMAND = "/opt/keywright/bin/keywright";
  private static final Pattern METRICS =
      Pattern.compile("metrics at (http://127\\.0\\.0\\.1:(\\d+))/metrics");

  @TempDir Path folder;

  private static Path root() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("ARCHITECTURE.md"))) {
      root = root.getParent();
    }
    return root;
  }

  private static String unit() throws IOException {
    return Files.readString(root().resolve("examples/keywright.service"));
  }

  private static String setting(String name) throws IOException {
    List<String> values =
        unit()
            .lines()
            .filter(line -> line.startsWith(name + "="))
            .map(line -> line.substring(name.length() + 1))
            .toList();
    assertThat(values).as(name).hasSize(1);
    return values.get(0);
  }

  /** The arguments of a container file's instruction, as JSON gives them. */
  private static List<String> instruction(String name) throws IOException {
    String file =
        Files.readString(root().resolve("examples/Dockerfile.serve")).replace("\\\n", " ");
    String line =
        file.lines().filter(one -> one.startsWith(name + " ")).reduce((a, b) -> b).orElseThrow();
    List<String> arguments = new ArrayList<>();
    Matcher texts =
        Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(line.substring(line.indexOf('[')));
    while (texts.find()) {
      arguments.add(texts.group(1).replace("\\\\", "\\"));
    }
    return arguments;
  }

  /** The same arguments with any free ports. */
  private static String[] withFreePorts(List<String> arguments) {
    return arguments.stream()
        .map(argument -> argument.replaceAll(":(9042|9404)$", ":0"))
        .toArray(String[]::new);
  }

  /** The address of the port for metrics, when the server is ready. */
  private static Matcher ready(KeywrightProcess server) throws InterruptedException {
    server.waitFor(() -> server.said().contains("Ctrl-C"));
    Matcher metrics = METRICS.matcher(server.said());
    assertThat(metrics.find()).as(server.said()).isTrue();
    return metrics;
  }

  private static int status(String url) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
        .statusCode();
  }

  @Test
  void theUnitStartsAServerThatStopsBySigterm() throws Exception {
    List<String> command = new ArrayList<>(List.of(setting("ExecStart").split(" ")));
    assertThat(command.remove(0)).isEqualTo(COMMAND);
    String state = "/var/lib/" + setting("StateDirectory");
    assertThat(setting("WorkingDirectory")).isEqualTo(state);
    assertThat(command).contains("rocksdb:" + state + "/data");
    command.replaceAll(argument -> argument.replace(state, folder.toString()));
    try (KeywrightProcess server =
        KeywrightProcess.start(folder.resolve("said"), withFreePorts(command))) {
      String url = ready(server).group(1);
      assertThat(status(url + "/health")).isEqualTo(200);
      assertThat(status(url + "/metrics")).isEqualTo(200);
      assertThat(server.terminate()).isEqualTo(Integer.parseInt(setting("SuccessExitStatus")));
    }
    // Nobody has it open.
    Keywright.out("tables", "--db", "rocksdb:" + folder.resolve("data"));
    assertThat(folder.resolve("data/KEYWRIGHT-SERVER")).doesNotExist();
  }

  @Test
  void theUnitRestrictsTheServer() throws Exception {
    assertThat(setting("User")).isEqualTo("keywright");
    assertThat(setting("ProtectSystem")).isEqualTo("strict");
    assertThat(setting("Restart")).isEqualTo("on-failure");
    // The server itself waits ten seconds for statements and then closes the database.
    assertThat(Integer.parseInt(setting("TimeoutStopSec"))).isGreaterThanOrEqualTo(30);
  }

  @Test
  void systemdUnderstandsTheUnit() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/systemd-analyze")), "systemd-analyze is missing");
    Path copy = folder.resolve("keywright.service");
    Files.writeString(copy, unit().replace(COMMAND, "/bin/sh"));
    Process verify =
        new ProcessBuilder("systemd-analyze", "verify", copy.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(verify.waitFor()).as(said).isZero();
    assertThat(said).isEmpty();
  }

  /** The check of the container's health is run as it is, by the shell that it names. */
  @Test
  void theContainerStartsAServerWhoseHealthIsChecked() throws Exception {
    Certificates.Pair pair = new Certificates(folder).make("server", "EC");
    Outcome added =
        Keywright.runWith(
            "battery staple\n",
            "users",
            "add",
            "anna",
            "--role",
            "define",
            "--db",
            "rocksdb:" + folder.resolve("data"));
    assertThat(added.status()).as(added.err()).isZero();
    List<String> command = instruction("CMD");
    assertThat(command).contains("/tls/key.pem", "/tls/certificate.pem");
    command.replaceAll(
        argument ->
            argument
                .replace("/tls/key.pem", pair.key().toString())
                .replace("/tls/certificate.pem", pair.certificate().toString()));
    command.addAll(List.of("--db", "rocksdb:" + folder.resolve("data")));
    List<String> check = instruction("HEALTHCHECK");
    try (KeywrightProcess server =
        KeywrightProcess.start(folder.resolve("said"), withFreePorts(command))) {
      String port = ready(server).group(2);
      check.replaceAll(argument -> argument.replace("/9404 ", "/" + port + " "));
      assertThat(String.join(" ", check)).contains("/" + port + " ");
      assertThat(exit(check)).isZero();
      server.terminate();
      assertThat(exit(check)).isNotZero();
    }
  }

  private static int exit(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor();
  }

  /** Other commands and servers must not start slower because of metrics. */
  @Test
  void onlyMetricsLoadTheirLibrary() throws Exception {
    assertThat(loadsMicrometer()).isFalse();
    assertThat(loadsMicrometer("--metrics", "127.0.0.1:0")).isTrue();
  }

  /** Whether a server with these options does, until it is ready. */
  private boolean loadsMicrometer(String... options) throws IOException, InterruptedException {
    Path loaded = folder.resolve("loaded" + options.length);
    List<String> arguments =
        new ArrayList<>(List.of("serve", "--db", "memory:", "--listen", "127.0.0.1:0"));
    arguments.addAll(List.of(options));
    List<String> command = KeywrightProcess.command(256, arguments.toArray(String[]::new));
    command.add(1, "-Xlog:class+load:file=" + loaded);
    Process server = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedReader said = server.inputReader()) {
      String line = said.readLine();
      while (line != null && !line.contains("Ctrl-C")) {
        line = said.readLine();
      }
      assertThat(line).isNotNull();
    } finally {
      server.destroyForcibly().waitFor();
    }
    String classes = Files.readString(loaded);
    assertThat(classes).contains("keywright.cli.Main");
    return classes.contains("io.micrometer") || classes.contains("io.prometheus");
  }

  @Test
  void wrongAddressesForMetricsAreRefused() {
    Outcome mistyped = Keywright.run("serve", "--db", "memory:", "--metrics", "9404");
    assertThat(mistyped.status()).isEqualTo(2);
    assertThat(mistyped.err())
        .startsWith(
            "keywright: cannot use --metrics 9404: expected HOST:PORT, such as 127.0.0.1:9404");
    Outcome open = Keywright.run("serve", "--db", "memory:", "--metrics", "0.0.0.0:9404");
    assertThat(open.status()).isEqualTo(1);
    assertThat(open.err())
        .startsWith(
            "keywright: cannot listen at 0.0.0.0:9404 for metrics: found an address beyond loopback, expected 127.0.0.1");
  }
}
