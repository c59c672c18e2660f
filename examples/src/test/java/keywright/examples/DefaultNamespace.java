package keywright.examples;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import keywright.server.hbase.HBaseServer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * The namespace {@code default} of the shared HBase, for programs of the documentation that use
 * tables in it. One test of one JVM has it at a time, from {@link #take} to {@link #close}.
 */
final class DefaultNamespace implements AutoCloseable {
  private static final Path LOCK = Path.of("target", "default-namespace.lock");

  private final FileChannel locked;

  private DefaultNamespace(FileChannel locked) {
    this.locked = locked;
  }

  /** Waits until no other JVM has the namespace, and deletes all tables in it. */
  static DefaultNamespace take() throws IOException {
    FileChannel file = FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      file.lock();
      deleteTables();
      return new DefaultNamespace(file);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static void deleteTables() throws IOException {
    try (Connection connection = connect();
        Admin admin = connection.getAdmin()) {
      for (TableName table :
          admin.listTableNamesByNamespace(NamespaceDescriptor.DEFAULT_NAMESPACE_NAME_STR)) {
        if (admin.isTableEnabled(table)) {
          admin.disableTable(table);
        }
        admin.deleteTable(table);
      }
    }
  }

  static String quorum() {
    return HBaseServer.shared().quorum();
  }

  static String url() {
    return HBaseServer.shared().url("default");
  }

  static Connection connect() throws IOException {
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.zookeeper.quorum", quorum());
    return ConnectionFactory.createConnection(settings);
  }

  /** Lets another JVM have it. */
  @Override
  public void close() throws IOException {
    locked.close();
  }
}
