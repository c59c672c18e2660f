package keywright.hbase;

import keywright.store.Engine;
import keywright.store.EngineProvider;
import org.jspecify.annotations.Nullable;

/**
 * Opens a database that is stored in a namespace of an HBase cluster. The URL is {@code
 * hbase:HOST:PORT/NAMESPACE}, with one host of the cluster's ZooKeeper quorum, or with several
 * hosts separated by commas. With {@code hbase:/NAMESPACE}, the quorum is that of the
 * configuration.
 *
 * <p>The configuration is that of HBase's own clients: {@code hbase-site.xml} and {@code
 * core-site.xml} on the class path and in the folder {@code HBASE_CONF_DIR}. So Kerberos and TLS
 * are configured as for HBase's own clients. Options follow the namespace after {@code ?},
 * separated by {@code &}. {@code config=FILE} adds another configuration file. {@code
 * timeout_seconds=N} is the timeout of an operation with all its repetitions. {@code
 * connect_timeout_seconds=N} is the timeout of opening the database.
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
