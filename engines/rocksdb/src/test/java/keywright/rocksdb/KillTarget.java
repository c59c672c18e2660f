package keywright.rocksdb;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.ColumnLayout;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.FamilyLayout;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;

/**
 * A program that writes batches until it is killed. Batch n of a thread puts n into both families
 * of a row of one table, into a row of another, and deletes or makes a third; then n is printed. A
 * table comes and goes meanwhile, and the database is closed and opened now and then.
 */
final class KillTarget {
  static final int ROWS = 40;
  static final int THREADS = 2;
  private static final int BATCHES_PER_OPENING = 400;

  static final TableLayout LEFT =
      new TableLayout(
          "left",
          KeySchema.parse("thread int, id int", "thread, id"),
          List.of(
              FamilyLayout.of("a", List.of(new ColumnLayout(1, "n", Type.parse("bigint")))),
              FamilyLayout.of(
                  "b",
                  List.of(
                      new ColumnLayout(2, "again", Type.parse("bigint")),
                      new ColumnLayout(3, "ballast", Type.parse("blob"))))));
  static final TableLayout RIGHT =
      new TableLayout(
          "right",
          LEFT.keySchema(),
          List.of(FamilyLayout.of("c", List.of(new ColumnLayout(1, "n", Type.parse("bigint"))))));
  static final TableLayout PASSING = new TableLayout("passing", LEFT.keySchema(), LEFT.families());

  private KillTarget() {}

  /** Writes to the database in the directory named. */
  public static void main(String[] args) throws InterruptedException {
    for (long start = 1; ; start += BATCHES_PER_OPENING) {
      try (Engine engine = Engines.open("rocksdb:" + args[0])) {
        for (TableLayout layout : List.of(LEFT, RIGHT)) {
          if (!engine.hasTable(layout.name())) {
            engine.createTable(layout);
          }
        }
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[THREADS];
        for (int index = 0; index < THREADS; index++) {
          int thread = index;
          long first = start;
          threads[index] = new Thread(() -> write(engine, thread, first));
          threads[index].setUncaughtExceptionHandler((t, e) -> failure.set(e));
          threads[index].start();
        }
        for (Thread thread : threads) {
          thread.join();
        }
        if (failure.get() != null) {
          failure.get().printStackTrace();
          System.exit(1);
        }
      }
    }
  }

  private static void write(Engine engine, int thread, long first) {
    for (long n = first; n < first + BATCHES_PER_OPENING; n++) {
      int id = (int) (n % ROWS);
      Map<Integer, Object> both = Map.of(1, n, 2, n, 3, new byte[1500]);
      WriteBatch batch =
          new WriteBatch(0)
              .put(LEFT, LEFT.keySchema().key(thread, id), WriteBatch.ANY, n, both)
              .put(RIGHT, RIGHT.keySchema().key(thread, id), WriteBatch.ANY, n, Map.of(1, n))
              .put(RIGHT, RIGHT.keySchema().key(thread, ROWS), WriteBatch.ANY, n, Map.of(1, n))
              .delete(RIGHT, RIGHT.keySchema().key(thread, -1 - id), WriteBatch.ANY)
              .put(
                  RIGHT,
                  RIGHT.keySchema().key(thread, -1 - (id + 1) % ROWS),
                  WriteBatch.ANY,
                  n,
                  Map.of());
      if (!engine.write(batch)) {
        throw new IllegalStateException("not written: " + n);
      }
      synchronized (KillTarget.class) {
        System.out.println(thread + " " + n);
        if (System.out.checkError()) {
          Runtime.getRuntime().halt(1); // Nobody reads: the parent has ended.
        }
      }
      if (thread == 0 && n % 50 == 0) {
        if (engine.hasTable(PASSING.name())) {
          engine.dropTable(PASSING.name());
        }
        engine.createTable(PASSING);
      }
    }
  }

  /** Runs {@link #main} on {@code directory} in a process of its own. */
  static Child start(Path directory) throws IOException {
    Path libraries = Files.createTempDirectory("rocksdb-library");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + libraries,
            "-cp",
            System.getProperty("java.class.path"),
            KillTarget.class.getName(),
            directory.toString());
    return new Child(builder.redirectError(ProcessBuilder.Redirect.INHERIT).start(), libraries);
  }

  /** The process; killing it is {@code kill -9}. */
  static final class Child implements AutoCloseable {
    private final Process process;
    private final Path libraries;
    private final BufferedReader output;

    private Child(Process process, Path libraries) {
      this.process = process;
      this.libraries = libraries;
      this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** The next line, or null when the process is gone and all was read. */
    String readLine() throws IOException {
      return output.readLine();
    }

    /** Kills the process; what it printed can still be read. */
    void kill() {
      process.toHandle().destroyForcibly();
    }

    @Override
    public void close() {
      try {
        process.destroyForcibly().waitFor();
        try (var files = Files.list(libraries)) {
          for (Path file : files.toList()) {
            Files.delete(file);
          }
        }
        Files.delete(libraries);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
