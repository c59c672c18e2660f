package keywright.ojai;

import keywright.server.hbase.HBaseServer;
import org.junit.jupiter.api.Tag;
import org.ojai.store.Connection;
import org.ojai.store.DriverManager;

/** Stores on HBase. */
@Tag("large")
class StoreOnHBaseTest extends StoreContract {
  @Override
  Connection connect() {
    return DriverManager.getConnection(
        "ojai:keywright:" + HBaseServer.shared().url("documents") + "?alone=true");
  }
}
