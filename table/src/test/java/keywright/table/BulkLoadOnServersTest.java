package keywright.table;

import static keywright.table.Payments.eq;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import keywright.server.cassandra.CassandraServer;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import org.junit.jupiter.api.Test;

/** Loads of {@link BulkLoadTest} into tables of servers. */
class BulkLoadOnServersTest {
  @Test
  void aTableOfHBaseIsFilled() {
    try (Engine engine = Engines.open(HBaseServer.shared().url("filled") + "?alone=true")) {
      BulkLoadTest.requireLoads(engine, 2_500);
    }
  }

  /** What removed a tombstone has a timestamp above those of a load. */
  @Test
  void aTableOfCassandraIsFilledWhereRowsWereRemoved() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
    String url = CassandraServer.shared().newKeyspace("filled") + "?alone=true";
    try (Engine engine = Engines.open(url)) {
      Database database = Database.over(engine, now::get, 1);
      assertThat(database.createTable(Payments.DEFINITION, true)).isTrue();
      Table table = database.table("payment");
      table.insert(Payments.payment(1, 1, "2017-01-01", "1.00"));
      assertThat(table.delete(List.of(eq("payment_id", 1)))).isEqualTo(1);
      now.set(now.get().plusMillis(engine.horizonMillis()).plusSeconds(3_600));
      assertThat(database.scrub("payment", ScrubOptions.REPAIR).dropped()).isEqualTo(1);
      try (BulkLoad load = table.bulkLoad(millis -> true)) {
        BulkLoadTest.add(load, 0, 5, 7);
        load.finish();
      }
      assertThat(table.query(Query.all()).toList()).hasSize(5);
      Payments.requireExact(database, "payment");
    }
  }
}
