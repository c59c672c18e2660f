package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.payment;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.table.model.BuildOptions;
import keywright.table.model.BuildProgress;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableChange;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Builds that end early and are taken up again. */
class IndexBuildResumeTest {
  private static final IndexDefinition BY_AMOUNT =
      IndexDefinition.of("payments_by_amount", "amount");

  /** Stops once {@code rows} are done. */
  private static BuildOptions until(long rows, List<BuildProgress> told) {
    return BuildOptions.DEFAULT.telling(
        progress -> {
          told.add(progress);
          return progress.rowsDone() < rows;
        });
  }

  @Test
  void aBuildResumesAfterTheProcessWasKilled() {
    InterruptedEngine engine = new InterruptedEngine();
    Database database = IndexBuildTest.with(engine, 1_200);
    engine.after(
        5,
        () -> {
          throw new InterruptedEngine.Crash();
        });
    assertThatThrownBy(() -> database.createIndex("payment", BY_AMOUNT, false))
        .isInstanceOf(InterruptedEngine.Crash.class);

    Database reopened = Database.over(engine, Payments.CLOCK, 1);
    assertThat(reopened.unfinishedIndexes())
        .containsExactly(
            new BuildProgress(
                "payment",
                "payments_by_amount",
                1_000,
                1_000,
                OptionalLong.of(1_200),
                0,
                List.of()));
    assertThat(reopened.unfinishedIndexes().get(0).rows()).isEqualTo("1,000 of about 1,200 rows");
    List<BuildProgress> told = new ArrayList<>();
    assertThat(reopened.createIndex("payment", BY_AMOUNT, true, until(Long.MAX_VALUE, told)))
        .isTrue();
    assertThat(told)
        .containsExactly(
            new BuildProgress(
                "payment",
                "payments_by_amount",
                1_200,
                1_000,
                OptionalLong.of(1_200),
                0,
                List.of()));
    assertThat(reopened.verify("payment")).isEmpty();
    assertThat(reopened.unfinishedIndexes()).isEmpty();
  }

  @Test
  void aBuildContinuesWhenItsColumnIsRenamed() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = IndexBuildTest.with(engine, 1_700);
        AtomicBoolean isRenamed = new AtomicBoolean();
        BuildOptions renaming =
            BuildOptions.DEFAULT.telling(
                progress -> {
                  if (!isRenamed.getAndSet(true)) {
                    TableChange rename = new TableChange.Rename(Map.of("amount", "total"));
                    assertThat(database.alterTable("payment", rename)).isTrue();
                  }
                  return true;
                });
        assertThat(database.createIndex("payment", BY_AMOUNT, false, renaming)).isTrue();
        assertThat(isRenamed).isTrue();
        assertThat(database.unfinishedIndexes()).isEmpty();
        assertThat(database.verify("payment")).isEmpty();
      }
    }
  }

  @Test
  void whatWasWrittenBetweenTwoRunsHasItsEntries() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = IndexBuildTest.with(engine, 1_700);
        Random random = new Random(Seeds.base());
        for (int stop = 500; stop < 1_700; stop += 500) {
          int rows = stop;
          assertThatThrownBy(
                  () ->
                      database.createIndex(
                          "payment", BY_AMOUNT, false, until(rows, new ArrayList<>())))
              .hasMessageMatching(
                  "stopped building index payments_by_amount of payment: "
                      + "%,d (of about [0-9,]+ )?rows are done; ".formatted(rows)
                      + "repeat its CREATE INDEX to resume");
          Table table = database.table("payment");
          for (int i = 0; i < 100; i++) {
            int id = random.nextInt(2_000);
            table.delete(List.of(eq("payment_id", random.nextInt(2_000))));
            table.insert(payment(id, 1, "2017-01-01", random.nextInt(5) + ".50"));
            table.insert(row("payment_id", random.nextInt(2_000), "note", "same entry"));
          }
          assertThat(database.verify("payment")).as(Seeds.reproduction(Seeds.base())).isEmpty();
        }
        assertThat(database.createIndex("payment", BY_AMOUNT, false)).isTrue();
        assertThat(database.verify("payment")).as(Seeds.reproduction(Seeds.base())).isEmpty();
      }
    }
  }

  @Test
  void otherDefinitionsChangeWhileABuildRuns() {
    Database database = IndexBuildTest.with(new MemoryEngine(), 1_200);
    IndexDefinition byNote = IndexDefinition.of("payments_by_note", "note");
    List<String> tables = new ArrayList<>();
    BuildOptions busy =
        BuildOptions.DEFAULT.telling(
            progress -> {
              if (tables.isEmpty()) {
                elsewhere(() -> database.createIndex("payment", byNote, false));
                elsewhere(() -> database.createTable(table("other"), false));
                elsewhere(() -> database.dropIndex("payments_by_id", false));
                tables.addAll(database.tables());
                assertThatThrownBy(
                        () -> elsewhere(() -> database.createIndex("payment", BY_AMOUNT, true)))
                    .hasMessage(
                        "cannot build index payments_by_amount: another CREATE INDEX is building it, 500 rows are done; wait until that CREATE INDEX has finished, or drop the index");
              }
              return true;
            });
    assertThat(database.createIndex("payment", BY_AMOUNT, false, busy)).isTrue();
    assertThat(tables).containsExactly("other", "payment");
    assertThat(database.find("payment").orElseThrow().indexes())
        .extracting(IndexDefinition::name)
        .containsExactly(
            "payments_by_customer", "payments_by_date", "payments_by_amount", "payments_by_note");
    assertThat(database.verify("payment")).isEmpty();
    assertThat(database.unfinishedIndexes()).isEmpty();
  }

  private static TableDefinition table(String name) {
    return TableDefinition.of(
        name, Payments.columns("id int", "d"), keywright.key.KeyPart.parseList("id"));
  }

  /** In a thread of its own, which has none of the locks of this one. */
  private static void elsewhere(Runnable work) {
    RuntimeException[] failure = new RuntimeException[1];
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (RuntimeException e) {
                failure[0] = e;
              }
            });
    thread.start();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(30));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertThat(thread.isAlive()).as("waits for a build").isFalse();
    if (failure[0] != null) {
      throw failure[0];
    }
  }

  @Test
  void anIndexThatIsDroppedWhileItIsBuiltIsGone() {
    for (Runnable drop : drops()) {
      drop.run();
    }
  }

  private static List<Runnable> drops() {
    return List.of(
        () -> dropped(database -> database.dropIndex("payments_by_amount", false)),
        () -> dropped(database -> database.dropTable("payment", false)));
  }

  private static void dropped(java.util.function.Consumer<Database> drop) {
    Database database = IndexBuildTest.with(new MemoryEngine(), 1_200);
    BuildOptions options =
        BuildOptions.DEFAULT.telling(
            progress -> {
              drop.accept(database);
              return true;
            });
    assertThatThrownBy(() -> database.createIndex("payment", BY_AMOUNT, false, options))
        .isInstanceOf(TableException.class);
    assertThat(database.findByIndex("payments_by_amount")).isEmpty();
    assertThat(database.known().engine().hasTable("payment.payments_by_amount")).isFalse();
    database.createTable(Payments.DEFINITION, true);
    // The new index begins at the first row, not where the old one was.
    for (int i = 0; i < 600; i++) {
      database.table("payment").insert(payment(i, 1, "2017-01-01", "1.00"));
    }
    assertThat(database.createIndex("payment", BY_AMOUNT, false)).isTrue();
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void aBuildKeepsToItsRate() {
    Database database = IndexBuildTest.with(new MemoryEngine(), 100);
    List<BuildProgress> told = new ArrayList<>();
    long start = System.nanoTime();
    database.createIndex(
        "payment", BY_AMOUNT, false, until(Long.MAX_VALUE, told).withRowsPerSecond(200));
    // What is read last need not be waited for.
    assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(490));
    assertThat(told).extracting(BuildProgress::rowsDone).containsExactly(50L, 100L, 100L);
    assertThatThrownBy(() -> BuildOptions.DEFAULT.withRowsPerSecond(0))
        .hasMessage("cannot build an index at 0 rows per second: expected 1 or more");
  }
}
