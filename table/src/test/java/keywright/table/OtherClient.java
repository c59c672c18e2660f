package keywright.table;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engines;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.TableDefinition;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * HBase's own client, which makes tables, and the databases in whose catalogs they are attached.
 */
final class OtherClient implements AutoCloseable {
  static final byte[] FAMILY = Bytes.toBytes("cf");
  static final byte[] OTHER = Bytes.toBytes("other");

  private final Connection connection;
  final Admin admin;

  OtherClient() throws IOException {
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.zookeeper.quorum", HBaseServer.shared().quorum());
    connection = ConnectionFactory.createConnection(settings);
    admin = connection.getAdmin();
  }

  /** Makes a table, in a namespace of that name. */
  org.apache.hadoop.hbase.client.Table make(String name) throws IOException {
    admin.createNamespace(NamespaceDescriptor.create(name).build());
    admin.createTable(
        TableDescriptorBuilder.newBuilder(TableName.valueOf(name, name))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(OTHER))
            .build());
    return connection.getTable(TableName.valueOf(name, name));
  }

  /** The database over the namespace of a test, which has the name of its table. */
  static Database open(String namespace) {
    return Database.over(
        Engines.open(HBaseServer.shared().url(namespace) + "?alone=true"),
        InstantSource.system(),
        1);
  }

  static TableDefinition definition(String name, String columns) {
    return TableDefinition.of(
            name,
            Payments.columns("tenant char(4), id int, " + columns, "cf").stream()
                .map(column -> column.inFamily("cf"))
                .toList(),
            KeyPart.parseList("tenant, id"))
        .withFamilies(List.of(FamilyDefinition.of("cf")))
        .withFormat(KeyFormat.of("hbase"))
        .asAttached();
  }

  /** The row key of {@code ('acme', id)}. */
  static byte[] key(int id) {
    return Bytes.add(Bytes.toBytes("acme"), Bytes.toBytes(id));
  }

  @Override
  public void close() throws IOException {
    admin.close();
    connection.close();
  }
}
