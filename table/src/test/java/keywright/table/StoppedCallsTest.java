package keywright.table;

import static keywright.table.Payments.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import keywright.key.Condition;
import keywright.key.ErrorCode;
import keywright.key.KeyPart;
import keywright.key.KeywrightException;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.store.TableLayout;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.contract.WatchedEngine;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import keywright.table.model.BuildOptions;
import keywright.table.model.Change;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.Grouping;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Limits;
import keywright.table.model.OrderBy;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.Query;
import keywright.table.model.SelectItem;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that a cancellation ends early. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class StoppedCallsTest {
  private static final int ROWS = 3_000;

  /** The row at whose reading another thread cancels the call. */
  private static final int CANCELLED_AT = 700;

  /** The rows that a query may read after that: those of a batch that is read together. */
  private static final int MORE_MAX = 600;

  @TempDir private Path folder;

  enum Kind {
    MEMORY,
    SINGLE_ROWS,
    ROCKSDB
  }

  private Engine engine(Kind kind) {
    return switch (kind) {
      case MEMORY -> new MemoryEngine();
      case SINGLE_ROWS -> MemoryEngine.ofSingleRows(1);
      case ROCKSDB -> Engines.open("rocksdb:" + folder.resolve("data"));
    };
  }

  private static Database open(Engine engine) {
    return Database.over(engine, InstantSource.system(), 1);
  }

  private static Table create(Database database) {
    TableDefinition definition =
        TableDefinition.of(
            "t", Payments.columns("id int, n int, s text", "d"), KeyPart.parseList("id"));
    assertThat(database.createTable(definition, false)).isTrue();
    return database.table("t");
  }

  /** A table with an index, and rows that all have the same s. */
  private static void fill(Database database) {
    Table table = create(database);
    assertThat(database.createIndex("t", IndexDefinition.of("by_n", "n"), false)).isTrue();
    try (BatchWriter writer = table.batchWriter()) {
      for (int id = 0; id < ROWS; id++) {
        writer.add(Map.of("id", id, "n", id / 2, "s", "some"));
      }
    }
  }

  private static void cancelOnAnotherThread(Cancellation cancellation) {
    Thread other = new Thread(cancellation::cancel);
    other.start();
    try {
      other.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Map<String, Query> queries() {
    Condition none = eq("s", "none");
    Condition all = new Condition.Compare("n", Condition.Operator.GE, 0);
    Map<String, Query> queries = new LinkedHashMap<>();
    queries.put("a filter that finds nothing", Query.all().where(none).allowingFiltering());
    queries.put(
        "a filter of rows behind index entries",
        Query.all().where(all).where(none).allowingFiltering());
    queries.put("a sort", Query.all().orderedBy(OrderBy.desc("s")).allowingFiltering());
    queries.put(
        "a sort on disk",
        Query.all()
            .orderedBy(OrderBy.desc("s"))
            .allowingFiltering()
            .withLimits(Limits.DEFAULT.withSorts(10_000, 1 << 30, ROWS)));
    queries.put("a sum", Query.all().withItems(new SelectItem.Sum("n")).allowingFiltering());
    queries.put(
        "groups",
        Query.all()
            .withItems(new SelectItem.Column("n"), new SelectItem.Count())
            .where(all)
            .where(none)
            .allowingFiltering()
            .grouped(Grouping.by("n")));
    queries.put(
        "rows of many keys",
        Query.all()
            .where(new Condition.In("id", List.copyOf(IntStream.range(0, 1_000).boxed().toList())))
            .where(none)
            .allowingFiltering());
    queries.put(
        "many keys without rows",
        Query.all()
            .where(
                new Condition.In(
                    "id", List.copyOf(IntStream.range(ROWS, ROWS + 1_000).boxed().toList()))));
    return queries;
  }

  @ParameterizedTest
  @EnumSource
  void aCancelFromAnotherThreadEndsEachQuery(Kind kind) {
    WatchedEngine engine = new WatchedEngine(engine(kind));
    try (Database database = open(engine)) {
      fill(database);
      queries()
          .forEach(
              (name, query) -> {
                Cancellation cancellation = Cancellation.begin();
                engine.watch(
                    "t",
                    row -> {
                      if (row == CANCELLED_AT) {
                        cancelOnAnotherThread(cancellation);
                      }
                    });
                Table table = database.stoppedBy(cancellation).table("t");
                try (Rows rows = table.query(query)) {
                  assertThatThrownBy(rows::toList)
                      .as(name)
                      .isInstanceOf(StoppedException.class)
                      .hasMessage("cannot read t: cancelled; run the statement again");
                }
                assertThat(engine.rowsRead()).as(name).isBetween(700L, 0L + 700 + MORE_MAX);
                assertThatThrownBy(() -> table.firstPage(query, 10))
                    .as(name)
                    .isInstanceOf(StoppedException.class);
                assertThat(engine.openSnapshots()).as(name).isZero();
              });
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTimeLimitEndsAQueryBetweenRows(Kind kind) {
    WatchedEngine engine = new WatchedEngine(engine(kind));
    try (Database database = open(engine)) {
      fill(database);
      AtomicLong nanos = new AtomicLong();
      // The clock goes on by a millisecond with each row.
      engine.watch("t", row -> nanos.addAndGet(1_000_000));
      Cancellation limit = Cancellation.after(Duration.ofSeconds(1), nanos::get);
      Table table = database.stoppedBy(limit).table("t");
      try (Rows rows = table.query(Query.all().where(eq("s", "none")).allowingFiltering())) {
        assertThatThrownBy(rows::next)
            .isInstanceOfSatisfying(
                StoppedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT))
            .hasMessage(
                "cannot read t: found no end within 1 s, the time limit; set a longer limit");
      }
      assertThat(engine.rowsRead()).isBetween(1_000L, 1_100L);
      assertThat(engine.openSnapshots()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anExpiredRowIsReadPastOnlyUntilTheEnd(Kind kind) {
    AtomicLong millis = new AtomicLong(1_000_000);
    WatchedEngine engine = new WatchedEngine(engine(kind));
    try (Database database = Database.over(engine, () -> Instant.ofEpochMilli(millis.get()), 1)) {
      Table table = create(database);
      try (BatchWriter writer = table.batchWriter(Using.ttl(1))) {
        for (int id = 0; id < ROWS; id++) {
          writer.add(Map.of("id", id, "n", 1, "s", "some"));
        }
      }
      millis.addAndGet(10_000);
      AtomicInteger looks = new AtomicInteger();
      // Looked at for the first time before the scan, and then while it skips rows.
      Cancellation late = Cancellation.after(Duration.ofNanos(3), () -> looks.getAndIncrement());
      try (Rows rows = database.stoppedBy(late).table("t").query(Query.all())) {
        assertThatThrownBy(rows::next)
            .isInstanceOf(StoppedException.class)
            .hasMessageStartingWith("cannot read t: found no end");
      }
      assertThat(engine.openSnapshots()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEndedBuildIsResumed(Kind kind) {
    WatchedEngine engine = new WatchedEngine(engine(kind));
    try (Database database = open(engine)) {
      fill(database);
      Cancellation cancellation = Cancellation.begin();
      engine.watch(
          "t",
          row -> {
            if (row == CANCELLED_AT) {
              cancelOnAnotherThread(cancellation);
            }
          });
      IndexDefinition byS = IndexDefinition.of("by_s", "s");
      assertThatThrownBy(() -> database.stoppedBy(cancellation).createIndex("t", byS, false))
          .isInstanceOfSatisfying(
              StoppedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STOPPED))
          .hasMessageMatching(
              "cannot finish building index by_s of t: cancelled; 1,000 .*rows are done, repeat its CREATE INDEX to resume");
      assertThat(database.unfinishedIndexes()).hasSize(1);
      assertThat(engine.openSnapshots()).isZero();
      Cancellation late = Cancellation.after(Duration.ZERO);
      assertThatThrownBy(() -> database.stoppedBy(late).createIndex("t", byS, false))
          .isInstanceOfSatisfying(
              StoppedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT))
          .hasMessage(
              "cannot create index by_s of t: found no end within 0 s, the time limit; nothing was changed, set a longer limit");
      assertThat(database.createIndex("t", byS, false, BuildOptions.DEFAULT)).isTrue();
      assertThat(database.verify("t")).isEmpty();
    }
  }

  /** A change of declarations, and what its error says that it has not done. */
  private static Map<String, Consumer<Database>> definitions() {
    Map<String, Consumer<Database>> changes = new LinkedHashMap<>();
    changes.put(
        "create table u",
        d ->
            d.createTable(
                TableDefinition.of("u", Payments.columns("id int", "d"), KeyPart.parseList("id")),
                false));
    changes.put("create keyspace k", d -> d.createKeyspace("k", false));
    changes.put("drop keyspace k", d -> d.dropKeyspace("k", true));
    changes.put("alter table t", d -> d.alterTable("t", new TableChange.Drop(List.of("s"), false)));
    changes.put("drop table t", d -> d.dropTable("t", false));
    changes.put("truncate t", d -> d.truncate("t"));
    changes.put("drop index by_n", d -> d.dropIndex("by_n", false));
    changes.put(
        "create index by_s of t", d -> d.createIndex("t", IndexDefinition.of("by_s", "s"), false));
    changes.put("bulk load u", d -> d.table("u").bulkLoad(millis -> true).close());
    return changes;
  }

  /** Declares a table; meanwhile runs something while it has the lock of declarations. */
  private static final class DeclaringEngine extends WatchedEngine {
    private Runnable meanwhile = () -> {};

    DeclaringEngine(Engine engine) {
      super(engine);
    }

    @Override
    public void createTable(TableLayout layout) {
      if (layout.name().equals("slow")) {
        meanwhile.run();
      }
      super.createTable(layout);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aChangeOfDeclarationsDoesNotWaitForAnotherPastItsLimit(Kind kind)
      throws InterruptedException {
    DeclaringEngine engine = new DeclaringEngine(engine(kind));
    try (Database database = open(engine)) {
      fill(database);
      List<String> before = database.tables();
      Map<String, String> messages = new ConcurrentHashMap<>();
      engine.meanwhile =
          () -> {
            List<Thread> threads = new ArrayList<>();
            definitions()
                .forEach(
                    (what, change) -> {
                      Cancellation limit = Cancellation.after(Duration.ofMillis(50));
                      Thread thread =
                          new Thread(
                              () -> {
                                try {
                                  change.accept(database.stoppedBy(limit));
                                } catch (KeywrightException e) {
                                  messages.put(what, e.getMessage());
                                }
                              });
                      thread.start();
                      threads.add(thread);
                    });
            for (Thread thread : threads) {
              try {
                thread.join(10_000);
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            }
            assertThat(threads).noneMatch(Thread::isAlive);
          };
      TableDefinition slow =
          TableDefinition.of("slow", Payments.columns("id int", "d"), KeyPart.parseList("id"));
      assertThat(database.createTable(slow, false)).isTrue();
      for (String what : definitions().keySet()) {
        if (!what.startsWith("bulk")) {
          assertThat(messages)
              .containsEntry(
                  what,
                  "cannot %s: found no end within 50 ms, the time limit; nothing was changed, set a longer limit"
                      .formatted(what));
        }
      }
      assertThat(database.tables()).hasSize(before.size() + 1);
      assertThat(database.table("t").get(1).orElseThrow().getString("s")).isEqualTo("some");
      assertThat(database.verify("t")).isEmpty();
    }
  }

  private static void add(BulkLoad load, int start, int stop) {
    for (int id = start; id < stop; id++) {
      load.add(Map.of("id", id, "n", id / 2, "s", "some"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SINGLE_ROWS", "ROCKSDB"})
  void aBulkLoadEndsBetweenItsRows(Kind kind) {
    WatchedEngine engine = new WatchedEngine(engine(kind));
    try (Database database = open(engine)) {
      Table table = create(database);
      assertThat(database.createIndex("t", IndexDefinition.of("by_n", "n"), false)).isTrue();
      Cancellation cancellation = Cancellation.begin();
      boolean isSorted;
      try (BulkLoad load = database.stoppedBy(cancellation).table("t").bulkLoad(millis -> true)) {
        isSorted = load.isSorted();
        add(load, 0, ROWS);
        cancelOnAnotherThread(cancellation);
        assertThatThrownBy(load::finish)
            .isInstanceOfSatisfying(
                StoppedException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STOPPED))
            .hasMessage(
                isSorted
                    ? "cannot bulk load t: cancelled; the table stays empty, run the load again"
                    : "cannot bulk load t: cancelled; 2,000 rows of this load were written, and the table is still being filled, run the load again to resume it, or discard it with TRUNCATE");
        assertThat(load.isFinished()).isFalse();
      }
      try (Rows rows = table.query(Query.all().allowingFiltering())) {
        assertThat(rows.toList()).hasSize(isSorted ? 0 : 2_000);
      }
      try (BulkLoad load = table.bulkLoad(millis -> true)) {
        add(load, 0, ROWS);
        load.finish();
      }
      try (Rows rows = table.query(Query.all().allowingFiltering())) {
        assertThat(rows.toList()).hasSize(ROWS);
      }
      assertThat(database.verify("t")).isEmpty();
      assertThat(engine.openSnapshots()).isZero();
    }
  }

  @Test
  void aSortedLoadEndsWhileItWrites() {
    try (Database database = open(Engines.open("rocksdb:" + folder.resolve("data")))) {
      Table table = create(database);
      AtomicInteger looks = new AtomicInteger();
      int most = Integer.MAX_VALUE;
      // Each look at the clock is a nanosecond later than the last: the load ends at each of them.
      for (int end = 1; most == Integer.MAX_VALUE; end += 7) {
        looks.set(0);
        Cancellation late =
            Cancellation.after(Duration.ofNanos(end), () -> looks.getAndIncrement());
        boolean[] finished = {false};
        try (BulkLoad load = database.stoppedBy(late).table("t").bulkLoad(millis -> true)) {
          add(load, 0, 1_500);
          load.finish();
          finished[0] = true;
        } catch (StoppedException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT);
        }
        if (finished[0]) {
          most = end;
        } else {
          assertThat(database.unfinishedLoads()).isEmpty();
          assertThat(table.get(1)).isEmpty();
        }
      }
      // The batches that are sorted, and each 64th row that is written.
      assertThat(most).isGreaterThan(1_500 / 64);
      assertThat(table.get(1_499)).isPresent();
      assertThat(database.verify("t")).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRekeyThatFindsConflictsEnds(Kind kind) {
    BusyEngine engine = new BusyEngine(engine(kind));
    try (Database database = open(engine)) {
      fill(database);
      engine.cancellation = Cancellation.begin();
      engine.isBusy = true;
      engine.writes = 0;
      engine.cancelledAt = 3;
      Change change = Change.rekey("t", List.of(eq("id", 1)), Map.of("id", -1));
      assertThatThrownBy(() -> database.stoppedBy(engine.cancellation).apply(change))
          .isInstanceOf(StoppedException.class)
          .hasMessage("cannot write to t: cancelled; nothing was changed, run the statement again");
      assertThat(engine.writes).isLessThanOrEqualTo(4);
      engine.isBusy = false;
      assertThat(database.table("t").get(1)).isPresent();
      assertThat(database.table("t").get(-1)).isEmpty();
      assertThat(database.apply(change).rowsChanged()).isEqualTo(1);
      assertThat(database.table("t").get(-1)).isPresent();
      assertThat(database.verify("t")).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aChangeThatIsOverHasChangedNothing(Kind kind) {
    WatchedEngine engine = new WatchedEngine(engine(kind));
    try (Database database = open(engine)) {
      fill(database);
      Cancellation over = Cancellation.begin();
      over.cancel();
      Database stopped = database.stoppedBy(over);
      List<Change> changes =
          List.of(
              Change.insert("t", Map.of("id", -1, "n", 1)),
              Change.update("t", List.of(eq("id", 1)), Map.of("n", -1)),
              Change.delete("t", List.of(eq("id", 1))),
              Change.rekey("t", List.of(eq("id", 1)), Map.of("id", -1)));
      for (Change change : changes) {
        assertThatThrownBy(() -> stopped.apply(change))
            .isInstanceOf(StoppedException.class)
            .hasMessage(
                "cannot write to t: cancelled; nothing was changed, run the statement again");
      }
      Table table = stopped.table("t");
      assertThatThrownBy(() -> table.insert(Map.of("id", -1))).isInstanceOf(StoppedException.class);
      assertThatThrownBy(() -> table.put(Map.of("id", -1))).isInstanceOf(StoppedException.class);
      assertThat(database.table("t").get(-1)).isEmpty();
      assertThat(database.table("t").get(1).orElseThrow().get("n")).isEqualTo(0);
      assertThat(database.verify("t")).isEmpty();
      assertThat(engine.openSnapshots()).isZero();
    }
  }

  /** Other writers change each row before it is written. */
  private static final class BusyEngine extends WatchedEngine {
    private Cancellation cancellation = Cancellation.NONE;
    private int cancelledAt = Integer.MAX_VALUE;
    private boolean isBusy;
    private boolean isSilent;
    private int writes;

    BusyEngine(Engine engine) {
      super(engine);
    }

    @Override
    public boolean write(WriteBatch batch) {
      boolean isOfTable =
          batch.writes().stream().anyMatch(write -> write.layout().name().equals("t"));
      if (isOfTable && ++writes == cancelledAt) {
        cancelOnAnotherThread(cancellation);
      }
      if (isOfTable && isSilent) {
        throw new UnansweredException("found no answer");
      }
      return (!isOfTable || !isBusy) && super.write(batch);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWriterThatFindsConflictsEnds(Kind kind) {
    BusyEngine engine = new BusyEngine(engine(kind));
    try (Database database = open(engine)) {
      fill(database);
      engine.cancellation = Cancellation.begin();
      engine.isBusy = true;
      engine.writes = 0;
      engine.cancelledAt = 3;
      Database stopped = database.stoppedBy(engine.cancellation);
      Change change = Change.update("t", List.of(eq("id", 1)), Map.of("s", "other"));
      assertThatThrownBy(() -> stopped.apply(change))
          .isInstanceOf(StoppedException.class)
          .hasMessage("cannot write to t: cancelled; nothing was changed, run the statement again");
      assertThat(engine.writes).isEqualTo(3);
      engine.isBusy = false;
      assertThat(database.table("t").get(1).orElseThrow().getString("s")).isEqualTo("some");
      assertThat(database.apply(change).rowsChanged()).isEqualTo(1);
      assertThat(database.verify("t")).isEmpty();
    }
  }

  @Test
  void rowsThatChangeSeparatelyAreSaid() {
    BusyEngine engine = new BusyEngine(MemoryEngine.ofSingleRows(1));
    try (Database database = open(engine)) {
      fill(database);
      engine.cancellation = Cancellation.begin();
      engine.writes = 0;
      engine.cancelledAt = 5;
      List<Change> changes = new ArrayList<>();
      for (int id = 0; id < 8; id++) {
        changes.add(Change.update("t", List.of(eq("id", id)), Map.of("s", "other")));
        // A move stands for itself: the changes before it are written together.
        changes.add(Change.rekey("t", List.of(eq("id", id + 100)), Map.of("id", -id - 1)));
      }
      assertThatThrownBy(() -> database.stoppedBy(engine.cancellation).applyEach(changes))
          .isInstanceOfSatisfying(
              TableException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STOPPED))
          .hasMessageStartingWith("cannot write to t: cancelled; nothing was changed")
          .hasMessageContaining("are written, since the engine has no multi-row transactions");
      long written =
          IntStream.range(0, 8)
              .filter(
                  id -> "other".equals(database.table("t").get(id).orElseThrow().getString("s")))
              .count();
      assertThat(written).isBetween(1L, 7L);
      assertThat(database.verify("t")).isEmpty();
    }
  }

  @Test
  void anUnknownOutcomeIsNotCalledACancel() {
    BusyEngine engine = new BusyEngine(MemoryEngine.ofSingleRows(1));
    try (Database database = open(engine)) {
      fill(database);
      engine.cancellation = Cancellation.begin();
      engine.isSilent = true;
      engine.writes = 0;
      engine.cancelledAt = 1;
      Change change = Change.update("t", List.of(eq("id", 1)), Map.of("s", "other"));
      assertThatThrownBy(() -> database.stoppedBy(engine.cancellation).apply(change))
          .isInstanceOf(OutcomeUnknownException.class);
      assertThat(engine.writes).isEqualTo(1);
    }
  }

  @Test
  void aWriterDoesNotWaitForAnotherPastItsLimit() throws InterruptedException {
    AtomicInteger attempts = new AtomicInteger();
    Object[] waiting = {null};
    BusyEngine engine = new BusyEngine(new MemoryEngine());
    DatabaseEvents events =
        new DatabaseEvents() {
          @Override
          public void writeRetried(String table, int attempt) {
            // From the second attempt on the writer has locked its rows.
            if (attempt == 1 && attempts.incrementAndGet() == 1) {
              Database database = (Database) waiting[0];
              Cancellation limit = Cancellation.after(Duration.ofMillis(50));
              Change other = Change.update("t", List.of(eq("id", 1)), Map.of("s", "third"));
              List<RuntimeException> errors = new ArrayList<>();
              Thread writer =
                  new Thread(
                      () -> {
                        try {
                          database.stoppedBy(limit).apply(other);
                        } catch (KeywrightException e) {
                          errors.add(e);
                        }
                      });
              writer.start();
              try {
                writer.join();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              assertThat(errors).singleElement().isInstanceOf(StoppedException.class);
              engine.isBusy = false;
            }
          }
        };
    try (Database database = Database.over(engine, InstantSource.system(), 1, events)) {
      waiting[0] = database;
      fill(database);
      engine.isBusy = true;
      Change change = Change.update("t", List.of(eq("id", 1)), Map.of("s", "other"));
      assertThat(database.apply(change).rowsChanged()).isEqualTo(1);
      assertThat(attempts).hasValue(1);
    }
  }
}
