package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.payment;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.StoreException;
import keywright.store.TimedWrite;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.store.contract.ForwardingEngine;
import keywright.table.model.BuildProgress;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import org.junit.jupiter.api.Test;

/** What a program is told of a database. */
class DatabaseEventsTest {
  private static final IndexDefinition BY_AMOUNT = IndexDefinition.of("by_amount", "amount");

  /** Keeps what it is told. */
  private static final class Told implements DatabaseEvents {
    final List<String> all = new CopyOnWriteArrayList<>();

    @Override
    public void writeRetried(String table, int attempt) {
      all.add("retried " + table + " " + attempt);
    }

    @Override
    public void outcomeUnknown(String table) {
      all.add("unknown " + table);
    }

    @Override
    public void entriesLeft(String table, int entries) {
      all.add("left " + table + " " + entries);
    }

    @Override
    public void leaseRenewed() {
      all.add("renewed");
    }

    @Override
    public void planned(Plan plan) {
      all.add("planned " + plan.table());
    }

    @Override
    public void queryEnded(Plan plan, long rows, Duration elapsed) {
      assertThat(elapsed).isPositive();
      all.add("ended " + plan.table() + " " + rows);
    }

    @Override
    public void buildProgressed(BuildProgress progress) {
      all.add("built " + progress.index() + " " + progress.rowsDone());
    }

    List<String> taken() {
      List<String> taken = new ArrayList<>(all);
      all.clear();
      return taken;
    }
  }

  private static Database open(Engine engine, DatabaseEvents events) {
    Database database = Database.over(engine, Payments.CLOCK, 1, events);
    database.createTable(Payments.DEFINITION, false);
    for (int id = 0; id < 10; id++) {
      database.table("payment").insert(payment(id, 1, "2017-01-01", id + ".00"));
    }
    return database;
  }

  @Test
  void plansQueriesAndBuilds() {
    Told told = new Told();
    Database database = open(new MemoryEngine(), told);
    assertThat(told.taken()).isEmpty();
    database.createIndex("payment", BY_AMOUNT, false);
    assertThat(told.taken()).contains("built by_amount 10");
    try (Rows rows = database.table("payment").query(Query.all())) {
      assertThat(rows.next()).isNotNull();
      assertThat(rows.next()).isNotNull();
      assertThat(told.taken()).containsExactly("planned payment");
    }
    assertThat(told.taken()).containsExactly("ended payment 2");
  }

  @Test
  void rowsThatOthersHaveChanged() {
    AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
    Engine engine = new MemoryEngine();
    Engine slow =
        new ForwardingEngine(engine) {
          @Override
          public boolean write(WriteBatch batch) {
            meanwhile.getAndSet(() -> {}).run();
            return super.write(batch);
          }
        };
    Told told = new Told();
    Database database = open(slow, told);
    Database other = Database.over(engine, Payments.CLOCK, 2);
    meanwhile.set(() -> other.table("payment").insert(payment(3, 2, "2017-01-01", "7.00")));
    database
        .table("payment")
        .update(List.of(eq("payment_id", 3)), Payments.row("amount", new BigDecimal("8.00")));
    assertThat(told.taken()).containsExactly("retried payment 0");
  }

  @Test
  void writesThatAreNotAnswered() {
    Engine engine = MemoryEngine.ofSingleRows(1);
    Told told = new Told();
    AtomicReference<String> fault = new AtomicReference<>("");
    Engine silent =
        new ForwardingEngine(engine) {
          @Override
          public List<Written> writeEach(List<WriteBatch> batches) {
            return fault.get().equals("rows")
                ? batches.stream().map(batch -> Written.UNANSWERED).toList()
                : super.writeEach(batches);
          }

          @Override
          public void writeTimed(List<? extends TimedWrite> writes) {
            if (fault.get().equals("deletes") && writes.get(0) instanceof TimedWrite.Delete) {
              throw new StoreException("cannot delete: the test says so");
            }
            super.writeTimed(writes);
          }
        };
    Database database = open(silent, told);
    database.createIndex("payment", BY_AMOUNT, false);
    told.taken();
    fault.set("rows");
    assertThatThrownBy(
            () ->
                database
                    .table("payment")
                    .update(
                        List.of(eq("payment_id", 3)),
                        Payments.row("amount", new BigDecimal("8.00"))))
        .isInstanceOf(OutcomeUnknownException.class);
    assertThat(told.taken()).contains("retried payment 0", "unknown payment");
    fault.set("deletes");
    database
        .table("payment")
        .update(List.of(eq("payment_id", 4)), Payments.row("amount", new BigDecimal("9.00")));
    assertThat(told.taken()).containsExactly("left payment 1");
  }

  @Test
  void leasesThatAreRenewed() {
    Told told = new Told();
    Engine engine = CatalogLeaseTest.reached();
    Database database = open(engine, told);
    told.taken();
    Database other = Database.over(engine, Payments.CLOCK, 2);
    other.createIndex("payment", BY_AMOUNT, false);
    assertThat(database.table("payment").definition().index("by_amount")).isPresent();
    assertThat(told.taken()).contains("renewed");
  }
}
