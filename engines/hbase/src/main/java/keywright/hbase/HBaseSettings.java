package keywright.hbase;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import keywright.store.StoreException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of HBase's client: that of the class path, then of {@code HBASE_CONF_DIR}, then
 * of the location's file, then what the location itself says; and limits of time where nobody set
 * them, since HBase's own are twenty minutes.
 */
final class HBaseSettings {
  private static final String FOLDER = "HBASE_CONF_DIR";
  private static final List<String> FILES = List.of("core-site.xml", "hbase-site.xml");

  private static final String MAX_CELL = "hbase.client.keyvalue.maxsize";
  private static final int MAX_CELL_LENGTH = 10 * 1024 * 1024;

  /** One call, of which an operation may repeat several. */
  private static final int CALL_MILLIS = 15_000;

  private HBaseSettings() {}

  static Configuration of(HBaseLocation location) {
    return of(location, System.getenv());
  }

  static Configuration of(HBaseLocation location, Map<String, String> environment) {
    Configuration settings = HBaseConfiguration.create();
    String folder = environment.get(FOLDER);
    if (folder != null && !folder.isEmpty()) {
      for (String file : FILES) {
        if (Files.exists(Path.of(folder, file))) {
          add(settings, Path.of(folder, file), location);
        }
      }
    }
    Path file = location.configuration();
    if (file != null) {
      if (!Files.isReadable(file)) {
        throw new StoreException(
            "cannot open "
                + location
                + ": found no file "
                + file
                + " that can be read, expected one like hbase-site.xml; name another by config=");
      }
      add(settings, file, location);
    }
    if (!location.quorum().isEmpty()) {
      requireAddresses(location);
      settings.set(HConstants.ZOOKEEPER_QUORUM, String.join(",", location.quorum()));
    }
    limitTimes(settings, location);
    return settings;
  }

  private static void add(Configuration settings, Path file, HBaseLocation location) {
    try {
      settings.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
      settings.get(HConstants.ZOOKEEPER_QUORUM); // Reads the file, if that has not.
    } catch (RuntimeException e) {
      throw new StoreException(
          "cannot open "
              + location
              + ": cannot read "
              + file
              + ", expected a configuration like hbase-site.xml: "
              + HBaseErrors.firstLine(e),
          e);
    }
  }

  private static void requireAddresses(HBaseLocation location) {
    String unknown = null;
    for (String member : location.quorum()) {
      String host = member.substring(0, member.lastIndexOf(':'));
      try {
        InetAddress.getByName(host);
        return;
      } catch (UnknownHostException e) {
        unknown = host;
      }
    }
    throw new StoreException(
        "cannot open "
            + location
            + ": found no address of the host "
            + unknown
            + ", expected the address of a ZooKeeper server; check the name");
  }

  private static void limitTimes(Configuration settings, HBaseLocation location) {
    int seconds = location.timeoutSeconds();
    String operation = HConstants.HBASE_CLIENT_OPERATION_TIMEOUT;
    if (seconds > 0 || isDefault(settings, operation)) {
      int millis = 1_000 * (seconds > 0 ? seconds : HBaseLocation.TIMEOUT_SECONDS);
      settings.setInt(operation, millis);
    }
    int millis = settings.getInt(operation, 0);
    if (isDefault(settings, HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT)) {
      settings.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, millis);
    }
    if (isDefault(settings, HConstants.HBASE_RPC_TIMEOUT_KEY)) {
      settings.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, Math.min(millis, CALL_MILLIS));
    }
  }

  /** Whether no file but HBase's own says anything. */
  private static boolean isDefault(Configuration settings, String name) {
    String @Nullable [] sources = settings.getPropertySources(name);
    return sources == null || sources[sources.length - 1].endsWith("-default.xml");
  }

  /** The longest cell that HBase's client sends. */
  static int maxCellLength(Configuration settings) {
    int length = settings.getInt(MAX_CELL, MAX_CELL_LENGTH);
    return length > 0 ? length : Integer.MAX_VALUE;
  }
}
