package keywright.testkit;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A {@link ForkedServer} that all test JVMs of a Maven build use. Its folder is below {@code
 * target/servers} of the whole project and names the server, Maven's process and the build. The
 * file {@code link} in it says where the server listens for its users.
 */
final class SharedServer {
  /** A property of its process: the id of the process that it ends with. */
  static final String OWNER = "keywright.server.owner";

  /** A property of the test JVMs of a build: tells builds of one Maven process apart. */
  private static final String BUILD = "keywright.build";

  /** A property that surefire gives the JVMs that it forks. */
  private static final String OF_SUREFIRE = "surefire.real.class.path";

  /** The JVMs of a module use it until they end; the tables that they leave cost time. */
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final long LOOKS_MILLIS = 200;

  /** Who interrupts a build interrupts its servers too: these are to delete their files first. */
  private static final String SHELL = "trap '' INT HUP; exec \"$@\"";

  private final Path folder;
  private final long owner;
  private final AtomicInteger users = new AtomicInteger();

  /** Reachable until the process ends, and with it the channel that has the lock. */
  @Nullable FileLock last;

  /** The server's side, in its process. */
  SharedServer(Path folder, long owner) {
    this.folder = folder;
    this.owner = owner;
  }

  // In the JVMs that use it.

  /** Where the server of this build is, or is to be; empty in a JVM that is not of a build. */
  static Optional<Path> folder(String name) {
    Path root = Seeds.root(Path.of("").toAbsolutePath());
    if (System.getProperty(OF_SUREFIRE) == null || root == null) {
      return Optional.empty();
    }
    String build = System.getProperty(BUILD, "").replace(":", "");
    return maven()
        .map(
            maven ->
                root.resolve("target/servers")
                    .resolve(String.join("_", name, Long.toString(maven.pid()), build)));
  }

  /** The JVM that started this one; a shell may be between them. */
  private static Optional<ProcessHandle> maven() {
    Optional<ProcessHandle> parent = ProcessHandle.current().parent();
    while (parent.isPresent() && !parent.get().info().command().orElse("").endsWith("java")) {
      parent = parent.get().parent();
    }
    return parent;
  }

  /** Connects to the server of a folder, and starts it first where none is. */
  static synchronized ForkedServer use(
      Path folder, Function<Path, List<String>> program, Duration limit) throws IOException {
    Path servers = Files.createDirectories(folder.resolveSibling("")).toAbsolutePath();
    try (FileChannel file = lockFile(folder);
        FileLock unused = file.lock()) {
      deleteLeftovers(servers);
      ForkedServer running = connect(folder, limit);
      return running != null ? running : start(folder, program, limit);
    }
  }

  /** Locked by who starts a server, connects to one, or ends one that nobody uses. */
  private static FileChannel lockFile(Path folder) throws IOException {
    return FileChannel.open(
        folder.resolveSibling("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /** Folders of servers that were killed, by a machine that was turned off for instance. */
  private static void deleteLeftovers(Path servers) throws IOException {
    try (Stream<Path> folders = Files.list(servers).filter(Files::isDirectory)) {
      folders.filter(each -> ProcessHandle.of(owner(each)).isEmpty()).forEach(ForkedMain::delete);
    }
  }

  private static long owner(Path folder) {
    return Long.parseLong(folder.getFileName().toString().split("_", -1)[1]);
  }

  private static ForkedServer start(
      Path folder, Function<Path, List<String>> program, Duration limit) throws IOException {
    ForkedMain.delete(folder);
    Files.createDirectories(folder);
    List<String> command = new ArrayList<>(List.of("sh", "-c", SHELL, "server"));
    List<String> arguments = new ArrayList<>(program.apply(folder));
    arguments.add(0, "-D" + OWNER + "=" + owner(folder));
    command.addAll(ForkedServer.command(folder, arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ForkedServer.log(folder).toFile())
            .start();
    long deadline = System.nanoTime() + limit.toNanos();
    while (process.isAlive() && System.nanoTime() < deadline) {
      ForkedServer running = connect(folder, limit);
      if (running != null) {
        return running;
      }
      awaitExit(process.toHandle());
    }
    process.destroyForcibly();
    throw new IllegalStateException(
        "cannot start process %d within %s; the end of its log:%n%s"
            .formatted(process.pid(), limit, ForkedServer.endOfLog(folder)));
  }

  /** Null where no server listens. */
  private static @Nullable ForkedServer connect(Path folder, Duration limit) throws IOException {
    Path link = folder.resolve("link");
    if (!Files.exists(link)) {
      return null;
    }
    List<String> lines = Files.readAllLines(link);
    ProcessHandle process = ProcessHandle.of(Long.parseLong(lines.get(0))).orElse(null);
    if (process == null) {
      return null;
    }
    // Open for as long as this JVM lives: it is a user.
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(lines.get(1)));
    return new ForkedServer(
        process, folder, socket.getOutputStream(), socket.getInputStream(), limit);
  }

  /** Waits until a process has ended, but not long. */
  private static void awaitExit(ProcessHandle process) {
    process.onExit().completeOnTimeout(process, LOOKS_MILLIS, TimeUnit.MILLISECONDS).join();
  }

  // In its own process.

  /** Returns when the owner has ended, or when nobody has used the server for long. */
  void awaitEnd() {
    long used = System.nanoTime();
    ProcessHandle maven = ProcessHandle.of(owner).orElse(null);
    while (maven != null && maven.isAlive()) {
      awaitExit(maven);
      used = users.get() > 0 ? System.nanoTime() : used;
      if (System.nanoTime() - used > IDLE_NANOS && isLeft()) {
        return;
      }
    }
  }

  /** Whether nobody uses it, nor can until this process has ended, which holds the lock. */
  private boolean isLeft() {
    try {
      FileLock lock = lockFile(folder).lock();
      last = lock;
      if (users.get() > 0) {
        lock.acquiredBy().close();
      }
      return lock.isValid();
    } catch (IOException e) {
      return true; // The folder is gone.
    }
  }

  /** Answers all who connect. */
  void serve(String ready, ForkedMain.Server server) throws IOException {
    CompletableFuture<ForkedMain.Server> started = CompletableFuture.completedFuture(server);
    try (ServerSocket door = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      Path written =
          Files.writeString(
              folder.resolve("link.new"),
              "%d%n%d%n".formatted(ProcessHandle.current().pid(), door.getLocalPort()));
      Files.move(written, folder.resolve("link"), StandardCopyOption.ATOMIC_MOVE);
      while (true) {
        Socket user = door.accept();
        users.incrementAndGet();
        new Thread(() -> answer(user, ready, started), "answers to a user").start();
      }
    }
  }

  private void answer(Socket user, String ready, CompletableFuture<ForkedMain.Server> started) {
    try (user) {
      PrintStream answers = new PrintStream(user.getOutputStream(), true, StandardCharsets.UTF_8);
      answers.println(ready);
      ForkedMain.answerAll(user.getInputStream(), answers, started);
    } catch (Exception e) {
      System.err.println("cannot answer: " + e);
    } finally {
      users.decrementAndGet();
    }
  }
}
