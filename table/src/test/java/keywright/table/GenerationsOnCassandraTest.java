package keywright.table;

import java.util.concurrent.atomic.AtomicInteger;
import keywright.server.cassandra.CassandraServer;
import org.junit.jupiter.api.Tag;

/** Two databases on Cassandra. */
@Tag("large")
class GenerationsOnCassandraTest extends GenerationsContract {
  private static final AtomicInteger KEYSPACES = new AtomicInteger();

  @Override
  void open() {
    openOn(CassandraServer.shared().newKeyspace("generations" + KEYSPACES.getAndIncrement()));
  }

  @Override
  int truncations() {
    return 3;
  }
}
