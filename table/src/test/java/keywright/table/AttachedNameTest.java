package keywright.table;

import static keywright.table.Payments.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.server.hbase.HBaseServer;
import keywright.store.MemoryEngine;
import keywright.store.StoreException;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.Query;
import keywright.table.model.Splits;
import keywright.table.model.StorageOptions;
import keywright.table.model.TableDefinition;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables of HBase's own client whose names no statement could hold. */
@Tag("large")
class AttachedNameTest {
  private static final byte[] FAMILY = Bytes.toBytes("_m");
  private static final byte[] COLUMN = Bytes.toBytes("a");

  private static final TableDefinition READING =
      TableDefinition.of(
              "reading",
              Payments.columns("id int, a int", "d").stream().map(c -> c.inFamily("_m")).toList(),
              KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("_m")))
          .withFormat(KeyFormat.of("hbase"))
          .asAttached();

  private static TableDefinition named(String name) {
    return READING.withStorage(new StorageOptions(Splits.BY_KEY, Map.of("hbase.table", name)));
  }

  @Test
  void aTableThatIsAttachedMayHaveAnotherNameInHBase() throws IOException {
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.zookeeper.quorum", HBaseServer.shared().quorum());
    TableName name = TableName.valueOf("named", "_sensor-data.v2");
    String url = HBaseServer.shared().url("named");
    try (Connection connection = ConnectionFactory.createConnection(settings);
        Admin admin = connection.getAdmin();
        org.apache.hadoop.hbase.client.Table other = connection.getTable(name)) {
      admin.createNamespace(NamespaceDescriptor.create("named").build());
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
      try (Database database = Database.open(url)) {
        assertThatThrownBy(() -> database.createTable(named("sensor-data.v1"), false))
            .isInstanceOf(StoreException.class)
            .hasMessageStartingWith(
                "cannot attach table sensor-data.v1: found no table named:sensor-data.v1 in HBase");
        database.createTable(named("_sensor-data.v2"), false);
        other.put(new Put(Bytes.toBytes(1)).addColumn(FAMILY, COLUMN, Bytes.toBytes(7)));
        database.table("reading").insert(row("id", 2, "a", 8));
      }
      assertThat(other.get(new Get(Bytes.toBytes(2))).getValue(FAMILY, COLUMN))
          .isEqualTo(Bytes.toBytes(8));
      try (Database again = Database.open(url)) {
        Table reading = again.table("reading");
        assertThat(reading.regions()).hasSize(1);
        assertThat(reading.splits(Query.all(), 1)).hasSize(1);
        assertThat(reading.query(Query.all()).stream().map(row -> row.get("a")))
            .containsExactly(7, 8);
        assertThat(again.dropTable("reading", false)).isTrue();
      }
      assertThat(admin.tableExists(name)).isTrue();
    }
  }

  @Test
  void aNameInAnEngineIsOfTablesThatAreAttached() {
    try (Database database = Payments.open(new MemoryEngine())) {
      assertThatThrownBy(
              () ->
                  database.createTable(
                      named("x-y").asOwn().withStorage(named("x-y").storage()), false))
          .hasMessage(
              "cannot create table reading: found an option with the name of the engine's "
                  + "table ('x-y'); leave this option out, or write ATTACH TABLE for a table "
                  + "that another client has created");
    }
  }
}
