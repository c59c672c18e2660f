package keywright.table;

import keywright.server.hbase.HBaseServer;
import keywright.store.Engine;
import keywright.store.Engines;
import org.junit.jupiter.api.Test;

/** Tombstones of {@link TombstonesTest} in HBase. */
class TombstonesOnHBaseTest {
  @Test
  void scrubDropsRowsThatDiedInHBase() {
    try (Engine engine = Engines.open(HBaseServer.shared().url("dead") + "?alone=true")) {
      TombstonesTest.requireDrops(engine, 20);
    }
  }

  @Test
  void scrubDropsTheFreeKeysOfUniqueIndexesInHBase() {
    try (Engine engine = Engines.open(HBaseServer.shared().url("free") + "?alone=true")) {
      TombstonesTest.requireDropsKeys(engine, 20);
    }
  }
}
