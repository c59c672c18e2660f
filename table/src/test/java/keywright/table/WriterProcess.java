package keywright.table;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import keywright.key.KeyPart;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;
import keywright.testkit.ForkedServer;

/**
 * A process that inserts rows into the table {@code stay} of a database, in several threads, and
 * can be stopped and continued as a whole. To be used by one thread.
 */
final class WriterProcess implements AutoCloseable {
  static final TableDefinition STAY =
      TableDefinition.of(
              "stay",
              Payments.columns("id bigint, guest bigint, note text", "m"),
              KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("m"), FamilyDefinition.of("n")));

  static final IndexDefinition BY_GUEST = IndexDefinition.of("stays_by_guest", "guest");

  private static final Duration LIMIT = Duration.ofSeconds(40);

  private final ForkedServer process;

  WriterProcess(String url, int threads) {
    this(url, threads, 0);
  }

  /**
   * @param first what the ids of its rows begin with
   */
  WriterProcess(String url, int threads, long first) {
    try {
      process =
          ForkedServer.start(
              Files.createTempDirectory("keywright-writer"),
              List.of(
                  "-Xmx128m",
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UnlockDiagnosticVMOptions",
                  "-XX:-BytecodeVerificationRemote",
                  "-D" + WriterProgram.URL + "=" + url,
                  "-D" + WriterProgram.FIRST + "=" + first,
                  "-D" + WriterProgram.THREADS + "=" + threads,
                  "-cp",
                  System.getProperty("java.class.path"),
                  WriterProgram.class.getName()),
              LIMIT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many inserts were acknowledged. */
  int count() {
    return Integer.parseInt(process.ask("count", LIMIT));
  }

  /** Waits until so many more inserts are acknowledged. */
  void awaitInserts(int more) {
    int least = count() + more;
    await("insert " + more + " rows", () -> count() >= least);
  }

  /** Waits until so many threads wait for HBase. */
  void awaitWaiting(int count) {
    await("wait", () -> Integer.parseInt(process.ask("waiting", LIMIT)) >= count);
  }

  private void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("the writers do not " + what + ": " + refusals());
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /** Stops the process, as a frozen container is. */
  void stop() {
    process.pause();
  }

  void goOn() {
    process.resume();
  }

  /** Lets the inserts end; gives the ids of the rows that were acknowledged. */
  Set<Long> end() {
    return ids("end");
  }

  /** The ids of the rows that were acknowledged so far. */
  Set<Long> acknowledged() {
    return ids("ids");
  }

  /** Kills the process as {@code kill -9} does. */
  void kill() {
    process.kill();
  }

  private Set<Long> ids(String question) {
    return Arrays.stream(process.ask(question, LIMIT).split(","))
        .filter(id -> !id.isEmpty())
        .map(Long::valueOf)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What the inserts that were not acknowledged ended with. */
  String refusals() {
    return process.ask("refusals", LIMIT);
  }

  @Override
  public void close() {
    process.close();
  }
}
