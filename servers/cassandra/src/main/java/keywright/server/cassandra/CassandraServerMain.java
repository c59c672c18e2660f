package keywright.server.cassandra;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import keywright.testkit.ForkedMain;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.UntypedResultSet;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.service.CassandraDaemon;
import org.apache.cassandra.service.StorageProxy;

/**
 * The program of {@link CassandraServer}, and of a node of {@link CassandraCluster}. Its argument
 * is the folder for its files. It answers lines. For the line {@code AWAIT NODES} it waits until
 * this node sees that number of nodes alive, itself included, with the same schema. Every other
 * line is a CQL statement, which it executes.
 */
public final class CassandraServerMain {
  /** Between two looks at the nodes. Each look sends a request to each node. */
  private static final int STEP_MILLIS = 100;

  private CassandraServerMain() {}

  /** Runs until standard input ends. */
  public static void main(String[] arguments) throws Exception {
    ForkedMain.run(Path.of(arguments[0]), CassandraServerMain::start);
  }

  private static ForkedMain.Server start(StringBuilder ready) {
    CassandraDaemon daemon = new CassandraDaemon(true);
    daemon.activate();
    ready
        .append(DatabaseDescriptor.getRpcAddress().getHostAddress())
        .append(':')
        .append(DatabaseDescriptor.getNativeTransportPort());
    return line -> {
      if (line.startsWith(CassandraCluster.AWAIT)) {
        awaitAgreement(Integer.parseInt(line.substring(CassandraCluster.AWAIT.length())));
      } else {
        UntypedResultSet unused = QueryProcessor.process(line, ConsistencyLevel.ONE);
      }
      return "done";
    };
  }

  private static void awaitAgreement(int nodes) throws InterruptedException {
    while (true) {
      // Nodes that do not answer are listed under a version of their own.
      Map<String, List<String>> versions = StorageProxy.describeSchemaVersions(true);
      if (versions.size() == 1 && versions.values().iterator().next().size() >= nodes) {
        return;
      }
      // Cassandra has no call that waits for this.
      Thread.sleep(STEP_MILLIS);
    }
  }
}
