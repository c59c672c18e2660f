package keywright.table;

import java.util.ArrayList;
import java.util.List;
import keywright.server.cassandra.CassandraServer;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engine;
import keywright.store.Engines;

/** The references beside an engine of servers. */
final class ServerEngines {
  private ServerEngines() {}

  /** The reference, RocksDB, and HBase in a namespace of its own. */
  static TestEngines withHBase(String namespace) {
    return new TestEngines(Engines.open(HBaseServer.shared().url(namespace) + "?alone=true"));
  }

  /** The references with partitions, and Cassandra in a keyspace of its own. */
  static TestEngines withCassandra(String keyspace) {
    List<Engine> engines = new ArrayList<>(TestEngines.withPartitions().all());
    engines.add(Engines.open(CassandraServer.shared().newKeyspace(keyspace) + "?alone=true"));
    return new TestEngines(engines, false);
  }
}
