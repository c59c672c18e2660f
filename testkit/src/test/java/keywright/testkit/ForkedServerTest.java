package keywright.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkedServerTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path directory;

  /** Answers with what it is asked, and has threads that would continue for ever. */
  static final class Echo {
    public static void main(String[] arguments) throws Exception {
      ForkedMain.run(
          Path.of(arguments[0]),
          ready -> {
            System.out.println("not an answer");
            new Thread(() -> LockSupport.parkNanos(LIMIT.toNanos())).start();
            ready.append("I am ").append(ProcessHandle.current().pid());
            return question -> "you said " + question;
          });
    }
  }

  /** Starts a server, stops it, says its id and waits to be killed. */
  static final class Parent {
    public static void main(String[] arguments) throws Exception {
      ForkedServer server = start(Echo.class, Path.of(arguments[0]), LIMIT);
      server.pause();
      System.out.println(server.pid());
      Thread.sleep(LIMIT.toMillis());
    }
  }

  /** Is never ready. */
  static final class Stuck {
    public static void main(String[] arguments) throws Exception {
      ForkedMain.run(
          Path.of(arguments[0]),
          ready -> {
            System.out.println("waiting for the other side");
            Thread.sleep(LIMIT.toMillis());
            throw new IllegalStateException();
          });
    }
  }

  static List<String> jvmArguments(Class<?> main) {
    return List.of(
        "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), main.getName());
  }

  private static ForkedServer start(Class<?> main, Path folder, Duration limit) {
    return ForkedServer.start(folder, jvmArguments(main), limit);
  }

  @Test
  void aServerAnswersAndLeavesNothing() {
    Path folder = directory.resolve("server");
    try (ForkedServer server = start(Echo.class, folder, LIMIT)) {
      assertThat(server.ready()).isEqualTo("I am " + server.pid());
      assertThat(server.ask("one", LIMIT)).isEqualTo("you said one");
      assertThat(server.ask("two", LIMIT)).isEqualTo("you said two");
      assertThat(folder).exists();
    }
    assertThat(folder).doesNotExist();
  }

  @Test
  void aServerAnswersWhenItContinuesAfterAPause() {
    try (ForkedServer server = start(Echo.class, directory.resolve("server"), LIMIT)) {
      server.pause();
      assertThatThrownBy(server::pause).hasMessageContaining("is stopped already");
      assertThatThrownBy(() -> server.ask("one", Duration.ofMillis(300)))
          .hasMessageContaining("get process");
      server.resume();
      assertThat(server.ask("two", LIMIT)).isEqualTo("you said two");
    }
  }

  @Test
  void aServerThatIsStoppedEndsWithItsParentThatIsKilled() throws Exception {
    Path folder = directory.resolve("server");
    List<String> command = new ArrayList<>(jvmArguments(Parent.class));
    command.add(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(folder.toString());
    Process parent =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    ProcessHandle server;
    try (BufferedReader output = parent.inputReader()) {
      server = ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow();
      assertThat(server.isAlive()).isTrue();
      parent.destroyForcibly();
    }
    server.onExit().get(LIMIT.toSeconds() / 3, TimeUnit.SECONDS);
    assertThat(folder).doesNotExist();
  }

  @Test
  void aProgramThatIsNotReadyIsEndedAndItsLogShown() {
    assertThatThrownBy(() -> start(Stuck.class, directory.resolve("stuck"), Duration.ofSeconds(2)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContainingAll("be ready within PT2S", "waiting for the other side");
    assertThatThrownBy(() -> start(ForkedServerTest.class, directory.resolve("none"), LIMIT))
        .hasMessageContainingAll("cannot get process", "ain");
  }
}
