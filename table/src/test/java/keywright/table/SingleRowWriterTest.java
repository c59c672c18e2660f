package keywright.table;

import static keywright.table.Payments.eq;
import static keywright.table.Payments.payment;
import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import keywright.key.Condition;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.RowMark;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.contract.ForwardingEngine;
import keywright.table.model.Change;
import keywright.table.model.IndexDefinition;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import org.junit.jupiter.api.Test;

/** What differs on engines with single-row atomicity. */
class SingleRowWriterTest {

  /** An engine that is silent when told to. */
  private static final class SilentEngine extends ForwardingEngine {
    private Runnable afterWrite = () -> {};
    private boolean silent;

    /** How many writes are answered before one is not. */
    private int answered;

    private boolean silentForEntries;
    private boolean silentForReads;
    private boolean refusesDeletes;

    SilentEngine() {
      super(MemoryEngine.ofSingleRows(1));
    }

    @Override
    public boolean write(WriteBatch batch) {
      if (!silent || answered-- > 0) {
        return super.write(batch);
      }
      silent = false;
      boolean unused = super.write(batch);
      afterWrite.run();
      throw new UnansweredException("no answer within 1 s");
    }

    @Override
    public Snapshot snapshot(LongSupplier now) {
      if (silentForReads) {
        throw new StoreException("cannot read table payment: found no answer in time");
      }
      return super.snapshot(now);
    }

    @Override
    public void writeTimed(List<? extends TimedWrite> writes) {
      if (silentForEntries) {
        throw new UnansweredException("no answer within 1 s");
      }
      if (refusesDeletes && writes.stream().anyMatch(TimedWrite.Delete.class::isInstance)) {
        throw new StoreException("cannot write to table payments_by_id: found it disabled");
      }
      super.writeTimed(writes);
    }
  }

  static StoredRow stored(Database database, long id) {
    TableLayout layout = database.known().require("payment").layout();
    Key key = layout.keySchema().key(id, null, null, null, null);
    RowOptions options = RowOptions.of(Set.of("m")).withExpired();
    return Objects.requireNonNull(database.known().engine().get(layout, key, options, 0));
  }

  @Test
  void aBatchOfSeveralRowsIsRefusedAndOneOfOneRowIsNot() {
    Database database = Payments.open(MemoryEngine.ofSingleRows(1));
    List<Condition> first = List.of(eq("payment_id", 1));
    assertThatThrownBy(
            () ->
                database.apply(
                    Change.insert("payment", row("payment_id", 1)),
                    Change.insert("payment", row("payment_id", 2))))
        .isInstanceOf(TableException.class)
        .hasMessage(
            "cannot write 2 rows in one step: found an engine without multi-row transactions, expected changes of one row; write each row with its own statement, or use BEGIN UNLOGGED BATCH without conditions");
    assertThat(database.table("payment").get(1L)).isEmpty();
    assertThat(
            database
                .apply(
                    Change.insert("payment", row("payment_id", 1, "customer_id", 7)).ifAbsent(),
                    Change.update("payment", first, row("note", "x")).onlyIf(eq("customer_id", 7)))
                .applied())
        .isTrue();
    assertThat(
            database
                .apply(
                    Change.update("payment", first, row("note", "y")),
                    Change.update("payment", first, row("note", "z")).onlyIf(eq("note", "x")))
                .applied())
        .isFalse();
    assertThat(database.table("payment").get(1L).orElseThrow().get("note")).isEqualTo("x");
    List<Condition> both = List.of(new Condition.In("payment_id", List.of(1, 2)));
    assertThat(database.table("payment").update(both, row("note", "both"))).isEqualTo(2);
    assertThat(database.table("payment").delete(both)).isEqualTo(2);
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void whoWritesManyRowsIsToldThatSomeMayBeWritten() {
    SilentEngine engine = new SilentEngine();
    Database database = Payments.open(engine);
    BatchWriter writer = database.table("payment").batchWriter();
    for (int id = 1; id < 4; id++) {
      writer.add(payment(id, 1, "2017-01-01", "1.00"));
    }
    engine.silentForReads = true;
    assertThatThrownBy(writer::flush).isExactlyInstanceOf(StoreException.class);
    engine.silentForReads = false;
    for (int id = 1; id < 4; id++) {
      writer.add(payment(id, 1, "2017-01-01", "1.00"));
    }
    engine.silent = true;
    engine.answered = 2;
    engine.afterWrite = () -> engine.silentForReads = true;
    assertThatThrownBy(writer::flush)
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageStartingWith(
            "cannot tell which of 3 rows of payment are written, or will still be written; write all of these rows again (cannot read table payment");
  }

  @Test
  void whatWasWrittenWithoutAnAnswerIsFoundOut() {
    SilentEngine engine = new SilentEngine();
    Database database = Payments.open(engine);
    engine.silent = true;
    assertThat(database.table("payment").insertIfAbsent(payment(1, 1, "2017-01-01", "1.00")))
        .isTrue();
    engine.silent = true;
    assertThat(database.table("payment").delete(List.of(eq("payment_id", 1)))).isEqualTo(1);
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void whatIsNeitherAnsweredNorCanBeReadIsUnknown() {
    SilentEngine engine = new SilentEngine();
    Database database = Payments.open(engine);
    Table table = database.table("payment");
    engine.afterWrite = () -> engine.silentForReads = true;
    engine.silent = true;
    assertThatThrownBy(() -> table.insert(payment(1, 1, "2017-01-01", "1.00")))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageContaining("cannot tell whether row (1)");
    assertThatThrownBy(() -> table.insert(payment(2, 1, "2017-01-01", "1.00")))
        .as("nothing was sent")
        .isExactlyInstanceOf(StoreException.class);
    engine.silentForReads = false;
    assertThat(table.get(1L)).isPresent();
    assertThat(table.get(2L)).isEmpty();
  }

  @Test
  void aMoveThatIsNeitherAnsweredNorCanBeReadIsUnknown() {
    SilentEngine engine = new SilentEngine();
    Database database = Payments.open(engine);
    Table table = database.table("payment");
    table.insert(payment(1, 1, "2017-01-01", "1.00"));
    Change move = Change.rekey("payment", List.of(eq("payment_id", 1)), row("payment_id", 2L));
    engine.afterWrite = () -> engine.silentForReads = true;
    engine.silent = true;
    engine.answered = 1;
    assertThatThrownBy(() -> database.apply(move))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageContaining("is moved to (2)");
    engine.silentForReads = false;
    assertThat(table.get(1L)).isEmpty();
    assertThat(table.get(2L)).as("the intent is the row").isPresent();
  }

  @Test
  void aMoveThatCannotBeFinishedIsDone() {
    SilentEngine engine = new SilentEngine();
    Database database = Payments.open(engine);
    Table table = database.table("payment");
    table.insert(payment(1, 1, "2017-01-01", "1.00"));
    engine.refusesDeletes = true;
    Change move = Change.rekey("payment", List.of(eq("payment_id", 1)), row("payment_id", 2L));
    assertThat(database.apply(move).rowsChanged()).isEqualTo(1);
    assertThat(table.get(2L)).isPresent();
    engine.refusesDeletes = false;
    Payments.requireExact(database, "payment");
  }

  @Test
  void anEntryThatCannotBeDeletedIsNobodysError() {
    SilentEngine engine = new SilentEngine();
    Database database = Payments.open(engine);
    Table table = database.table("payment");
    table.insert(payment(1, 1, "2017-01-01", "1.00"));
    engine.refusesDeletes = true;
    assertThat(table.delete(List.of(eq("payment_id", 1)))).isEqualTo(1);
    assertThat(table.get(1L)).isEmpty();
    engine.refusesDeletes = false;
    Payments.requireExact(database, "payment");
  }

  @Test
  void whatNobodyCanTellIsSaidSo() {
    SilentEngine engine = new SilentEngine();
    Database database = Payments.open(engine);
    Table table = database.table("payment");
    engine.afterWrite = () -> table.put(row("payment_id", 1, "note", "another's"));
    engine.silent = true;
    assertThatThrownBy(() -> table.insertIfAbsent(row("payment_id", 1, "note", "mine")))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessage(
            "cannot tell whether row (1) of payment is written, or will still be written: the engine did not answer; read the row, and repeat the statement if the change is missing");
    engine.silent = true;
    table.insert(row("payment_id", 1, "note", "plain"));
    assertThat(table.get(1L).orElseThrow().get("note")).as("made again").isEqualTo("plain");
    Payments.requireExact(database, "payment");
  }

  @Test
  void aRefusalAfterAWriteThatMayHaveBeenMadeIsUnknown() {
    SilentEngine engine = new SilentEngine();
    Database database = Payments.open(engine);
    Table table = database.table("payment");
    boolean unused =
        database.createIndex("payment", IndexDefinition.of("notes", "note").asUnique(), false);
    engine.afterWrite =
        () -> {
          table.update(List.of(eq("payment_id", 1)), row("note", "another's"));
          table.insert(row("payment_id", 2, "note", "mine"));
        };
    engine.silent = true;
    // One write reserves the key of the unique index.
    engine.answered = 1;
    assertThatThrownBy(() -> table.insert(row("payment_id", 1, "note", "mine")))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageStartingWith("cannot tell whether row (1) of payment is written");
  }

  @Test
  void aStatementOfManyRowsSaysOfNoneThatItIsNotWrittenWhenOneMayBe() {
    SilentEngine engine = new SilentEngine();
    Database database = Payments.open(engine);
    Table table = database.table("payment");
    engine.afterWrite = () -> table.put(row("payment_id", 1, "note", "another's"));
    engine.silent = true;
    assertThatThrownBy(
            () ->
                database.applyEach(
                    List.of(
                        Change.insert("payment", row("payment_id", 1, "note", "mine")).ifAbsent(),
                        Change.insert("payment", row("payment_id", 2)).ifAbsent())))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageEndingWith("(one of 2 rows of the statement; read the others, too)");
    assertThat(table.get(2L)).isPresent();
  }

  @Test
  void anEngineThatIsSilentForEntriesLeavesTheRowAsItWas() {
    SilentEngine engine = new SilentEngine();
    Database database = Payments.open(engine);
    engine.silentForEntries = true;
    assertThatThrownBy(() -> database.table("payment").insert(row("payment_id", 1)))
        .isInstanceOf(TableException.class)
        .hasMessage(
            "cannot write row (1) of payment: the engine did not answer 3 attempts; the row has not changed, try again");
    assertThat(database.table("payment").get(1L)).isEmpty();
  }

  @Test
  void aDeletedRowKeepsItsVersion() {
    Database database = Payments.open(MemoryEngine.ofSingleRows(1_000));
    Table table = database.table("payment");
    table.insert(payment(1, 1, "2017-01-01", "1.00"));
    long inserted = stored(database, 1).version();
    assertThat(inserted % 1_000).isZero();
    table.delete(List.of(eq("payment_id", 1)));
    StoredRow dead = stored(database, 1);
    assertThat(dead.head().mark()).isEqualTo(RowMark.TOMBSTONE);
    assertThat(dead.version()).isGreaterThan(inserted);
    assertThat(table.get(1L)).isEmpty();
    assertThat(table.query(Query.all()).toList()).isEmpty();
    table.insert(row("payment_id", 1, "note", "again"));
    assertThat(stored(database, 1).version()).isGreaterThan(dead.version());
    assertThat(table.get(1L).orElseThrow().get("amount")).isNull();
    assertThat(database.verify("payment")).isEmpty();
  }

  @Test
  void scrubBuriesWhatHasExpired() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2024-01-01T00:00:00Z"));
    Engine engine = MemoryEngine.ofSingleRows(1);
    Database database = Database.over(engine, now::get, 1);
    database.createTable(Payments.DEFINITION, true);
    Table table = database.table("payment");
    table.insert(payment(1, 1, "2017-01-01", "1.00"), Using.ttl(60));
    table.insert(payment(2, 1, "2017-01-01", "1.00"), Using.ttl(60));
    now.set(now.get().plusSeconds(61));
    assertThat(table.get(1L)).isEmpty();
    assertThat(table.query(Query.all().where(eq("customer_id", 1))).toList()).isEmpty();
    assertThat(table.insertIfAbsent(row("payment_id", 2, "customer_id", 2))).isTrue();
    assertThat(database.verify("payment")).isEmpty();
    assertThat(database.scrub("payment", ScrubOptions.REPAIR).findings()).isEmpty();
    assertThat(stored(database, 1).head().mark()).isEqualTo(RowMark.TOMBSTONE);
    assertThat(database.scrub("payment", ScrubOptions.CHECK).entries()).isEqualTo(3);
    assertThat(table.get(2L)).isPresent();
  }

  @Test
  void whatTheEngineCannotKeepIsRefused() {
    Database database = Payments.open(MemoryEngine.ofSingleRows(1));
    assertThatThrownBy(
            () ->
                database.createIndex(
                    "payment", IndexDefinition.of("i", "customer_id").including("note"), false))
        .hasMessage(
            "cannot create index i: found INCLUDE, expected an engine that writes a row and its index entries in one atomic batch; leave INCLUDE out");
  }
}
