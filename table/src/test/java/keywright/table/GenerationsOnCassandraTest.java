package keywright.table;

import java.util.concurrent.atomic.AtomicInteger;
import keywright.server.cassandra.CassandraServer;

/** Two databases on Cassandra. */
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
