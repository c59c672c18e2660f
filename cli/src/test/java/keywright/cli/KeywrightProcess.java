package keywright.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The command in a process of its own, to be killed. Close it: no process outlives its test, nor
 * the tests when they are interrupted. Used by one thread.
 */
final class KeywrightProcess implements AutoCloseable {
  private static final int KILLED = 128 + 9;

  /** Thousands of classes, again in each process. */
  private static final List<String> UNVERIFIED =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote");

  private static final long WAIT_SECONDS = 180;
  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> RUNNING.forEach(Process::destroyForcibly)));
  }

  private final Process process;
  private final Path messages;

  private KeywrightProcess(Process process, Path messages) {
    this.process = process;
    this.messages = messages;
    RUNNING.add(process);
  }

  /**
   * Starts the command.
   *
   * @param messages the file that takes what it prints
   */
  static KeywrightProcess start(Path messages, String... arguments) {
    return start(messages, Main.class, arguments);
  }

  /**
   * Starts a server and waits until it listens.
   *
   * @param messages the file that takes what it prints
   * @param port the file that takes its port
   * @param database the URL of the database
   * @param listen the address at which it listens
   */
  static KeywrightProcess serving(
      Path messages, Path port, String database, String listen, String... arguments)
      throws InterruptedException {
    List<String> all = new ArrayList<>(List.of("serve", "--db", database, "--listen", listen));
    all.addAll(List.of("--port-file", port.toString()));
    all.addAll(List.of(arguments));
    KeywrightProcess server = start(messages, all.toArray(String[]::new));
    server.waitFor(() -> Files.exists(port));
    if (!Files.exists(port)) {
      throw new AssertionError("the server has ended and said: " + server.said());
    }
    return server;
  }

  /** The command in a process with a heap of this size. */
  static List<String> command(int heapMegabytes, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                java(),
                "-Xmx" + heapMegabytes + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
    command.addAll(UNVERIFIED);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Main.class.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  private static String java() {
    return ProcessHandle.current()
        .info()
        .command()
        .orElse(Path.of(System.getProperty("java.home"), "bin", "java").toString());
  }

  /**
   * What a command begins with so that SIGINT reaches it. A build that a shell runs in the
   * background ignores the signal, and so do the processes that it starts.
   */
  private static List<String> heedingInterrupts() {
    Path status = Path.of("/proc/self/status");
    try (Stream<String> lines = Files.lines(status)) {
      boolean isIgnored =
          lines
              .filter(line -> line.startsWith("SigIgn:"))
              .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
      return isIgnored ? List.of("env", "--default-signal=INT") : List.of();
    } catch (IOException | UncheckedIOException e) {
      return List.of(); // Not a Linux.
    }
  }

  /** Starts another program of the tests. */
  static KeywrightProcess start(Path messages, Class<?> program, String... arguments) {
    List<String> command = new ArrayList<>(heedingInterrupts());
    command.addAll(List.of(java(), "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(UNVERIFIED);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(program.getName());
    command.addAll(List.of(arguments));
    try {
      return new KeywrightProcess(
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(messages.toFile())
              .start(),
          messages);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until {@code condition} holds or the process has ended by itself. */
  void waitFor(BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
    while (!condition.getAsBoolean() && !process.waitFor(1, TimeUnit.MILLISECONDS)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            "the process has gone on for " + WAIT_SECONDS + " s and said: " + said());
      }
    }
  }

  /**
   * Kills the process with SIGKILL.
   *
   * @return false when it had ended well before
   */
  boolean kill() throws InterruptedException {
    int status = process.destroyForcibly().waitFor();
    if (status != 0 && status != KILLED) {
      throw new AssertionError("the process ended with status " + status + " and said: " + said());
    }
    return status == KILLED;
  }

  /** Its standard input. */
  OutputStream input() {
    return process.getOutputStream();
  }

  /**
   * Sends SIGINT, as Ctrl-C does, and waits for the end.
   *
   * @return the exit status
   */
  int interrupt() throws IOException, InterruptedException {
    return endBy("INT");
  }

  /**
   * Sends SIGTERM, as a service manager does, and waits for the end.
   *
   * @return the exit status
   */
  int terminate() throws IOException, InterruptedException {
    return endBy("TERM");
  }

  /**
   * Sends SIGINT twice, as a user does who does not want to wait, and waits for the end.
   *
   * @return the exit status
   */
  int interruptTwice() throws IOException, InterruptedException {
    signal("INT");
    return endBy("INT");
  }

  private int endBy(String name) throws IOException, InterruptedException {
    signal(name);
    if (!process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("the process continues after SIG" + name + " and said: " + said());
    }
    return process.exitValue();
  }

  /**
   * Kills the process with SIGKILL while {@code condition} holds: the process is stopped before the
   * condition is looked at for the last time, and continues if it does not hold any more.
   */
  void killWhile(BooleanSupplier condition) throws IOException, InterruptedException {
    while (true) {
      waitFor(condition);
      signal("STOP");
      while (!isStopped()) {
        Thread.onSpinWait();
      }
      if (condition.getAsBoolean()) {
        assertKilled(kill());
        return;
      }
      signal("CONT");
    }
  }

  private void assertKilled(boolean killed) {
    if (!killed) {
      throw new AssertionError("the process ended by itself and said: " + said());
    }
  }

  private void signal(String name) throws IOException, InterruptedException {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
    if (kill.waitFor() != 0) {
      throw new AssertionError("the process does not take signals any more and said: " + said());
    }
  }

  /** Whether no thread of the process runs. */
  private boolean isStopped() throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + process.pid() + "/task"))) {
      for (Path thread : threads.toList()) {
        String stat = Files.readString(thread.resolve("stat"));
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
    }
    return true;
  }

  /** Stops the process until {@link #resume}: it keeps its connections and does not answer. */
  void pause() throws IOException, InterruptedException {
    signal("STOP");
    while (!isStopped()) {
      Thread.onSpinWait();
    }
  }

  /** Continues a process that was stopped. */
  void resume() throws IOException, InterruptedException {
    signal("CONT");
  }

  /** What it printed so far. */
  String said() {
    try {
      return Files.readString(messages);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
    RUNNING.remove(process);
  }
}
