package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import keywright.store.StoreException;
import keywright.table.model.IndexDefinition;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.ScrubReport.Finding;

/**
 * A {@link FaultTrial} while something is done to the servers, a process of writers is killed and
 * stopped, and another process creates and drops indexes, in an order that is drawn. To be used by
 * one thread.
 */
final class DrawnFaults {
  private static final int[] TIMEOUT_SECONDS = {10, 3};
  private static final int WRITERS_TIMEOUT_SECONDS = 3;
  private static final int CHANGER_TIMEOUT_SECONDS = 30;
  private static final int THREADS = 4;
  private static final Duration WRITER_PAUSE = Duration.ofSeconds(8);
  private static final IndexDefinition DRAWN = IndexDefinition.of("parcels_drawn", "number, id");

  /** Something that goes wrong; it may end with an exception of the servers. */
  interface Fault {
    void happen() throws Exception;
  }

  private final FaultTrial trial = new FaultTrial();
  private final Random random = new Random(trial.seed());
  private final IntFunction<String> urls;
  private final boolean insertsMayBeLate;
  private final Map<String, Fault> faults = new LinkedHashMap<>();
  private final List<String> done = new ArrayList<>();
  private final Set<Long> acknowledged = new TreeSet<>();
  private Database changer;
  private WriterProcess writers;
  private long processes;

  /**
   * @param urls of the database by {@code timeout_seconds}
   * @param insertsMayBeLate whether the servers may carry out an insert that they have not
   *     acknowledged after the build of an index, as Cassandra may. Its row has no entry until a
   *     scrub, or until the second verification of the table
   */
  DrawnFaults(IntFunction<String> urls, boolean insertsMayBeLate) {
    this.urls = urls;
    this.insertsMayBeLate = insertsMayBeLate;
    faults.put("KILL_WRITERS", this::killWriters);
    faults.put("PAUSE_WRITERS", this::pauseWriters);
    faults.put("INDEX_OF_PARCELS", () -> change("parcel", DRAWN));
    faults.put("INDEX_OF_STAYS", () -> change("stay", WriterProcess.BY_GUEST));
  }

  /** One more fault that may be drawn. */
  DrawnFaults with(String name, Fault fault) {
    faults.put(name, fault);
    return this;
  }

  /** For what a fault draws itself. */
  Random random() {
    return random;
  }

  /**
   * Runs the trial with so many faults.
   *
   * @param settle waits until the servers take changes of tables again
   */
  void run(int count, Fault settle) throws Exception {
    try {
      try (Database creator = Database.open(urls.apply(TIMEOUT_SECONDS[0]))) {
        boolean unused = creator.createTable(WriterProcess.STAY, false);
      }
      trial.run(
          urls.apply(TIMEOUT_SECONDS[0]),
          index -> urls.apply(TIMEOUT_SECONDS[index % TIMEOUT_SECONDS.length]),
          running -> inject(count, settle));
    } finally {
      System.out.println("faults: " + done);
    }
  }

  private void inject(int count, Fault settle) throws Exception {
    changer = Database.open(urls.apply(CHANGER_TIMEOUT_SECONDS));
    startWriters();
    List<String> names = List.copyOf(faults.keySet());
    for (int i = 0; i < count && !trial.isWrong(); i++) {
      String name = names.get(random.nextInt(names.size()));
      done.add(name);
      long start = System.nanoTime();
      try {
        faults.get(name).happen();
      } catch (IOException | StoreException e) {
        // A server is away, or does not answer in time.
        done.set(i, name + " refused");
      }
      done.set(i, "%s %.1f s".formatted(done.get(i), (System.nanoTime() - start) / 1e9));
      trial.awaitAll("after " + done);
      writers.awaitInserts(THREADS);
    }
    acknowledged.addAll(writers.end());
    writers.close();
    settle.happen();
    boolean unused = changer.createIndex("stay", WriterProcess.BY_GUEST, true);
    StalledWriterTest.requireEntries(changer, acknowledged);
    changer.close();
  }

  private void startWriters() {
    writers =
        new WriterProcess(
            urls.apply(WRITERS_TIMEOUT_SECONDS), THREADS, processes++ * 1_000_000_000L);
  }

  private void killWriters() {
    acknowledged.addAll(writers.acknowledged());
    writers.kill();
    writers.close();
    startWriters();
  }

  private void pauseWriters() throws InterruptedException {
    writers.stop();
    Thread.sleep(WRITER_PAUSE.toMillis());
    writers.goOn();
  }

  /** Creates an index, or drops it where it is, and looks whether rows lack entries. */
  private void change(String table, IndexDefinition index) {
    boolean isThere = changer.find(table).orElseThrow().index(index.name()).isPresent();
    boolean unused =
        isThere ? changer.dropIndex(index.name(), false) : changer.createIndex(table, index, true);
    requireEntries(table);
  }

  private void requireEntries(String table) {
    List<Finding> lacking = rowsWithoutEntry(table, ScrubOptions.CHECK);
    if (!insertsMayBeLate) {
      assertThat(lacking).isEmpty();
    } else if (!lacking.isEmpty()) {
      System.out.println("after " + done + ": " + lacking);
      if (table.equals("stay")) {
        Set<Long> known = new TreeSet<>(acknowledged);
        known.addAll(writers.acknowledged());
        StalledWriterTest.requireFound(changer, known);
      } else {
        assertThat(lacking).allMatch(finding -> finding.found() <= trial.unanswered());
      }
      List<Finding> repaired = rowsWithoutEntry(table, ScrubOptions.REPAIR);
      assertThat(repaired).allMatch(finding -> finding.repaired() == finding.found());
    }
  }

  private List<Finding> rowsWithoutEntry(String table, ScrubOptions options) {
    return changer.scrub(table, options).findings().stream()
        .filter(finding -> finding.kind() == ScrubReport.Kind.ROW_WITHOUT_ENTRY)
        .toList();
  }
}
