package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import keywright.store.Engines;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.testkit.Seeds;

/**
 * Four writers, each with a connection and a clock of its own, that write rows with indexes, and
 * readers that read by the indexes, while something is done to the servers: no write that was
 * acknowledged is lost, no read gives a row that was not there or misses one that was, a row that
 * moves is in one place, no two rows have the same unique key, nothing waits for ever, and what is
 * left over are entries too many.
 */
final class FaultTrial {
  private static final int READERS = 2;

  /** So many writes of each writer show that it continues. */
  private static final int WRITES = 15;

  /**
   * The longest pause of a writer or a reader before a call. The servers run on the same machine.
   * Without pauses they get too little processor time, and notice a fault late.
   */
  private static final long PAUSE_MAX_NANOS = Duration.ofMillis(12).toNanos();

  private static final Duration GOES_ON = Duration.ofMinutes(3);

  /** Of a call: what a writer with the longest timeout may take, with all that it repeats. */
  private static final Duration LONGEST = Duration.ofMinutes(3);

  private final long seed = Seeds.base();
  private final Parcels parcels = new Parcels();
  final CallLog calls = new CallLog();
  private final AtomicIntegerArray written = new AtomicIntegerArray(Parcels.WRITERS);
  private final AtomicIntegerArray read = new AtomicIntegerArray(READERS);
  private volatile boolean done;

  /** What is done to the servers meanwhile. */
  interface Schedule {
    /** Does it; calls {@link #awaitAll} in between. */
    void run(FaultTrial trial) throws Exception;
  }

  long seed() {
    return seed;
  }

  /**
   * Runs it.
   *
   * @param url of the database
   * @param urls of the database as a writer or a reader opens it, by its number
   */
  void run(String url, IntFunction<String> urls, Schedule schedule) throws Exception {
    long start = System.nanoTime();
    try {
      try (Database database = Database.open(url)) {
        parcels.create(database);
      }
      ExecutorService threads = Executors.newFixedThreadPool(Parcels.WRITERS + READERS);
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < Parcels.WRITERS; i++) {
        int writer = i;
        running.add(threads.submit(() -> write(urls.apply(writer), writer, seed + writer)));
      }
      for (int i = 0; i < READERS; i++) {
        int reader = i;
        running.add(threads.submit(() -> read(urls.apply(reader), reader, -seed - reader)));
      }
      awaitAll("at the start");
      schedule.run(this);
      done = true;
      threads.shutdown();
      for (Future<?> each : running) {
        each.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
      }
      assertThat(calls.wrong()).as(Seeds.reproduction(seed)).isEmpty();
      try (Database database = Database.open(url)) {
        requireNothingLost(database);
      }
    } finally {
      done = true;
      System.out.printf(
          "seed %d, %.1f s, longest call %.1f s: %s%n",
          seed,
          (System.nanoTime() - start) / 1e9,
          calls.longest().toMillis() / 1e3,
          calls.counts());
    }
    assertThat(calls.wrong()).as(Seeds.reproduction(seed)).isEmpty();
    assertThat(calls.longest()).isLessThan(LONGEST);
  }

  /** How many writes so far may have happened or not. */
  long unanswered() {
    return calls.counts().entrySet().stream()
        .filter(each -> each.getKey().endsWith("outcome unknown"))
        .mapToLong(each -> each.getValue().get())
        .sum();
  }

  boolean isWrong() {
    return !calls.wrong().isEmpty();
  }

  /** A connection with a clock that differs from that of others by some seconds. */
  private static Database open(String url, int index, long seed) {
    InstantSource clock = () -> Instant.now().plusMillis(1_500L * index - 2_000);
    return Database.over(Engines.open(url), clock, seed);
  }

  /** Waits until every writer and reader got on. */
  void awaitAll(String when) throws InterruptedException {
    int[] writes = IntStream.range(0, Parcels.WRITERS).map(written::get).toArray();
    int[] reads = IntStream.range(0, READERS).map(read::get).toArray();
    long deadline = System.nanoTime() + GOES_ON.toNanos();
    while (calls.wrong().isEmpty()) {
      boolean all =
          IntStream.range(0, Parcels.WRITERS).allMatch(i -> written.get(i) >= writes[i] + WRITES)
              && IntStream.range(0, READERS).allMatch(i -> read.get(i) >= reads[i] + 2);
      if (all) {
        return;
      }
      if (System.nanoTime() > deadline) {
        calls.wrong("no progress " + when + ": " + written + " after " + List.of(writes));
      }
      Thread.sleep(50);
    }
  }

  private void write(String url, int number, long seed) {
    try (Database database = open(url, number, seed)) {
      Random random = new Random(seed);
      ParcelWriter writer = new ParcelWriter(parcels, calls, database, number, random);
      while (!done && calls.wrong().isEmpty()) {
        LockSupport.parkNanos(random.nextLong(PAUSE_MAX_NANOS));
        if (writer.write()) {
          written.incrementAndGet(number);
        }
      }
    } catch (RuntimeException e) {
      calls.wrong("writer " + number + ": " + e);
    }
  }

  private void read(String url, int number, long seed) {
    Random random = new Random(seed);
    try (Database database = open(url, number, seed)) {
      ParcelReader reader = new ParcelReader(parcels, calls, database);
      while (!done && calls.wrong().isEmpty()) {
        LockSupport.parkNanos(random.nextLong(PAUSE_MAX_NANOS));
        if (reader.read(random)) {
          read.incrementAndGet(number);
        }
      }
    } catch (RuntimeException e) {
      calls.wrong("reader " + number + ": " + e);
    }
  }

  /** When nobody writes any longer. */
  private void requireNothingLost(Database database) {
    new ParcelReader(parcels, calls, database).readAll();
    parcels.requireCounters(database);
    parcels.crates.requireOnePlaceEach(database, calls);
    parcels.berths.requireOneShipEach(database);
    parcels.berths.requireFreeBerths(database);
    for (String table : Parcels.TABLES) {
      ScrubReport report = database.scrub(table, ScrubOptions.REPAIR);
      for (ScrubReport.Finding finding : report.findings()) {
        assertThat(finding.kind()).as("%s", finding).isEqualTo(ScrubReport.Kind.ENTRY_WITHOUT_ROW);
        calls.count("entries too many", finding.found());
      }
      assertThat(report.left()).isZero();
      assertThat(database.scrub(table, ScrubOptions.CHECK).findings()).isEmpty();
      assertThat(database.verify(table)).isEmpty();
    }
  }
}
