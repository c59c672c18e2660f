package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.contract.ForwardingEngine;
import keywright.table.model.IndexDefinition;
import keywright.table.model.ScrubOptions;
import org.junit.jupiter.api.Test;

/** What is seen of a database in the log of its process. */
class LoggingTest {
  /** Memory that other processes reach too, and that fails to be read when it is told to. */
  private static final class FailingEngine extends ForwardingEngine {
    final AtomicBoolean fails = new AtomicBoolean();

    FailingEngine() {
      super(CatalogLeaseTest.reached());
    }

    @Override
    public Snapshot snapshot(LongSupplier clock) {
      if (fails.get()) {
        throw new StoreException("cannot read: the test says so");
      }
      return super.snapshot(clock);
    }
  }

  @Test
  void aRegistrationThatCannotBeRenewedIsLoggedOnceAndItsReturnToo() throws Exception {
    FailingEngine engine = new FailingEngine();
    try (LogRecords log = new LogRecords("keywright.table");
        Database unused = Database.over(engine, InstantSource.system(), 1)) {
      engine.fails.set(true);
      assertThat(log.next())
          .startsWith("WARNING cannot renew the registration of this process: cannot read");
      Thread.sleep(200); // In which it fails several times more.
      engine.fails.set(false);
      assertThat(log.next()).startsWith("INFO the registration of this process was renewed after");
    }
  }

  @Test
  void theEndOfWorkOnATableIsLogged() throws Exception {
    Engine engine = new MemoryEngine();
    Database database = IndexBuildTest.with(engine, 200);
    try (LogRecords log = new LogRecords("keywright.table")) {
      IndexDefinition index = IndexDefinition.of("by_amount", "amount");
      database.createIndex("payment", index, false);
      assertThat(log.next())
          .startsWith("INFO build of index by_amount of payment: ended after 200 rows in ");
      database.scrub("payment", ScrubOptions.CHECK);
      assertThat(log.next()).startsWith("INFO scrub of payment: ended after 200 rows in ");
      assertThat(log.rest()).isEmpty();
    }
  }

  @Test
  void anIndexOfAnEmptyTableIsNotLogged() throws Exception {
    Database database = IndexBuildTest.with(new MemoryEngine(), 0);
    try (LogRecords log = new LogRecords("keywright.table")) {
      database.createIndex("payment", IndexDefinition.of("by_amount", "amount"), false);
      assertThat(log.rest()).isEmpty();
    }
  }
}
