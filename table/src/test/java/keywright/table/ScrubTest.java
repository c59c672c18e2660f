package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.payment;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.WriteBatch;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.BuildOptions;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.ScrubReport.Finding;
import keywright.table.model.ScrubReport.Kind;
import keywright.table.model.TableException;
import keywright.testkit.Seeds;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ScrubTest {
  private static final String INDEX = "payments_by_customer";
  private static final int ROWS = 1_200;

  private static StoredTable stored(Database database) {
    return database.known().require("payment");
  }

  private static @Nullable Object[] values(Database database, long id) {
    Row row = database.table("payment").get(id).orElseThrow();
    @Nullable Object[] values = new @Nullable Object[row.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = row.get(i);
    }
    return values;
  }

  private static Key entry(Database database, String index, long id) {
    return stored(database).index(index).keys(values(database, id)).iterator().next();
  }

  /** Removes an entry which the table does not notice. */
  private static void lose(Database database, String index, long id) {
    write(
        database,
        new WriteBatch(0)
            .delete(
                stored(database).index(index).layout(),
                entry(database, index, id),
                WriteBatch.ANY));
  }

  /** Puts an entry that leads to row {@code leadsTo} where the row {@code values} would have it. */
  private static void put(
      Database database, String index, @Nullable Object[] values, long leadsTo) {
    StoredTable table = stored(database);
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    // One of a row that exists is later than all that follows.
    long version = database.table("payment").get(values[0]).isPresent() ? Long.MAX_VALUE / 2 : 5;
    byte[] rowKey = table.primaryKey().encode(table.primaryKey().key(values(database, leadsTo)));
    cells.put(StoredIndex.ROW_KEY_COLUMN, rowKey);
    write(
        database,
        new WriteBatch(0)
            .put(
                table.index(index).layout(),
                table.index(index).keys(values).iterator().next(),
                WriteBatch.ANY,
                version,
                cells));
  }

  /** An entry of a row that is not there. */
  private static void addWithoutRow(Database database, String index, long id, int customer) {
    @Nullable Object[] values = values(database, 1);
    values[0] = id;
    values[1] = customer;
    put(database, index, values, 1);
  }

  private static void write(Database database, WriteBatch batch) {
    assertThat(database.known().engine().write(batch)).isTrue();
  }

  @Test
  void eachKindIsFoundAndRepaired() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = IndexBuildTest.with(engine, ROWS);
        assertThat(database.scrub("payment", ScrubOptions.CHECK))
            .isEqualTo(new ScrubReport("payment", ROWS, 3 * ROWS, 0, 0, List.of()));
        for (long id = 0; id < 7; id++) {
          lose(database, INDEX, 100 * id);
        }
        put(database, INDEX, values(database, 3), 4);
        addWithoutRow(database, INDEX, 5_000, 1);
        // The row exists, with another customer.
        addWithoutRow(database, "payments_by_customer", 9, 77);
        lose(database, "payments_by_id", 1_199);

        List<Finding> expected =
            List.of(
                new Finding(
                    Kind.ROW_WITHOUT_ENTRY,
                    INDEX,
                    7,
                    0,
                    List.of(
                        "row (0) of payment has no entry (0, 2017-01-01T00:00:00.000Z, 0) in payments_by_customer",
                        "row (100) of payment has no entry (1, 2017-01-01T00:00:00.000Z, 100) in payments_by_customer")),
                new Finding(
                    Kind.ENTRY_WITHOUT_ROW,
                    INDEX,
                    2,
                    0,
                    List.of(
                        "entry (1, 2017-01-01T00:00:00.000Z, 5000) of payments_by_customer has no row",
                        "entry (77, 2017-01-01T00:00:00.000Z, 9) of payments_by_customer has no row")),
                new Finding(
                    Kind.ENTRY_OF_ANOTHER_ROW,
                    INDEX,
                    1,
                    0,
                    List.of(
                        "entry (0, 2017-01-01T00:00:00.000Z, 3) of payments_by_customer leads to another row")),
                new Finding(
                    Kind.ROW_WITHOUT_ENTRY,
                    "payments_by_id",
                    1,
                    0,
                    List.of("row (1199) of payment has no entry (1199) in payments_by_id")));
        ScrubReport checked = database.scrub("payment", ScrubOptions.CHECK.withExamples(2));
        assertThat(checked.findings()).containsExactlyElementsOf(expected);
        assertThat(checked.left()).isEqualTo(11);
        assertThat(database.verify("payment")).hasSize(11);

        ScrubReport repaired = database.scrub("payment", ScrubOptions.REPAIR);
        assertThat(repaired.findings())
            .extracting(Finding::repaired)
            .containsExactly(7L, 2L, 1L, 1L);
        assertThat(repaired.left()).isZero();
        assertThat(database.verify("payment")).isEmpty();
        assertThat(
                database.table("payment").query(Query.all().where(eq("customer_id", 77))).toList())
            .isEmpty();
      }
    }
  }

  @Test
  void anEntryWhoseRowComesMeanwhileStays() {
    InterruptedEngine engine = new InterruptedEngine();
    Database database = IndexBuildTest.with(engine, 10);
    addWithoutRow(database, INDEX, 50, 1);
    engine.after(0, () -> database.table("payment").insert(payment(50, 1, "2017-01-01", "1.00")));
    assertThat(database.scrub("payment", ScrubOptions.REPAIR).left()).isZero();
    assertThat(database.table("payment").get(50L)).isPresent();
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void aRowThatMovesMeanwhileGetsNoEntryWhereItWas() {
    InterruptedEngine engine = new InterruptedEngine();
    Database database = IndexBuildTest.with(engine, 10);
    lose(database, INDEX, 5);
    engine.after(
        0,
        () ->
            database.table("payment").update(List.of(eq("payment_id", 5)), row("customer_id", 9)));
    assertThat(database.scrub("payment", ScrubOptions.REPAIR).left()).isZero();
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void anIndexThatIsNotBuiltLacksEntriesButHasNoneTooMany() {
    Database database = IndexBuildTest.with(new MemoryEngine(), ROWS);
    IndexDefinition byAmount = IndexDefinition.of("payments_by_amount", "amount");
    BuildOptions stopped = BuildOptions.DEFAULT.telling(progress -> false);
    try {
      database.createIndex("payment", byAmount, false, stopped);
    } catch (TableException e) {
      // It was told to stop.
    }
    assertThat(database.unfinishedIndexes()).hasSize(1);
    addWithoutRow(database, "payments_by_amount", 5_000, 1);
    ScrubReport report = database.scrub("payment", ScrubOptions.REPAIR);
    assertThat(report.findings())
        .extracting(Finding::kind, Finding::found, Finding::repaired)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(Kind.ENTRY_WITHOUT_ROW, 1L, 1L));
    assertThat(database.createIndex("payment", byAmount, false)).isTrue();
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void scrubsAndWritersDoNotDisturbEachOther() throws Exception {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = IndexBuildTest.with(engine, ROWS);
        Random broken = new Random(Seeds.base());
        for (int i = 0; i < 50; i++) {
          lose(database, INDEX, i);
          addWithoutRow(database, INDEX, 3_000 + i, broken.nextInt(3));
          addWithoutRow(database, "payments_by_date", 3_000 + i, 1);
        }
        AtomicBoolean done = new AtomicBoolean();
        List<Throwable> failures = new ArrayList<>();
        Thread writer =
            new Thread(
                () -> {
                  Random random = new Random(Seeds.base());
                  Table table = database.table("payment");
                  while (!done.get()) {
                    long id = random.nextInt(3_100);
                    if (random.nextInt(4) == 0) {
                      table.delete(List.of(eq("payment_id", id)));
                    } else {
                      table.insert(payment(id, random.nextInt(3), "2017-01-01", "1.00"));
                    }
                  }
                });
        writer.setUncaughtExceptionHandler((thread, e) -> failures.add(e));
        writer.start();
        for (int i = 0; i < 3; i++) {
          assertThat(database.scrub("payment", ScrubOptions.REPAIR).left()).isZero();
          ScrubReport again = database.scrub("payment", ScrubOptions.CHECK);
          // Entries of writers whose rows are still to come have no row yet.
          again =
              engines.exact().contains(engine)
                  ? again
                  : new ScrubReport(
                      "payment",
                      again.rows(),
                      again.entries(),
                      again.tombstones(),
                      again.dropped(),
                      again.findings().stream()
                          .filter(found -> found.kind() != ScrubReport.Kind.ENTRY_WITHOUT_ROW)
                          .toList());
          assertThat(again.findings()).as(Seeds.reproduction(Seeds.base())).isEmpty();
        }
        done.set(true);
        writer.join();
        assertThat(failures).isEmpty();
        Payments.requireExact(database, "payment");
      }
    }
  }
}
