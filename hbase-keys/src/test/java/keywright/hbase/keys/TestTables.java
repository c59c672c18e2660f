package keywright.hbase.keys;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import keywright.server.hbase.HBaseServer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;

/** Tables of a real HBase, by its own client. */
final class TestTables implements AutoCloseable {
  private static final AtomicInteger COUNT = new AtomicInteger();

  final Connection connection;
  final AsyncConnection async;

  TestTables() {
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.zookeeper.quorum", HBaseServer.shared().quorum());
    try {
      connection = ConnectionFactory.createConnection(settings);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    async = ConnectionFactory.createAsyncConnection(settings).join();
  }

  /** A new table of the families {@code d} and {@code e}. */
  TableName create(byte[][] splits) throws IOException {
    // The server is shared with other test JVMs.
    long process = ProcessHandle.current().pid();
    TableName name = TableName.valueOf("keys_" + process + "_" + COUNT.incrementAndGet());
    try (Admin admin = connection.getAdmin()) {
      TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(name);
      for (String family : List.of("d", "e")) {
        table.setColumnFamily(ColumnFamilyDescriptorBuilder.of(family));
      }
      if (splits.length == 0) {
        admin.createTable(table.build());
      } else {
        admin.createTable(table.build(), splits);
      }
    }
    return name;
  }

  Table table(TableName name) throws IOException {
    return connection.getTable(name);
  }

  @Override
  public void close() throws IOException {
    async.close();
    connection.close();
  }
}
