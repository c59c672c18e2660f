package keywright.examples;

import java.util.Map;
import keywright.server.hbase.HBaseServer;

/**
 * An HBase of this JVM alone, for programs of the documentation that use tables in the namespace
 * {@code default}. On the shared server, test classes of other JVMs would use the same tables.
 */
final class DefaultNamespace {
  /** Ends with the JVM. */
  static final HBaseServer SERVER = HBaseServer.start(Map.of());

  private DefaultNamespace() {}
}
