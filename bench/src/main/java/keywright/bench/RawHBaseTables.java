package keywright.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncBufferedMutator;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;

/** Tables of one namespace by HBase's client alone, with the settings that Keywright's have. */
final class RawHBaseTables implements AutoCloseable {
  static final byte[] FAMILY = {'d'};
  static final byte[] VALUE = {'d'};
  static final byte[] STAMP = {'k'};

  private final AsyncConnection connection;
  private final String namespace;

  /**
   * @param quorum where ZooKeeper listens
   */
  RawHBaseTables(String quorum, String namespace) {
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.zookeeper.quorum", quorum);
    connection = ConnectionFactory.createAsyncConnection(settings).join();
    this.namespace = namespace;
    boolean isNew =
        connection
            .getAdmin()
            .getNamespaceDescriptor(namespace)
            .thenApply(there -> false)
            .exceptionally(
                e -> {
                  if (e.getCause() instanceof NamespaceNotFoundException
                      || e instanceof NamespaceNotFoundException) {
                    return true;
                  }
                  throw new IllegalStateException(e);
                })
            .join();
    if (isNew) {
      connection.getAdmin().createNamespace(NamespaceDescriptor.create(namespace).build()).join();
    }
  }

  /** Makes a table. */
  AsyncTable<AdvancedScanResultConsumer> create(String name) {
    TableName table = TableName.valueOf(namespace, name);
    connection
        .getAdmin()
        .createTable(
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                        .setMaxVersions(1)
                        .setCompressionType(Compression.Algorithm.LZ4)
                        .build())
                .build())
        .join();
    return connection.getTable(table);
  }

  /** Sends mutations of a table as the client's buffer does. */
  AsyncBufferedMutator mutator(String name) {
    return connection.getBufferedMutator(TableName.valueOf(namespace, name));
  }

  /** Writes what is in memory to files, of every table of some namespaces. */
  void flush(List<String> namespaces) {
    List<CompletableFuture<Void>> flushes = new ArrayList<>();
    for (String each : namespaces) {
      for (TableName table : connection.getAdmin().listTableNamesByNamespace(each).join()) {
        flushes.add(connection.getAdmin().flush(table));
      }
    }
    flushes.forEach(CompletableFuture::join);
  }

  /** Bytes of a text. */
  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
