package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import keywright.key.KeyPart;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.StoreException;
import keywright.store.TimedWrite;
import keywright.store.contract.ForwardingEngine;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import org.junit.jupiter.api.Test;

/** A load while another process changes the catalog, between its entries and its rows. */
class BulkLoadBesideOthersTest {
  private final MemoryEngine stored = MemoryEngine.ofSingleRows(1);
  private Runnable afterEntries = () -> {};

  private final class Shared extends ForwardingEngine {
    Shared() {
      super(stored);
    }

    @Override
    public boolean isShared() {
      return true;
    }

    @Override
    public long requestDelayMillis() {
      return 20_000;
    }

    @Override
    public void writeTimed(List<? extends TimedWrite> writes) {
      super.writeTimed(writes);
      Runnable once = afterEntries;
      afterEntries = () -> {};
      once.run();
    }

    @Override
    public void close() {}
  }

  private Database open() {
    Engine engine = new Shared();
    return Database.over(engine, InstantSource.system(), 1);
  }

  /**
   * Begins what asks all others, and continues when this process has found itself asked, or not.
   */
  private CompletableFuture<Void> ask(Database loading, Runnable change) {
    CompletableFuture<Void> changed = CompletableFuture.runAsync(change);
    while (!changed.isDone() && loading.known().lease().hold(loading.known().require("payment"))) {
      loading.known().lease().look();
    }
    return changed;
  }

  @Test
  void aLoadContinuesWhenAnotherTableIsChangedMeanwhile() {
    try (Database loading = open();
        Database other = open()) {
      loading.createTable(Payments.DEFINITION, false);
      loading.createTable(
          TableDefinition.of(
              "others", Payments.columns("id int, amount int", "d"), KeyPart.parseList("id")),
          false);
      CompletableFuture<?>[] changed = {null};
      try (BulkLoad load = loading.table("payment").bulkLoad(millis -> true)) {
        load.add(Payments.payment(1, 1, "2017-01-01", "1.00"));
        afterEntries =
            () ->
                changed[0] =
                    ask(
                        loading,
                        () ->
                            other.createIndex(
                                "others", IndexDefinition.of("by_amount", "amount"), false));
        load.finish();
      }
      assertThat(changed[0]).succeedsWithin(Duration.ofSeconds(15));
      assertThat(loading.table("payment").query(Query.all()).toList()).hasSize(1);
      Payments.requireExact(loading, "payment");
    }
  }

  @Test
  void aLoadThatIsGivenUpMeanwhileLeavesNothing() {
    try (Database loading = open();
        Database other = open()) {
      loading.createTable(Payments.DEFINITION, false);
      CompletableFuture<?>[] changed = {null};
      try (BulkLoad load = loading.table("payment").bulkLoad(millis -> true)) {
        load.add(Payments.payment(1, 1, "2017-01-01", "1.00"));
        afterEntries = () -> changed[0] = ask(loading, () -> other.truncate("payment"));
        assertThatThrownBy(load::flush)
            .isInstanceOf(StoreException.class)
            .hasMessageStartingWith("cannot resume the bulk load of payment: another process");
      }
      assertThat(changed[0]).succeedsWithin(Duration.ofSeconds(15));
      assertThat(other.table("payment").query(Query.all()).toList()).isEmpty();
      other.table("payment").insert(Payments.payment(2, 1, "2017-01-01", "1.00"));
      Payments.requireExact(other, "payment");
    }
  }
}
