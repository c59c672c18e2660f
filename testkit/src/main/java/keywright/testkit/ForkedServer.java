package keywright.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A server in a process of its own, on a class path of its own, for tests.
 *
 * <p>It ends when the process that started it ends, even if that is killed. Its standard input is a
 * pipe from that process, and {@link ForkedMain}, the main program of the server, halts at the end
 * of this pipe. Its folder is then deleted. A {@link #shared} server ends with the build instead.
 * Safe for many threads.
 */
public final class ForkedServer implements AutoCloseable {
  private static final long CLOSING_SECONDS = 60;

  /** How much of the log an error shows. */
  private static final int LOG_LINES = 20;

  /**
   * Stops a process until standard input ends. The signal takes effect when one of the threads of
   * the process is scheduled, so the script waits for it where the system shows states in /proc.
   */
  private static final String PAUSE =
      "kill -STOP $1 || exit; "
          + "while [ -r /proc/$1/status ] && ! grep -q '^State:.T' /proc/$1/status; "
          + "do sleep 0.01; done; "
          + "echo stopped; read end; kill -CONT $1";

  private final ProcessHandle process;
  private final Path folder;
  private final PrintStream questions;
  private final BufferedReader answers;
  private final String ready;

  /** What continues the process that it has stopped; null for nothing. */
  private @Nullable Process pause;

  /**
   * @param questions its end of the link to the process; {@code answers} is the other one
   */
  ForkedServer(
      ProcessHandle process,
      Path folder,
      OutputStream questions,
      InputStream answers,
      Duration limit) {
    this.process = process;
    this.folder = folder;
    this.questions = new PrintStream(questions, true, StandardCharsets.UTF_8);
    this.answers = new BufferedReader(new InputStreamReader(answers, StandardCharsets.UTF_8));
    this.ready = answer("be ready", limit);
  }

  /**
   * Starts a program and waits until it is ready.
   *
   * @param folder the folder in which the program works: its first argument, and the first entry of
   *     its class path. The folder is created if it is missing, and deleted when the program ends
   * @param jvmArguments the class path among them, as {@code -cp}, and the main class last
   * @param limit how long the start may take
   * @throws IllegalStateException if the program is not ready by then; the message has the end of
   *     its log
   */
  public static ForkedServer start(Path folder, List<String> jvmArguments, Duration limit) {
    try {
      Files.createDirectories(folder);
      Process process =
          new ProcessBuilder(command(folder, jvmArguments))
              .redirectError(log(folder).toFile())
              .start();
      try {
        return new ForkedServer(
            process.toHandle(), folder, process.getOutputStream(), process.getInputStream(), limit);
      } catch (RuntimeException e) {
        process.destroyForcibly();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The server {@code name} that all test JVMs of a Maven build share. The first JVM that calls
   * this starts the server. The server ends when Maven ends, or half a minute after the last of
   * these JVMs. A JVM outside a build gets a server of its own, as from {@link #start}. The caller
   * must not close, kill or pause the server.
   *
   * @param program prepares the folder and returns the JVM arguments for {@link #start}
   * @param limit how long a start may take
   * @throws IllegalStateException if the program is not ready by then; the message has the end of
   *     its log
   */
  public static ForkedServer shared(
      String name, Function<Path, List<String>> program, Duration limit) {
    try {
      Optional<Path> folder = SharedServer.folder(name);
      if (folder.isPresent()) {
        return SharedServer.use(folder.get(), program, limit);
      }
      Path own = Files.createTempDirectory("keywright-" + name);
      return start(own, program.apply(own), limit);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The command that runs a program in a folder. */
  static List<String> command(Path folder, List<String> jvmArguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmArguments);
    command.add(folder.toString());
    return command;
  }

  static Path log(Path folder) {
    return folder.resolve("log");
  }

  /** The line that the program printed when it was ready. */
  public String ready() {
    return ready;
  }

  /** The id of the process. */
  public long pid() {
    return process.pid();
  }

  /**
   * Sends a line to the program and returns the line that it answers.
   *
   * @throws IllegalStateException if there is no answer in time; the message has the end of its log
   */
  public synchronized String ask(String question, Duration limit) {
    questions.println(question);
    return answer(question, limit);
  }

  private String answer(String what, Duration limit) {
    CompletableFuture<String> line = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                line.complete(answers.readLine());
              } catch (IOException e) {
                line.completeExceptionally(e);
              }
            },
            "answer of " + process.pid());
    reader.setDaemon(true);
    reader.start();
    try {
      String answered = line.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (answered != null) {
        return answered;
      }
    } catch (TimeoutException | ExecutionException e) {
      // Told below.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IllegalStateException(
        "cannot get process %d to %s within %s, on Java %s; the end of its log:%n%s"
            .formatted(process.pid(), what, limit, Runtime.version().feature(), endOfLog(folder)));
  }

  static String endOfLog(Path folder) {
    try {
      List<String> lines = Files.readAllLines(log(folder));
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    } catch (IOException e) {
      return "none";
    }
  }

  /** Whether the process has not ended. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Stops the process, as if its machine hung, until {@link #resume}, or until the process that
   * started it has ended.
   *
   * @throws IllegalStateException when it has ended, or is stopped already
   */
  public synchronized void pause() {
    if (pause != null) {
      throw new IllegalStateException("process " + pid() + " is stopped already");
    }
    try {
      // A process of its own, so that nothing stays stopped when this one is killed.
      Process shell =
          new ProcessBuilder("sh", "-c", PAUSE, "pause", Long.toString(pid()))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      if (shell.inputReader(StandardCharsets.UTF_8).readLine() == null) {
        throw new IllegalStateException("process " + pid() + " cannot be stopped");
      }
      pause = shell;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets the process continue after {@link #pause}. */
  public synchronized void resume() {
    Process shell = pause;
    pause = null;
    if (shell != null) {
      try {
        shell.getOutputStream().close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      shell.onExit().join();
    }
  }

  /** Stops the process for a while. */
  public void pause(Duration duration) throws InterruptedException {
    pause();
    try {
      Thread.sleep(duration.toMillis());
    } finally {
      resume();
    }
  }

  /** Kills the process as {@code kill -9} does; the folder stays. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /**
   * Ends the process and waits until it is gone; one that does not end within a minute is killed.
   */
  @Override
  public void close() {
    questions.close();
    try {
      ProcessHandle unused = process.onExit().get(CLOSING_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      kill();
    } catch (InterruptedException e) {
      kill();
      Thread.currentThread().interrupt();
    }
  }
}
