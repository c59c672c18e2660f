package keywright.hbase;

import keywright.store.Engine;
import keywright.store.EngineProvider;
import org.jspecify.annotations.Nullable;

/**
 * Opens the database in a namespace of an HBase: {@code hbase:HOST:PORT/NAMESPACE} with one host of
 * its ZooKeeper quorum, or several hosts separated by commas. {@code hbase:/NAMESPACE} takes the
 * quorum of the configuration.
 *
 * <p>The configuration is that of HBase's own clients: {@code hbase-site.xml} and {@code
 * core-site.xml} on the class path and in the folder {@code HBASE_CONF_DIR}, and the file that
 * {@code ?config=FILE} adds, so Kerberos and TLS are configured as for HBase's own clients. {@code
 * timeout_seconds=N} limits the time of an operation with all its repetitions, {@code
 * connect_timeout_seconds=N} the time to open the database.
 *
 * <p>The namespace is created together with its first table.
 */
public final class HBaseEngineProvider implements EngineProvider {

  @Override
  public String scheme() {
    return "hbase";
  }

  @Override
  public @Nullable String refusedTableOption(String option, String value) {
    return HBaseOptions.refused(option, value);
  }

  @Override
  public Engine open(String location) {
    return HBaseEngine.open(HBaseLocation.parse(location));
  }

  @Override
  public boolean exists(String location, String table) {
    try (HBaseEngine engine = HBaseEngine.open(HBaseLocation.parse(location))) {
      return engine.hasTable(table);
    }
  }
}
