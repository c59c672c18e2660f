package keywright.table;

import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.tracker.RequestTracker;
import java.util.regex.Pattern;

/**
 * Counts for how many rows the pages of a table were that the driver of Cassandra has asked for.
 * Safe for many threads.
 */
public final class AskedRows implements RequestTracker {
  private static Pattern table = Pattern.compile("");
  private static int asked;

  /** Made by the driver. */
  public AskedRows(DriverContext context) {}

  /** Counts from now on. */
  static synchronized void count(String ofTable) {
    // What is made again under a name has a number behind it.
    table = Pattern.compile("\\." + ofTable + "(_\\d+_x\\w+)? ");
    asked = 0;
  }

  static synchronized int asked() {
    return asked;
  }

  @Override
  public void onSuccess(
      Request request,
      long latencyNanos,
      DriverExecutionProfile profile,
      Node node,
      String requestLogPrefix) {
    if (request instanceof BoundStatement statement && statement.getPageSize() > 0) {
      add(statement.getPreparedStatement().getQuery(), statement.getPageSize());
    }
  }

  private static synchronized void add(String query, int rows) {
    asked += table.matcher(query.replace("\"", "")).find() ? rows : 0;
  }

  @Override
  public void close() {}
}
