package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.payment;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import keywright.key.ErrorCode;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.TimedWrite;
import keywright.store.UnansweredException;
import keywright.store.contract.ForwardingEngine;
import keywright.table.model.BuildOptions;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.TableException;
import org.junit.jupiter.api.Test;

class IndexBuildTest {
  private static final IndexDefinition BY_AMOUNT =
      IndexDefinition.of("payments_by_amount", "amount");

  static Database with(Engine engine, int rows) {
    Database database = Payments.open(engine);
    try (BatchWriter writer = database.table("payment").batchWriter()) {
      for (int i = 0; i < rows; i++) {
        writer.add(payment(i, i % 3, "2017-01-01", i % 5 + ".00"));
      }
    }
    return database;
  }

  @Test
  void existingRowsGetTheirEntries() {
    try (TestEngines engines = new TestEngines()) {
      for (Engine engine : engines.all()) {
        Database database = with(engine, 1_700);
        Table table = database.table("payment");
        Query query = Query.all().where(eq("amount", 2));
        assertThatThrownBy(() -> table.plan(query)).isInstanceOf(TableException.class);
        assertThat(database.createIndex("payment", BY_AMOUNT, false)).isTrue();
        assertThat(table.plan(query).index()).contains("payments_by_amount");
        assertThat(table.query(query).toList()).hasSize(340);
        assertThat(database.verify("payment")).isEmpty();
        assertThat(database.createIndex("payment", BY_AMOUNT, true)).isFalse();
        assertThatThrownBy(() -> database.createIndex("payment", BY_AMOUNT, false))
            .hasMessage(
                "cannot create index payments_by_amount: it exists on payment (amount); write CREATE INDEX IF NOT EXISTS to leave it as it is, or drop it first");
      }
    }
  }

  @Test
  void whatWritersDoMeanwhileIsNotUndone() {
    for (int moment = 1; moment < 7; moment++) {
      InterruptedEngine engine = new InterruptedEngine();
      Database database = with(engine, 1_200);
      Table table = database.table("payment");
      engine.after(
          moment,
          () -> {
            for (int i = 0; i < 1_200; i += 100) {
              table.delete(List.of(eq("payment_id", i)));
              table.update(List.of(eq("payment_id", i + 1)), row("amount", 9));
              table.update(List.of(eq("payment_id", i + 2)), row("note", "same entry"));
              table.insert(payment(2_000 + i, 1, "2017-01-01", "7.00"));
            }
          });
      database.createIndex("payment", BY_AMOUNT, false);
      assertThat(database.verify("payment")).as("writes before write %d", moment).isEmpty();
    }
  }

  @Test
  void anInterruptedBuildIsKeptInStepAndFinishedOnRequest() {
    InterruptedEngine engine = new InterruptedEngine();
    Database database = with(engine, 1_200);
    engine.after(
        3,
        () -> {
          throw new InterruptedEngine.Crash();
        });
    assertThatThrownBy(() -> database.createIndex("payment", BY_AMOUNT, false))
        .isInstanceOf(InterruptedEngine.Crash.class);

    Database reopened = Database.over(engine, Payments.CLOCK, 1);
    Table table = reopened.table("payment");
    Plan plan = table.plan(Query.all().where(eq("payment_id", 1)));
    assertThat(plan.rejected())
        .contains(
            new Plan.Rejected(
                "payments_by_amount", "is not built; repeat its CREATE INDEX to finish it"));
    table.update(List.of(eq("payment_id", 1_100)), row("amount", 9));
    table.delete(List.of(eq("payment_id", 1)));
    assertThatThrownBy(
            () ->
                reopened.createIndex(
                    "payment", IndexDefinition.of("payments_by_amount", "note"), true))
        .hasMessageContaining(
            "it exists on payment (amount) and is not built; repeat that statement, or drop it first");
    assertThat(reopened.createIndex("payment", BY_AMOUNT, true)).isTrue();
    assertThat(reopened.verify("payment")).isEmpty();
    assertThat(table.query(Query.all().where(eq("amount", 9))).toList()).hasSize(1);
  }

  @Test
  void anIndexThatCannotHoldARowIsNotLeftBehind() {
    Database database = with(new MemoryEngine(), 10);
    database.table("payment").insert(row("payment_id", 50, "note", "a|b"));
    IndexDefinition byNote =
        new IndexDefinition("payments_by_note", KeyPart.parseList("note"), KeyFormat.text("|"));
    assertThatThrownBy(() -> database.createIndex("payment", byNote, false))
        .isInstanceOf(TableException.class)
        .hasMessageContaining("the row does not fit the key of index payments_by_note");
    assertThat(database.findByIndex("payments_by_note")).isEmpty();
    database.table("payment").insert(row("payment_id", 51, "note", "a|b"));
    assertThat(database.verify("payment")).isEmpty();
  }

  /** Takes no entries as soon as it is told so. */
  private static final class UnansweredEngine extends ForwardingEngine {
    private boolean isUnanswered;

    UnansweredEngine() {
      super(MemoryEngine.ofSingleRows(1));
    }

    @Override
    protected void writeTimed(List<? extends TimedWrite> writes) {
      if (isUnanswered) {
        throw new UnansweredException("cannot tell whether entries are written", new Exception());
      }
      super.writeTimed(writes);
    }
  }

  @Test
  void aBuildWhoseEntriesAreNotAnsweredCanBeStopped() {
    UnansweredEngine engine = new UnansweredEngine();
    Database database = with(engine, 10);
    engine.isUnanswered = true;
    AtomicInteger asked = new AtomicInteger();
    BuildOptions options = BuildOptions.DEFAULT.telling(progress -> asked.incrementAndGet() < 4);
    assertTimeoutPreemptively(
        Duration.ofSeconds(20),
        () ->
            assertThatThrownBy(() -> database.createIndex("payment", BY_AMOUNT, false, options))
                .hasMessageStartingWith("stopped building index payments_by_amount of payment"));
    assertThat(asked).hasValue(4);
    engine.isUnanswered = false;
    assertThat(database.createIndex("payment", BY_AMOUNT, true)).isTrue();
    assertThat(database.verify("payment")).isEmpty();
  }

  /** Gives no view of the rows as often as it is told so. */
  private static final class AwayEngine extends ForwardingEngine {
    private int away;

    AwayEngine() {
      super(MemoryEngine.ofSingleRows(1));
    }

    @Override
    public Snapshot snapshot(LongSupplier clock) {
      if (away > 0) {
        away--;
        throw new StoreException(ErrorCode.UNAVAILABLE, "found no answer in time");
      }
      return super.snapshot(clock);
    }
  }

  @Test
  void aReadWithoutAnAnswerDoesNotEndABuild() {
    AwayEngine engine = new AwayEngine();
    Database database = with(engine, 1_200);
    AtomicInteger chunks = new AtomicInteger();
    BuildOptions options =
        BuildOptions.DEFAULT.telling(
            progress -> {
              engine.away += chunks.getAndIncrement() == 0 ? 3 : 0;
              return true;
            });
    assertThat(database.createIndex("payment", BY_AMOUNT, false, options)).isTrue();
    assertThat(chunks).hasValueGreaterThan(5);
    assertThat(engine.away).isZero();
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void aBuildEndsWhenTheEngineStaysAwayAndContinuesLater() {
    AwayEngine engine = new AwayEngine();
    Database database = with(engine, 1_200);
    BuildOptions options =
        BuildOptions.DEFAULT.telling(
            progress -> {
              engine.away = progress.rowsDone() == 500 ? 100 : engine.away;
              return true;
            });
    assertThatThrownBy(() -> database.createIndex("payment", BY_AMOUNT, false, options))
        .hasMessageContaining("found no answer in time");
    engine.away = 0;
    List<Long> before = new ArrayList<>();
    BuildOptions again =
        BuildOptions.DEFAULT.telling(progress -> before.add(progress.rowsResumed()));
    assertThat(database.createIndex("payment", BY_AMOUNT, true, again)).isTrue();
    assertThat(before).contains(500L);
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void rawKeysAreReadAsTheyAreStored() {
    Database database = with(new MemoryEngine(), 3);
    try (RawKeys keys = database.rawScan("payments_by_id", keywright.key.ByteRange.all())) {
      RawKeys.RawKey first = keys.next();
      assertThat(first).isNotNull();
      assertThat(java.util.HexFormat.of().formatHex(first.rowKey())).isEqualTo("8000000000000000");
      assertThat(first.readable()).isEqualTo("(0)");
      assertThat(first.mainReadable()).contains("(0)");
      assertThat(first.mainRowKey().map(String::new))
          .contains("000000000\u0000\u0001".substring(0, 9));
      assertThat(keys.next()).isNotNull();
      assertThat(keys.next()).isNotNull();
      assertThat(keys.next()).isNull();
    }
    assertThatThrownBy(() -> database.rawScan("paymnt", keywright.key.ByteRange.all()))
        .hasMessage("cannot scan paymnt: there is no such table or index; did you mean payment?");
  }
}
