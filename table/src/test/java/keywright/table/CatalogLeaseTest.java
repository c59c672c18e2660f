package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import keywright.key.Type;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.store.contract.ForwardingEngine;
import keywright.table.catalog.Catalog;
import keywright.table.catalog.Registrations;
import keywright.table.catalog.StoredRegistrations;
import keywright.table.model.BuildOptions;
import keywright.table.model.BuildProgress;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.DatabaseProcess;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.Query;
import keywright.table.model.TableChange;
import keywright.table.model.TableException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two databases on one engine, as two processes have them. */
class CatalogLeaseTest {
  private static final long DELAY_MILLIS = 60;
  private static final IndexDefinition BY_AMOUNT =
      IndexDefinition.of("payments_by_amount", "amount");

  private final Queue<Database> opened = new ConcurrentLinkedQueue<>();

  /** Closes a database after the test: each has a thread that looks for changes all the time. */
  private Database closed(Database database) {
    opened.add(database);
    return database;
  }

  @AfterEach
  void close() {
    opened.forEach(Database::close);
  }

  /** An engine that several processes reach, each of which may close it. */
  static Engine reached() {
    return reached(MemoryEngine.ofSingleRows(1), DELAY_MILLIS);
  }

  static Engine reached(Engine engine, long delayMillis) {
    return new ForwardingEngine(engine) {
      @Override
      public long requestDelayMillis() {
        return delayMillis;
      }

      @Override
      public boolean isShared() {
        return true;
      }

      @Override
      public void close() {}
    };
  }

  @Test
  void anIndexIsBuiltWhenAllKnowIt() throws Exception {
    Engine engine = reached();
    Database first = closed(IndexBuildTest.with(engine, 200));
    Database second = closed(Payments.open(engine));
    ExecutorService thread = Executors.newSingleThreadExecutor();
    CountDownLatch built = new CountDownLatch(1);
    Future<?> writes =
        thread.submit(
            () -> {
              Table table = second.table("payment");
              // Until the build is over and as long after it as the catalog is gone by.
              long until = Long.MAX_VALUE;
              for (int i = 0; System.nanoTime() < until; i++) {
                if (until == Long.MAX_VALUE && built.getCount() == 0) {
                  until = System.nanoTime() + 1_000_000 * DELAY_MILLIS;
                }
                table.insert(payment(i % 300, i % 3, "2017-01-01", i % 7 + ".00"));
                if (i % 5 == 0) {
                  table.delete(List.of(eq("payment_id", (i * 7) % 300)));
                }
              }
            });
    first.createIndex("payment", BY_AMOUNT, false);
    built.countDown();
    writes.get();
    thread.shutdown();
    assertThat(second.find("payment").orElseThrow().index("payments_by_amount")).isPresent();
    Payments.requireExact(first, "payment");
    assertThat(second.table("payment").plan(Query.all().where(eq("amount", 2))).index())
        .contains("payments_by_amount");
  }

  @Test
  void whatAnotherHasMadeIsNotMadeAgain() {
    Engine engine = reached();
    Database second = closed(Database.over(engine, Payments.CLOCK, 2));
    Database third = closed(Database.over(engine, Payments.CLOCK, 3));
    Database first = closed(IndexBuildTest.with(engine, 10));
    assertThat(second.createTable(Payments.DEFINITION, true)).isFalse();
    assertThat(second.table("payment").estimatedRows())
        .isEqualTo(first.table("payment").estimatedRows());
    assertThat(first.createIndex("payment", BY_AMOUNT, false)).isTrue();
    assertThat(second.createIndex("payment", BY_AMOUNT, true)).isFalse();
    assertThat(third.createIndex("payment", BY_AMOUNT, true)).isFalse();
    Payments.requireExact(first, "payment");
    Query query = Query.all().where(eq("amount", 2));
    assertThat(second.table("payment").query(query).toList()).hasSize(2);
  }

  @Test
  void whoCannotReadTheCatalogIsNotWaitedFor() {
    Engine engine = reached(MemoryEngine.ofSingleRows(1), 60_000);
    Database first = closed(Payments.open(engine));
    TableLayout catalog = Catalog.LAYOUT;
    assertThat(
            engine.write(
                new WriteBatch(0)
                    .put(
                        catalog,
                        catalog.keySchema().key("of_a_newer_release"),
                        WriteBatch.ABSENT,
                        1,
                        Map.of(1, "surprise value='1'"))))
        .isTrue();
    Set<Thread> before = threads();
    assertThatThrownBy(() -> Database.over(engine, Payments.CLOCK, 2))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("cannot read the catalog");
    assertThat(before).as("no thread is left").containsAll(threads());
    assertThat(first.known().lease().others()).isEmpty();
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("keywright-register"))
        .collect(Collectors.toSet());
  }

  @Test
  void ofManyProcessesThatCreateATableOneSucceeds() throws Exception {
    Engine engine = reached();
    List<Callable<Boolean>> makers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int seed = i;
      makers.add(
          () -> {
            Database database = closed(Database.over(engine, Payments.CLOCK, seed));
            try {
              database.createTable(Payments.DEFINITION, true);
            } catch (TableException e) {
              assertThat(e)
                  .hasMessage(
                      "cannot change the catalog entry of table payment: another process has "
                          + "changed the entry since this process read it; repeat the statement");
              return false;
            }
            database.table("payment").insert(payment(seed, 1, "2017-01-01", "1.00"));
            return true;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(8);
    int made = 0;
    for (Future<Boolean> each : threads.invokeAll(makers)) {
      made += each.get() ? 1 : 0;
    }
    threads.shutdown();
    Database database = closed(Database.over(engine, Payments.CLOCK, 9));
    assertThat(database.table("payment").query(Query.all().allowingFiltering()).toList())
        .hasSize(made);
  }

  @Test
  void whoWasSlowToCreateATableDropsNothingOfWhoHasCreatedItSince() {
    Engine engine = reached();
    AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
    Engine slow =
        new ForwardingEngine(engine) {
          @Override
          public Set<String> tables() {
            meanwhile.getAndSet(() -> {}).run();
            return super.tables();
          }
        };
    Database second = closed(Database.over(engine, Payments.CLOCK, 2));
    Database first = closed(Database.over(slow, Payments.CLOCK, 1));
    meanwhile.set(
        () -> {
          second.createTable(Payments.DEFINITION, false);
          second.table("payment").insert(payment(1, 1, "2017-01-01", "1.00"));
        });
    assertThatThrownBy(() -> first.createTable(Payments.DEFINITION, false))
        .hasMessageContaining(
            "another process has changed the entry since this process read it; repeat the statement");
    assertThat(second.table("payment").get(1)).isPresent();
    assertThat(first.table("payment").get(1)).isPresent();
  }

  @Test
  void anIndexThatIsDroppedIsReadByNobodyBefore() {
    Engine engine = reached();
    Database first = closed(IndexBuildTest.with(engine, 10));
    Database second = closed(Payments.open(engine));
    Query query = Query.all().where(eq("customer_id", 1));
    assertThat(second.table("payment").query(query).toList()).hasSize(3);
    long began = System.nanoTime();
    assertThat(first.dropIndex("payments_by_customer", false)).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isGreaterThanOrEqualTo(Duration.ofMillis(DELAY_MILLIS));
    assertThat(first.findByIndex("payments_by_customer")).isEmpty();
    assertThat(engine.hasTable("payment.payments_by_customer")).isFalse();
    // Whoever still knows the index finds its declaration changed, and goes by the new one.
    second.table("payment").insert(payment(1_000, 1, "2017-01-01", "7.00"));
    Payments.requireExact(first, "payment");
  }

  @Test
  void anIndexThatAStoppedDropHasHiddenIsReadByNobodyBefore() {
    Engine engine = reached();
    Database first = closed(IndexBuildTest.with(engine, 10));
    Database second = closed(Payments.open(engine));
    Query query = Query.all().where(eq("customer_id", 1));
    assertThat(second.table("payment").query(query).toList()).hasSize(3);
    assertThatThrownBy(() -> first.dropIndex("payments_by_customer", false, wait -> false))
        .hasMessage(
            "stopped dropping index payments_by_customer: new queries do not use it, but other processes may, until they read the catalog again; repeat its DROP INDEX to resume");
    long began = System.nanoTime();
    assertThat(first.dropIndex("payments_by_customer", false)).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isGreaterThanOrEqualTo(Duration.ofMillis(DELAY_MILLIS));
  }

  @Test
  void anIndexThatAnotherBuildsWhileItIsDroppedIsReadByNobodyBefore() {
    Engine engine = reached();
    Database first = closed(IndexBuildTest.with(engine, 10));
    Database second = closed(Payments.open(engine));
    IndexDefinition index = Payments.DEFINITION.index("payments_by_customer").orElseThrow();
    AtomicReference<Long> built = new AtomicReference<>();
    boolean dropped =
        first.dropIndex(
            index.name(),
            false,
            waiting -> {
              if (built.get() == null) {
                assertThat(second.createIndex("payment", index, true)).isTrue();
                built.set(System.nanoTime());
              }
              return true;
            });
    assertThat(dropped).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - built.get()))
        .isGreaterThanOrEqualTo(Duration.ofMillis(DELAY_MILLIS));
    assertThat(engine.hasTable("payment.payments_by_customer")).isFalse();
    Payments.requireExact(second, "payment");
  }

  @Test
  void aQueryIsServedByAnIndexThatAnotherHasJustBuilt() {
    Engine engine = reached();
    Database first = closed(IndexBuildTest.with(engine, 10));
    Database second = closed(Payments.open(engine));
    Query query = Query.all().where(eq("amount", 1));
    assertThatThrownBy(() -> second.table("payment").query(query))
        .hasMessageContaining("CREATE INDEX payment_by_amount ON payment (amount) would serve");
    assertThat(first.createIndex("payment", BY_AMOUNT, false)).isTrue();
    assertThat(second.table("payment").query(query).toList()).hasSize(2);
  }

  @Test
  void aBuildDoesNotEndWithAnotherIndexOfItsName() {
    Engine engine = reached();
    Database first = closed(IndexBuildTest.with(engine, 1_200));
    Database second = closed(Payments.open(engine));
    boolean[] made = {false};
    BuildOptions busy =
        BuildOptions.DEFAULT.telling(
            progress -> {
              if (progress.rowsDone() > 0 && !made[0]) {
                made[0] = true;
                second.dropIndex("payments_by_amount", false);
                BuildOptions stopped = BuildOptions.DEFAULT.telling(build -> false);
                assertThatThrownBy(() -> second.createIndex("payment", BY_AMOUNT, false, stopped))
                    .hasMessageStartingWith("stopped building");
              }
              return true;
            });
    assertThatThrownBy(() -> first.createIndex("payment", BY_AMOUNT, false, busy))
        .hasMessage(
            "cannot build index payments_by_amount: another process or thread has dropped the index;"
                + " create the index again if queries need it");
    assertThat(second.createIndex("payment", BY_AMOUNT, false)).isTrue();
    Payments.requireExact(first, "payment");
  }

  @Test
  void theWaitIsToldAndCanBeEnded() {
    Engine engine = reached();
    Database database = closed(IndexBuildTest.with(engine, 10));
    killed(engine);
    List<BuildProgress> told = new ArrayList<>();
    BuildOptions impatient =
        BuildOptions.DEFAULT.telling(
            build -> {
              told.add(build);
              return false;
            });
    assertThatThrownBy(() -> database.createIndex("payment", BY_AMOUNT, false, impatient))
        .hasMessageStartingWith("stopped building index payments_by_amount of payment: 0 rows");
    assertThat(told).hasSize(1);
    assertThat(told.get(0).waitMillis()).isBetween(1L, 2 * DELAY_MILLIS);
    assertThat(told.get(0).waitsFor())
        .extracting(DatabaseProcess::pid)
        .containsExactly(ProcessHandle.current().pid());
    BuildOptions patient = BuildOptions.DEFAULT.telling(told::add);
    assertThat(database.createIndex("payment", BY_AMOUNT, false, patient)).isTrue();
    assertThat(told.subList(1, told.size()))
        .extracting(BuildProgress::waitMillis)
        .endsWith(0L)
        .isSortedAccordingTo((a, b) -> Long.compare(b, a));
  }

  /** A process that exists no longer and has not said so. */
  static void killed(Engine engine) {
    Registrations registrations = new StoredRegistrations(engine);
    String name = registrations.add(DatabaseProcess.current(Payments.CLOCK), 1, 0);
    assertThat(registrations.isUnasked(name)).isTrue();
  }

  private static List<BuildProgress> waitsOf(Database database, IndexDefinition index) {
    List<BuildProgress> waits = new ArrayList<>();
    database.createIndex(
        "payment",
        index,
        false,
        BuildOptions.DEFAULT.telling(
            build -> {
              if (build.waitMillis() > 0) {
                waits.add(build);
              }
              return true;
            }));
    return waits;
  }

  @Test
  void whoIsAloneWaitsForNobodyAndWhoDiedIsWaitedForOnce() {
    Engine engine = reached();
    Database database = closed(IndexBuildTest.with(engine, 10));
    assertThat(waitsOf(database, BY_AMOUNT)).isEmpty();
    assertThat(database.dropIndex("payments_by_amount", false, wait -> false)).isTrue();
    Database ended = closed(Payments.open(engine));
    ended.table("payment").insert(payment(1_000, 1, "2017-01-01", "7.00"));
    ended.close();
    assertThat(waitsOf(database, BY_AMOUNT)).isEmpty();
    killed(engine);
    long began = System.nanoTime();
    assertThat(database.dropIndex("payments_by_amount", false)).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isGreaterThanOrEqualTo(Duration.ofMillis(2 * DELAY_MILLIS));
    assertThat(waitsOf(database, BY_AMOUNT)).isEmpty();
    Payments.requireExact(database, "payment");
  }

  /**
   * The process that renamed or dropped a column may have been killed before every process knew it.
   * A writer with the old declaration would take a new column of the old name for the old column.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aColumnIsAddedWhenAllKnowThatAnotherHadItsName(boolean isRenamed) {
    Engine engine = reached();
    Database database = closed(IndexBuildTest.with(engine, 10));
    TableChange before =
        isRenamed
            ? new TableChange.Rename(Map.of("note", "remark"))
            : new TableChange.Drop(List.of("note"), false);
    assertThat(database.alterTable("payment", before)).isTrue();
    killed(engine);
    long began = System.nanoTime();
    TableChange add =
        new TableChange.Add(
            List.of(new ColumnDefinition("note", Type.parse("text"), true, "d", "note2")),
            List.of(),
            false);
    assertThat(database.alterTable("payment", add)).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isGreaterThanOrEqualTo(Duration.ofMillis(2 * DELAY_MILLIS));
  }

  @Test
  void aStatementThatIsUnderWayIsWaitedForAndNoLonger() throws Exception {
    long delayMillis = 4_000;
    MemoryEngine memory = MemoryEngine.ofSingleRows(1);
    CountDownLatch sent = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    Engine slow =
        new ForwardingEngine(reached(memory, delayMillis)) {
          @Override
          public List<Written> writeEach(List<WriteBatch> batches) {
            sent.countDown();
            try {
              goesOn.await();
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            return super.writeEach(batches);
          }
        };
    RemovedRegistrations removed = new RemovedRegistrations(reached(memory, delayMillis));
    Database first = closed(IndexBuildTest.with(removed, 10));
    Database second = closed(Payments.open(slow));
    ExecutorService thread = Executors.newSingleThreadExecutor();
    Future<?> insert =
        thread.submit(
            () -> second.table("payment").insert(payment(1_000, 1, "2017-01-01", "7.00")));
    sent.await();
    int[] told = {0};
    first.createIndex(
        "payment",
        BY_AMOUNT,
        false,
        BuildOptions.DEFAULT.telling(
            build -> {
              // Long enough for the other process to have done what it is asked for, if it would.
              if (build.waitMillis() > 0 && ++told[0] == 4) {
                assertThat(insert.isDone()).isFalse();
                goesOn.countDown();
              }
              return true;
            }));
    assertThat(told[0]).isGreaterThanOrEqualTo(4);
    // It took itself away; nobody took it for one that has died.
    assertThat(removed.ofOthers()).isEmpty();
    insert.get();
    thread.shutdown();
    Payments.requireExact(first, "payment");
    assertThat(first.table("payment").query(Query.all().where(eq("amount", 7))).toList())
        .hasSize(1);
  }

  @Test
  void rowsWrittenBeforeAStatementStartsAgainCountOnce() {
    MemoryEngine memory = MemoryEngine.ofSingleRows(1);
    Database other = closed(IndexBuildTest.with(reached(memory, DELAY_MILLIS), 10));
    boolean[] begun = {false};
    Engine slow =
        new ForwardingEngine(reached(memory, DELAY_MILLIS)) {
          @Override
          public List<Written> writeEach(List<WriteBatch> batches) {
            if (begun[0] || batches.size() < 2) {
              return super.writeEach(batches);
            }
            begun[0] = true;
            List<Written> written = new ArrayList<>(super.writeEach(batches.subList(0, 1)));
            boolean built = other.createIndex("payment", BY_AMOUNT, false);
            assertThat(built).isTrue();
            written.add(Written.REFUSED);
            return written;
          }
        };
    BatchWriter writer = closed(Payments.open(slow)).table("payment").batchWriter();
    writer.add(payment(1_000, 1, "2017-01-01", "7.00"));
    writer.add(payment(1_001, 1, "2017-01-01", "7.00"));
    writer.flush();
    assertThat(begun[0]).isTrue();
    assertThat(writer.inserted()).isEqualTo(2);
    assertThat(writer.unchanged()).isZero();
    Payments.requireExact(other, "payment");
  }

  @Test
  void aProcessWithAWriteThatWasNotAnsweredIsWaitedForThoughItHasEnded() {
    MemoryEngine memory = MemoryEngine.ofSingleRows(1);
    Engine silent =
        new ForwardingEngine(reached(memory, DELAY_MILLIS)) {
          @Override
          public List<Written> writeEach(List<WriteBatch> batches) {
            return batches.stream().map(batch -> Written.UNANSWERED).toList();
          }
        };
    Database database = closed(IndexBuildTest.with(reached(memory, DELAY_MILLIS), 10));
    Database second = closed(Payments.open(silent));
    assertThatThrownBy(
            () -> second.table("payment").insert(payment(1_000, 1, "2017-01-01", "7.00")))
        .isInstanceOf(OutcomeUnknownException.class);
    second.close();
    List<BuildProgress> waits = waitsOf(database, BY_AMOUNT);
    assertThat(waits).isNotEmpty();
    assertThat(waits.get(waits.size() - 1).waitMillis()).isLessThanOrEqualTo(DELAY_MILLIS);
  }

  @Test
  void anInterruptEndsTheWait() throws Exception {
    Engine engine = reached();
    Database database = closed(IndexBuildTest.with(engine, 10));
    killed(engine);
    Thread.currentThread().interrupt();
    try {
      database.createIndex("payment", BY_AMOUNT, false);
      throw new AssertionError("the index is built");
    } catch (TableException e) {
      assertThat(e).hasMessageStartingWith("stopped building index payments_by_amount of payment");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(database.createIndex("payment", BY_AMOUNT, false)).isTrue();
    Payments.requireExact(database, "payment");
  }
}
