package keywright.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code keywright serve} with an embedded database, in a process of its own. */
final class ServedKeywright implements AutoCloseable {
  private static final long START_SECONDS = 60;

  private final Path folder;
  private final Process process;

  /**
   * Starts it with an empty database.
   *
   * @param heapMegabytes the maximum size of the heap
   */
  ServedKeywright(int heapMegabytes) {
    try {
      folder = Files.createTempDirectory("keywright-served");
      process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx" + heapMegabytes + "m",
                  "-XX:+UseSerialGC",
                  "-cp",
                  System.getProperty("java.class.path"),
                  "keywright.cli.Main",
                  "serve",
                  "--db",
                  "rocksdb:" + folder.resolve("data"),
                  "--listen",
                  "127.0.0.1:0",
                  "--port-file",
                  port().toString())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path port() {
    return folder.resolve("port");
  }

  /** Waits until clients can connect; {@code HOST:PORT}. */
  String address() {
    try {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
      while (!Files.exists(port())) {
        if (process.waitFor(10, TimeUnit.MILLISECONDS) || System.nanoTime() > end) {
          throw new IllegalStateException("keywright serve does not listen");
        }
      }
      return "127.0.0.1:" + Files.readString(port()).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
