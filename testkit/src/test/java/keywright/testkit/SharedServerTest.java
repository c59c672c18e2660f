package keywright.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("large")
class SharedServerTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir Path root;

  /** In place of Maven: starts two test JVMs at once and waits to be killed. */
  static final class Build {
    public static void main(String[] arguments) throws Exception {
      List<String> build =
          List.of("-Dsurefire.real.class.path=any", "-Dkeywright.build=2025-01-01T00:00:00Z");
      Path here = Path.of("").toAbsolutePath();
      start(User.class, build, here, ProcessBuilder.Redirect.INHERIT);
      start(User.class, build, here, ProcessBuilder.Redirect.INHERIT);
      int unused = System.in.read(); // Ends with the test.
    }
  }

  /** A test JVM: says which process its server is, and uses it once. */
  static final class User {
    public static void main(String[] arguments) throws Exception {
      ForkedServer server =
          ForkedServer.shared(
              "echo", folder -> ForkedServerTest.jvmArguments(SlowEcho.class), LIMIT);
      System.out.println(server.ready() + ", " + server.ask("hello", LIMIT));
    }
  }

  /** Takes so long to be ready that both test JVMs ask for it before. */
  static final class SlowEcho {
    public static void main(String[] arguments) throws Exception {
      ForkedMain.run(
          Path.of(arguments[0]),
          ready -> {
            Thread.sleep(2_000); // A slow start is what the test is about.
            ready.append("I am ").append(ProcessHandle.current().pid());
            return question -> "you said " + question;
          });
    }
  }

  private static Process start(
      Class<?> main, List<String> flags, Path folder, ProcessBuilder.Redirect output)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(ForkedServerTest.jvmArguments(main));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(output)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private List<ProcessHandle> servers() {
    return ProcessHandle.allProcesses()
        .filter(each -> each.info().commandLine().orElse("").contains(root + "/target/servers"))
        .toList();
  }

  private List<Path> folders() throws IOException {
    try (Stream<Path> files = Files.list(root.resolve("target/servers"))) {
      return files.filter(Files::isDirectory).toList();
    }
  }

  @Test
  void theJvmsOfABuildShareAServerThatEndsWithIt() throws Exception {
    Files.createDirectory(root.resolve(".mvn"));
    Path module = Files.createDirectory(root.resolve("module"));
    Path stale = Files.createDirectories(root.resolve("target/servers/echo_999999999_"));
    Process build = start(Build.class, List.of(), module, ProcessBuilder.Redirect.PIPE);
    Set<String> answers = new TreeSet<>();
    try (BufferedReader output = build.inputReader()) {
      String first = output.readLine();
      answers.add(first);
      answers.add(output.readLine());
      assertThat(answers).containsExactly(first);
      assertThat(first).endsWith(", you said hello");
      ProcessHandle server =
          ProcessHandle.of(Long.parseLong(first.replaceAll("\\D", ""))).orElseThrow();
      assertThat(servers()).containsExactly(server);
      assertThat(stale).doesNotExist();
      assertThat(folders()).hasSize(1);
      // What a terminal sends to all processes when a build is interrupted.
      new ProcessBuilder("kill", "-INT", Long.toString(server.pid())).start().waitFor();
      assertThat(server.onExit().completeOnTimeout(null, 1, TimeUnit.SECONDS).get()).isNull();
      build.destroyForcibly();
      server.onExit().get(LIMIT.toSeconds() / 3, TimeUnit.SECONDS);
    } finally {
      build.destroyForcibly();
    }
    assertThat(folders()).isEmpty();
  }
}
