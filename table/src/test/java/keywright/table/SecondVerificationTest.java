package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import keywright.key.Key;
import keywright.key.KeyPart;
import keywright.server.cassandra.CassandraServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.MemoryEngine;
import keywright.store.StoreException;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.WriteBatch;
import keywright.store.contract.ForwardingEngine;
import keywright.table.catalog.Positions;
import keywright.table.layout.StoredTable;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Engines whose servers may finish a first insert hours after its writer has died, without an entry
 * in an index that was created in between.
 */
@Tag("large")
final class SecondVerificationTest {
  private static final Duration HORIZON = Duration.ofSeconds(2);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int ROWS = 1_300;
  private static final long LATE = 5_000;

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2024-01-01T00:00:00Z"));

  /** Stays open when a database on it is closed. */
  private static final class FarHorizon extends ForwardingEngine {
    /** So many positions are saved before the process fails. */
    private final AtomicInteger writesLeft = new AtomicInteger(Integer.MAX_VALUE);

    FarHorizon() {
      this(MemoryEngine.ofSingleRows(1));
    }

    FarHorizon(Engine stored) {
      super(stored);
    }

    /** Those whose entries cannot be written. */
    private volatile Predicate<TableLayout> refusesEntries = layout -> false;

    /** What happens once, before a position is saved. */
    private final AtomicReference<Runnable> beforePosition = new AtomicReference<>(() -> {});

    @Override
    protected void writeTimed(List<? extends TimedWrite> writes) {
      if (writes.stream().map(TimedWrite::layout).anyMatch(refusesEntries)) {
        throw new StoreException("cannot write entries");
      }
      super.writeTimed(writes);
    }

    @Override
    public long horizonMillis() {
      return HORIZON.toMillis();
    }

    @Override
    public boolean write(WriteBatch batch) {
      boolean savesPosition = batch.writes().get(0).layout().name().endsWith(".verifications");
      if (savesPosition && writesLeft.getAndDecrement() <= 0) {
        throw new InterruptedEngine.Crash();
      }
      if (batch.writes().get(0).layout().name().endsWith(".verifications")) {
        beforePosition.getAndSet(() -> {}).run();
      }
      return super.write(batch);
    }

    @Override
    public void close() {}
  }

  private Database open(Engine engine) {
    return Database.over(engine, now::get, 1);
  }

  /** What a proposal leaves that is finished late: the row, and no entry. */
  private static void finishLate(Engine engine, Database database, long id) {
    StoredTable stay = database.known().require("stay");
    WriteBatch batch =
        new WriteBatch(0)
            .put(
                stay.layout(),
                stay.primaryKey().key(id, null, null),
                WriteBatch.ABSENT,
                1_000,
                Map.of(stay.columnId(stay.place("guest")), id));
    assertThat(engine.write(batch)).isTrue();
  }

  private static void createIndex(Database database, int rows) {
    boolean unused = database.createTable(WriterProcess.STAY, false);
    try (BatchWriter writer = database.table("stay").batchWriter()) {
      LongStream.range(0, rows).forEach(id -> writer.add(row("id", id, "guest", id)));
    }
    unused = database.createIndex("stay", WriterProcess.BY_GUEST, false);
  }

  private static List<Long> byIndex(Database database, long guest) {
    try (Rows rows = database.table("stay").query(Query.all().where(eq("guest", guest)))) {
      return rows.stream().map(each -> each.getLong("id")).toList();
    }
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      LockSupport.parkNanos(1_000_000);
    }
  }

  private static void awaitVerified(Database database) {
    await("verified", () -> database.table("stay").verifiedAgainAt().isEmpty());
  }

  @Test
  void aRowThatIsFinishedLateGetsItsEntryWhenTheHorizonIsPast() {
    FarHorizon engine = new FarHorizon();
    Instant due = now.get().plus(HORIZON);
    try (Database database = open(engine)) {
      createIndex(database, ROWS);
      finishLate(engine, database, LATE);
      assertThat(database.table("stay").verifiedAgainAt()).contains(due);
    }
    now.set(due.minusMillis(1));
    try (Database database = open(engine)) {
      assertThat(database.table("stay").verifiedAgainAt()).contains(due);
      assertThat(byIndex(database, LATE)).isEmpty();
      // While it is open.
      now.set(due);
      awaitVerified(database);
      assertThat(byIndex(database, LATE)).containsExactly(LATE);
      assertThat(database.verify("stay")).isEmpty();
    }
    try (Database database = open(engine)) {
      assertThat(database.table("stay").verifiedAgainAt()).isEmpty();
    }
  }

  @Test
  void aVerificationThatIsCutOffIsResumedByTheNextProcess() {
    FarHorizon engine = new FarHorizon();
    Positions positions = Positions.ofVerifications(engine);
    try (Database database = open(engine)) {
      createIndex(database, ROWS);
      finishLate(engine, database, LATE);
    }
    Instant due = now.get().plus(HORIZON);
    now.set(due);
    engine.writesLeft.set(1);
    try (Database database = open(engine)) {
      await("refused", () -> engine.writesLeft.get() < 0);
      assertThat(database.table("stay").verifiedAgainAt()).isPresent();
    }
    engine.writesLeft.set(Integer.MAX_VALUE);
    assertThat(positions.find("stay").rowsDone()).isEqualTo(500);
    now.set(due.minusMillis(1));
    try (Database database = open(engine)) {
      // Among rows that are done: nobody looks at these again.
      finishLate(engine, database, -1);
    }
    now.set(due);
    try (Database database = open(engine)) {
      awaitVerified(database);
      assertThat(byIndex(database, LATE)).containsExactly(LATE);
      assertThat(byIndex(database, -1)).isEmpty();
    }
    assertThat(positions.find("stay").rowsDone()).isZero();
  }

  /** Two of three fail after they have saved one position. */
  @Test
  void severalProcessesVerifyATableTogether() {
    Engine shared = MemoryEngine.ofSingleRows(1);
    List<Long> late = List.of(-1L, 499L + LATE, LATE);
    try (Database database = open(new FarHorizon(shared))) {
      createIndex(database, ROWS);
      late.forEach(id -> finishLate(shared, database, id));
    }
    List<FarHorizon> engines =
        LongStream.range(0, 3).mapToObj(i -> new FarHorizon(shared)).toList();
    List<Database> databases = engines.stream().map(this::open).toList();
    engines.get(0).writesLeft.set(1);
    engines.get(1).writesLeft.set(1);
    now.set(now.get().plus(HORIZON));
    await(
        "verified",
        () -> databases.stream().anyMatch(each -> each.table("stay").verifiedAgainAt().isEmpty()));
    late.forEach(id -> assertThat(byIndex(databases.get(2), id)).containsExactly(id));
    databases.forEach(Database::close);
  }

  @Test
  void anotherIndexPutsItOff() {
    FarHorizon engine = new FarHorizon();
    try (Database database = open(engine)) {
      createIndex(database, 3);
      now.set(now.get().plusSeconds(1));
      boolean unused =
          database.createIndex("stay", IndexDefinition.of("stays_by_note", "note"), false);
      assertThat(database.table("stay").verifiedAgainAt()).contains(now.get().plus(HORIZON));
    }
  }

  @Test
  void aTableThatIsBeingLoadedDoesNotHoldUpTheOthers() {
    FarHorizon engine = new FarHorizon();
    try (Database database = open(engine)) {
      TableDefinition filled =
          TableDefinition.of(
              "filled", Payments.columns("id int, n int", "d"), KeyPart.parseList("id"));
      boolean unused = database.createTable(filled, false);
      unused = database.createIndex("filled", IndexDefinition.of("filled_by_n", "n"), false);
      createIndex(database, 3);
      finishLate(engine, database, LATE);
      // It is never finished.
      database.table("filled").bulkLoad(waiting -> true).add(row("id", 1, "n", 1));
    }
    now.updateAndGet(before -> before.plus(HORIZON));
    try (LogRecords log = new LogRecords("keywright.table");
        Database database = open(engine)) {
      awaitVerified(database);
      assertThat(byIndex(database, LATE)).containsExactly(LATE);
      assertThat(database.table("filled").verifiedAgainAt()).isPresent();
      assertThat(log.rest()).noneMatch(record -> record.contains("cannot"));
    }
  }

  @Test
  void tablesThatCannotBeVerifiedDoNotHoldUpTheOthers() throws InterruptedException {
    FarHorizon engine = new FarHorizon();
    List<String> broken = List.of("aaa", "zzz");
    try (Database database = open(engine)) {
      for (String name : broken) {
        TableDefinition table =
            TableDefinition.of(
                name, Payments.columns("id int, n int", "d"), KeyPart.parseList("id"));
        boolean unused = database.createTable(table, false);
        unused = database.createIndex(name, IndexDefinition.of(name + "_by_n", "n"), false);
      }
      createIndex(database, 3);
      finishLate(engine, database, LATE);
      for (String name : broken) {
        StoredTable table = database.known().require(name);
        Key key = table.primaryKey().key(1, 1);
        Map<Integer, Object> cells = Map.of(table.columnId(table.place("n")), 1);
        boolean written =
            engine.write(
                new WriteBatch(0).put(table.layout(), key, WriteBatch.ABSENT, 1_000, cells));
        assertThat(written).isTrue();
      }
    }
    now.updateAndGet(before -> before.plus(HORIZON));
    engine.refusesEntries = layout -> layout.name().contains("_by_n");
    try (LogRecords log = new LogRecords("keywright.table");
        Database database = open(engine)) {
      awaitVerified(database);
      assertThat(byIndex(database, LATE)).containsExactly(LATE);
      for (String name : broken) {
        assertThat(database.table(name).verifiedAgainAt()).isPresent();
      }
      List<String> told = new ArrayList<>();
      while (told.size() < 2) {
        String record = log.next();
        if (record.startsWith("WARNING cannot verify ")) {
          told.add(record);
        }
      }
      assertThat(told).doesNotHaveDuplicates();
    }
  }

  @Test
  void anIndexIsBuiltWhileAnotherProcessSavesThePositionOfAVerification() {
    FarHorizon engine = new FarHorizon();
    Positions positions = Positions.ofVerifications(engine);
    try (Database database = open(engine)) {
      createIndex(database, 3);
      positions.begin("stay");
      engine.beforePosition.set(() -> positions.begin("stay"));
      assertThat(database.createIndex("stay", IndexDefinition.of("stays_by_note", "note"), false))
          .isTrue();
    }
  }

  @Test
  void enginesThatFinishNothingLateNeedNone() {
    try (Database database = open(MemoryEngine.ofSingleRows(1))) {
      createIndex(database, 3);
      assertThat(database.table("stay").verifiedAgainAt()).isEmpty();
    }
  }

  /** As long as Cassandra keeps proposals: its {@code gc_grace_seconds}, ten days. */
  @Test
  void onCassandraTheHorizonIsThatOfItsProposals() {
    String url = CassandraServer.shared().newKeyspace("verification") + "?alone=true";
    Instant due = now.get().plus(Duration.ofDays(10));
    try (Engine late = Engines.open(url);
        Database database = open(Engines.open(url))) {
      createIndex(database, 3);
      assertThat(database.table("stay").verifiedAgainAt()).contains(due);
      finishLate(late, database, LATE);
      assertThat(byIndex(database, LATE)).isEmpty();
    }
    now.set(due);
    try (Database database = open(Engines.open(url))) {
      awaitVerified(database);
      assertThat(byIndex(database, LATE)).containsExactly(LATE);
    }
  }
}
