package keywright.server.cassandra;

import java.nio.file.Path;
import keywright.testkit.ForkedMain;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.UntypedResultSet;
import org.apache.cassandra.db.ConsistencyLevel;
import org.apache.cassandra.service.CassandraDaemon;

/**
 * The program of {@link CassandraServer}: its argument is the folder for all that it keeps. Each
 * line that it is asked is a statement of CQL, which it executes.
 */
public final class CassandraServerMain {
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
    return statement -> {
      UntypedResultSet unused = QueryProcessor.process(statement, ConsistencyLevel.ONE);
      return "done";
    };
  }
}
