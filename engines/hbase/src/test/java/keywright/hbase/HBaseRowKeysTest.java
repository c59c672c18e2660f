package keywright.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import keywright.server.hbase.HBaseServer;
import keywright.store.AttachedTables;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.NoTableException;
import keywright.store.StoreException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The row keys of a table that HBase's own client made, over several pages. */
class HBaseRowKeysTest {
  /** More than two pages. */
  private static final int ROWS = 11_000;

  @Test
  @Tag("large")
  void eachRowKeyOfATableOfAnotherClientIsReadOnce() throws Exception {
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.zookeeper.quorum", HBaseServer.shared().quorum());
    TableName name = TableName.valueOf("default", "raw-keys.v2");
    try (Connection connection = ConnectionFactory.createConnection(settings);
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("m"))
              .build(),
          new byte[][] {Bytes.toBytes(4_000)});
      try (Table table = connection.getTable(name)) {
        List<Put> puts = new ArrayList<>();
        for (int id = 0; id < ROWS; id++) {
          byte[] any = Bytes.toBytes("any");
          puts.add(
              new Put(Bytes.toBytes(id))
                  .addColumn(Bytes.toBytes("m"), any, any)
                  .addColumn(Bytes.toBytes("m"), Bytes.toBytes("more"), any));
        }
        table.put(puts);
      }
    }
    try (Engine engine = Engines.open(HBaseServer.shared().url("default") + "?read_only=true")) {
      AttachedTables tables = AttachedTables.of(engine, "raw-keys.v2");
      List<Integer> found = new ArrayList<>();
      tables.readRowKeys("raw-keys.v2", rowKey -> found.add(Bytes.toInt(rowKey)));
      assertThat(found).hasSize(ROWS).isSorted().doesNotHaveDuplicates();
      List<Integer> some = new ArrayList<>();
      tables.readRowKeys(
          "raw-keys.v2",
          rowKey -> {
            some.add(Bytes.toInt(rowKey));
            return some.size() < 3;
          });
      assertThat(some).containsExactly(0, 1, 2);
      assertThatThrownBy(() -> tables.readRowKeys("nothing", rowKey -> true))
          .isInstanceOf(NoTableException.class)
          .hasMessageStartingWith("cannot read table nothing: ");
      assertThatThrownBy(() -> tables.readRowKeys("no name", rowKey -> true))
          .isInstanceOf(StoreException.class)
          .hasMessage(
              "cannot read table no name: found a name that HBase refuses, expected the "
                  + "name of a table; correct the name");
    }
  }
}
