package keywright.table;

import static keywright.table.Payments.eq;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import keywright.key.KeyPart;
import keywright.server.hbase.HBaseCluster;
import keywright.store.Engines;
import keywright.store.StoreException;
import keywright.table.RowHistories.Outcome;
import keywright.table.RowHistories.Write;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Servers are killed while four writers, each with a connection and a clock of its own, write rows
 * with indexes, and readers read by the indexes: no write that was acknowledged is lost, no read
 * gives a row that was not there or misses one that was, nothing waits for ever, and what is left
 * over are entries too many.
 *
 * <p>Most rows have one writer each, so that it is known what they may hold; some are counters that
 * all writers raise.
 */
class ServerKillsTest {
  private static final int WRITERS = 4;
  private static final int READERS = 2;
  private static final int ROWS = 200;
  private static final int COUNTERS = 3;
  private static final int BATCH_ROWS = 10;
  private static final List<String> STATES = List.of("new", "paid", "sent", "back", "lost");

  /** So many writes of each writer show that it goes on. */
  private static final int WRITES = 15;

  private static final Duration GOES_ON = Duration.ofMinutes(3);

  /** Writers and readers differ in how long they wait for HBase, so that some see it fail. */
  private static final int[] TIMEOUT_SECONDS = {30, 3};

  /** Longer than some wait, shorter than a session. */
  private static final Duration PAUSE = Duration.ofSeconds(4);

  /** Of a call: what a writer with the longest timeout may take, with all that it repeats. */
  private static final Duration LONGEST = Duration.ofMinutes(3);

  private static final TableDefinition DEFINITION =
      TableDefinition.of(
              "parcel",
              Payments.columns("id bigint, number bigint, state text, note text", "m"),
              KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("m"), FamilyDefinition.of("n")))
          .withIndexes(
              List.of(
                  IndexDefinition.of("parcels_by_state", "state, id"),
                  IndexDefinition.of("parcels_by_number", "bucket(4), number DESC"),
                  IndexDefinition.of("parcels_by_note", "lower(note)")));

  private static final TableDefinition COUNTER =
      TableDefinition.of(
              "counter", Payments.columns("id bigint, number bigint", "m"), KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("m")))
          .withIndexes(List.of(IndexDefinition.of("counters_by_number", "number")));

  private final RowHistories rows = new RowHistories(ROWS);

  /** What was raised by whom, and may have been. */
  private final Map<List<Long>, Integer> raised = new ConcurrentHashMap<>();

  private final AtomicLong perhapsRaised = new AtomicLong();

  private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
  private final AtomicIntegerArray written = new AtomicIntegerArray(WRITERS);
  private final AtomicIntegerArray read = new AtomicIntegerArray(READERS);
  private final AtomicLong longestNanos = new AtomicLong();
  private volatile boolean done;

  @Test
  void nothingAcknowledgedIsLostAndNoReadIsWrong() throws Exception {
    run(1);
  }

  @Test
  @Tag("nightly")
  void norDoesItInTenRounds() throws Exception {
    run(10);
  }

  private void run(int rounds) throws Exception {
    long seed = Seeds.base();
    long start = System.nanoTime();
    try (HBaseCluster cluster = new HBaseCluster(2)) {
      String url = cluster.url("kills") + "?alone=true";
      try (Database database = Database.open(url)) {
        database.createTable(DEFINITION, false);
        database.createTable(COUNTER, false);
        for (long id = 0; id < COUNTERS; id++) {
          database.table("counter").insert(Payments.row("id", id, "number", 0L));
        }
      }
      ExecutorService threads = Executors.newFixedThreadPool(WRITERS + READERS);
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int writer = i;
        running.add(threads.submit(() -> write(url(cluster, writer), writer, seed + writer)));
      }
      for (int i = 0; i < READERS; i++) {
        int reader = i;
        running.add(threads.submit(() -> read(url(cluster, reader), reader, -seed - reader)));
      }
      awaitAll("at the start");
      for (int round = 0; round < rounds && wrong.isEmpty(); round++) {
        // Taken for dead by its silence; the other one takes over.
        cluster.killRegionServer(round % 2);
        awaitAll("with one region server killed");
        cluster.startRegionServer(round % 2);
        awaitAll("with that one back");
        // What it was sent meanwhile it does after its senders gave up.
        cluster.pauseRegionServer((round + 1) % 2, PAUSE);
        awaitAll("with the other one stopped for a while");
        // Taken for dead when the new one comes.
        cluster.killRegionServer((round + 1) % 2);
        cluster.startRegionServer((round + 1) % 2);
        awaitAll("with the other one killed and started");
        cluster.killAll();
        cluster.startAll();
        awaitAll("with all killed and started");
      }
      done = true;
      threads.shutdown();
      for (Future<?> each : running) {
        each.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
      }
      assertThat(wrong).as(Seeds.reproduction(seed)).isEmpty();
      try (Database database = Database.open(url)) {
        requireNothingLost(database);
      }
    } finally {
      done = true;
      System.out.printf(
          "seed %d, %.1f s, longest call %.1f s: %s%n",
          seed, (System.nanoTime() - start) / 1e9, longestNanos.get() / 1e9, counts);
    }
    assertThat(wrong).as(Seeds.reproduction(seed)).isEmpty();
    assertThat(Duration.ofNanos(longestNanos.get())).isLessThan(LONGEST);
  }

  private static String url(HBaseCluster cluster, int index) {
    return cluster.url("kills")
        + "?alone=true&timeout_seconds="
        + TIMEOUT_SECONDS[index % TIMEOUT_SECONDS.length];
  }

  /** A connection with a clock that differs from that of others by some seconds. */
  private static Database open(String url, int index, long seed) {
    InstantSource clock = () -> Instant.now().plusMillis(1_500L * index - 2_000);
    return Database.over(Engines.open(url), clock, seed);
  }

  /** Waits until every writer and reader got on. */
  private void awaitAll(String when) throws InterruptedException {
    int[] writes = IntStream.range(0, WRITERS).map(written::get).toArray();
    int[] reads = IntStream.range(0, READERS).map(read::get).toArray();
    long deadline = System.nanoTime() + GOES_ON.toNanos();
    while (wrong.isEmpty()) {
      boolean all =
          IntStream.range(0, WRITERS).allMatch(i -> written.get(i) >= writes[i] + WRITES)
              && IntStream.range(0, READERS).allMatch(i -> read.get(i) >= reads[i] + 2);
      if (all) {
        return;
      }
      if (System.nanoTime() > deadline) {
        wrong.add("no progress " + when + ": " + written + " after " + List.of(writes));
      }
      Thread.sleep(50);
    }
  }

  private void count(String what) {
    counts.computeIfAbsent(what, name -> new AtomicLong()).incrementAndGet();
  }

  /** Does something and says what became of it. */
  private Outcome outcome(String what, Runnable call) {
    long start = System.nanoTime();
    try {
      call.run();
      count(what);
      return Outcome.DONE;
    } catch (OutcomeUnknownException e) {
      requireOneLine(e);
      count(what + ", outcome unknown");
      return Outcome.POSSIBLE;
    } catch (TableException | StoreException e) {
      requireOneLine(e);
      count(what + ", refused");
      return Outcome.REFUSED;
    } catch (RuntimeException e) {
      wrong.add(what + ": " + e);
      return Outcome.POSSIBLE;
    } finally {
      longestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
    }
  }

  private void requireOneLine(RuntimeException e) {
    String message = String.valueOf(e.getMessage());
    if (!message.startsWith("cannot ") || message.contains("\n") || message.length() > 500) {
      wrong.add("a message that is not one line: " + message);
    }
  }

  private void write(String url, int writer, long seed) {
    Random random = new Random(seed);
    try (Database database = open(url, writer, seed)) {
      Table table = database.table("parcel");
      while (!done && wrong.isEmpty()) {
        long id = id(random, writer);
        Write known = rows.known(id);
        int kind = random.nextInt(10);
        boolean anyDone;
        if (kind == 0) {
          anyDone = delete(table, id);
        } else if (kind == 1) {
          anyDone = writeBatch(table, random, writer);
        } else if (kind == 2) {
          anyDone = raise(database, random.nextInt(COUNTERS), writer);
        } else if (kind < 6 && known != null && known.state != null) {
          anyDone = update(database, known, state(random));
        } else {
          anyDone = insert(table, id, state(random));
        }
        if (anyDone) {
          written.incrementAndGet(writer);
        }
      }
    } catch (RuntimeException e) {
      wrong.add("writer " + writer + ": " + e);
    }
  }

  /** A row of a writer. */
  private static long id(Random random, int writer) {
    return (long) WRITERS * random.nextInt(ROWS / WRITERS) + writer;
  }

  private static String state(Random random) {
    return STATES.get(random.nextInt(STATES.size()));
  }

  private boolean insert(Table table, long id, String state) {
    Write write = rows.begin(id, state);
    Outcome outcome = outcome("insert", () -> table.insert(write.row()));
    rows.end(write, outcome);
    return outcome == Outcome.DONE;
  }

  private boolean delete(Table table, long id) {
    Write write = rows.begin(id, null);
    Outcome outcome = outcome("delete", () -> table.delete(List.of(eq("id", id))));
    rows.end(write, outcome);
    return outcome == Outcome.DONE;
  }

  /** An update on the condition that the row is what it is known to be. */
  private boolean update(Database database, Write known, String state) {
    Write write = rows.begin(known.id, state);
    Map<String, Object> set = write.row();
    set.remove("id");
    Change change =
        Change.update("parcel", List.of(eq("id", known.id)), set)
            .onlyIf(eq("number", known.number));
    Outcome outcome =
        outcome(
            "update if",
            () -> {
              ChangeResult result = database.apply(change);
              if (!result.applied()) {
                wrong.add(
                    "write %d was acknowledged, but the row is %s: %s"
                        .formatted(known.number, result.found(), rows.describe(known.id)));
              }
            });
    rows.end(write, outcome);
    return outcome == Outcome.DONE;
  }

  private boolean writeBatch(Table table, Random random, int writer) {
    Set<Long> ids = new HashSet<>();
    while (ids.size() < BATCH_ROWS) {
      ids.add(id(random, writer));
    }
    List<Write> writes = ids.stream().map(id -> rows.begin(id, state(random))).toList();
    Map<Write, RuntimeException> refusals = new ConcurrentHashMap<>();
    Outcome outcome =
        outcome(
            "batch",
            () -> {
              try (BatchWriter batch = table.batchWriter()) {
                writes.forEach(write -> batch.add(write.row(), e -> refusals.put(write, e)));
              }
            });
    for (Write write : writes) {
      RuntimeException refusal = refusals.get(write);
      // A batch that ends with an error may have written some of its rows.
      rows.end(
          write,
          outcome != Outcome.DONE
              ? Outcome.POSSIBLE
              : refusal == null
                  ? Outcome.DONE
                  : outcome(
                      "row of a batch",
                      () -> {
                        throw refusal;
                      }));
    }
    return outcome == Outcome.DONE && refusals.isEmpty();
  }

  /** Adds 1 to a counter, on the condition that it is what was read. */
  private boolean raise(Database database, long id, int writer) {
    long[] next = new long[1];
    Outcome reading =
        outcome(
            "get",
            () -> next[0] = database.table("counter").get(id).orElseThrow().getLong("number") + 1);
    if (reading != Outcome.DONE) {
      return false;
    }
    Change change =
        Change.update("counter", List.of(eq("id", id)), Payments.row("number", next[0]))
            .onlyIf(eq("number", next[0] - 1));
    boolean[] applied = new boolean[1];
    Outcome outcome = outcome("raise", () -> applied[0] = database.apply(change).applied());
    if (outcome == Outcome.POSSIBLE) {
      perhapsRaised.incrementAndGet();
    }
    if (applied[0]) {
      Integer other = raised.putIfAbsent(List.of(id, next[0]), writer);
      if (other != null) {
        wrong.add("%d and %d both raised counter %d to %d".formatted(other, writer, id, next[0]));
      }
    }
    return applied[0];
  }

  private void read(String url, int reader, long seed) {
    Random random = new Random(seed);
    try (Database database = open(url, reader, seed)) {
      Table table = database.table("parcel");
      while (!done && wrong.isEmpty()) {
        int kind = random.nextInt(3);
        Outcome outcome =
            kind == 0
                ? outcome("newest first", () -> readNewest(table))
                : outcome("by state", () -> readState(table, state(random)));
        if (outcome == Outcome.DONE) {
          read.incrementAndGet(reader);
        }
      }
    } catch (RuntimeException e) {
      wrong.add("reader " + reader + ": " + e);
    }
  }

  /** The rows in a state: each was in it while that was read, and none that was all along lacks. */
  private void readState(Table table, String state) {
    long since = System.nanoTime();
    List<Row> found = rows(table, Query.all().where(eq("state", state)));
    long until = System.nanoTime();
    Set<Long> ids = new HashSet<>();
    for (Row row : found) {
      require(row, since, until);
      if (!row.getString("state").equals(state)) {
        wrong.add("asked for " + state + ", found " + row);
      }
      if (!ids.add(row.getLong("id"))) {
        wrong.add("found twice in " + state + ": " + row);
      }
    }
    for (long id = 0; id < ROWS; id++) {
      Write certain = rows.certain(id, since, until);
      if (certain != null && state.equals(certain.state) && !ids.contains(id)) {
        wrong.add(
            "missed write %d of row %d in %s: %s"
                .formatted(certain.number, id, state, rows.describe(id)));
      }
    }
  }

  /** A row that is written meanwhile moves within this index, and may be missed or come twice. */
  private void readNewest(Table table) {
    long since = System.nanoTime();
    List<Row> found = rows(table, Query.all().orderedBy(new OrderBy("number", true)));
    long until = System.nanoTime();
    long last = Long.MAX_VALUE;
    Set<Long> numbers = new HashSet<>();
    for (Row row : found) {
      require(row, since, until);
      if (row.getLong("number") >= last) {
        wrong.add("out of order: " + row + " behind " + last);
      }
      last = row.getLong("number");
      numbers.add(last);
    }
    for (long id = 0; id < ROWS; id++) {
      Write certain = rows.certain(id, since, until);
      if (certain != null && certain.state != null && !numbers.contains(certain.number)) {
        wrong.add("missed write %d of row %d: %s".formatted(certain.number, id, rows.describe(id)));
      }
    }
  }

  private void require(Row row, long since, long until) {
    String reason = rows.wrong(row, since, until);
    if (reason != null) {
      wrong.add(reason + "; " + rows.describe(row.getLong("id")));
    }
  }

  private static List<Row> rows(Table table, Query query) {
    List<Row> found = new ArrayList<>();
    try (Rows all = table.query(query)) {
      all.forEach(found::add);
    }
    return found;
  }

  /** When nobody writes any longer. */
  private void requireNothingLost(Database database) {
    for (String state : STATES) {
      readState(database.table("parcel"), state);
    }
    readNewest(database.table("parcel"));
    List<Row> byKey = rows(database.table("parcel"), Query.all());
    List<Row> byIndex =
        rows(database.table("parcel"), Query.all().orderedBy(new OrderBy("number", true)));
    assertThat(byIndex).hasSameSizeAs(byKey);
    for (long id = 0; id < ROWS; id++) {
      long moment = System.nanoTime();
      Row row = database.table("parcel").get(id).orElse(null);
      Write certain = rows.known(id);
      if (row != null) {
        require(row, moment, System.nanoTime());
      }
      if (certain != null && (row == null) != (certain.state == null)) {
        wrong.add("row %d is %s after %s".formatted(id, row, rows.describe(id)));
      }
    }
    long sum = 0;
    for (long id = 0; id < COUNTERS; id++) {
      long number = database.table("counter").get(id).orElseThrow().getLong("number");
      sum += number;
    }
    assertThat(sum).isBetween((long) raised.size(), raised.size() + perhapsRaised.get());
    for (String table : List.of("parcel", "counter")) {
      ScrubReport report = database.scrub(table, ScrubOptions.REPAIR);
      for (ScrubReport.Finding finding : report.findings()) {
        assertThat(finding.kind()).as("%s", finding).isEqualTo(ScrubReport.Kind.ENTRY_WITHOUT_ROW);
        counts
            .computeIfAbsent("entries too many", name -> new AtomicLong())
            .addAndGet(finding.found());
      }
      assertThat(report.left()).isZero();
      assertThat(database.scrub(table, ScrubOptions.CHECK).findings()).isEmpty();
      assertThat(database.verify(table)).isEmpty();
    }
    assertThat(Collections.max(raised.values())).isLessThan(WRITERS);
  }
}
