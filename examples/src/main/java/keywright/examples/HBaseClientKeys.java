package keywright.examples;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import keywright.hbase.keys.HBaseKeys;
import keywright.hbase.keys.HBaseQuery;
import keywright.hbase.keys.HBaseRecords;
import keywright.key.Condition.Operator;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table of HBase whose row keys one program writes by hand, and the same table by a declaration.
 * Give it the address of a ZooKeeper.
 */
public final class HBaseClientKeys {
  static final TableName READING = TableName.valueOf("reading");

  private HBaseClientKeys() {}

  /** The key class that the declaration replaces. */
  static final class ByHand {
    private ByHand() {}

    // region
    static byte[] rowKey(int sensor, long at) {
      return Bytes.add(
          new byte[] {(byte) (sensor % 8)}, // spreads the rows over 8 regions
          Bytes.toBytes(sensor),
          Bytes.toBytes(Long.MAX_VALUE - at)); // the latest first
    }

    static Put put(int sensor, long at, double celsius) {
      return new Put(rowKey(sensor, at))
          .addColumn(Bytes.toBytes("m"), Bytes.toBytes("celsius"), Bytes.toBytes(celsius));
    }
    // endregion
  }

  static void create(Admin admin) throws IOException {
    // region
    admin.createTable(
        TableDescriptorBuilder.newBuilder(READING)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("m"))
            .build(),
        READINGS.splits(8));
    // endregion
  }

  static void write(Table table) throws IOException {
    // region
    table.put(RECORDS.put(new Reading(7, 1704067200000L, 21.5, "calibrated")));
    // endregion
  }

  static List<Reading> latest(Table table, int sensor, long since) throws IOException {
    List<Reading> found = new ArrayList<>();
    // region
    HBaseQuery query = READINGS.where("sensor", sensor).and("at", Operator.GE, since);
    try (ResultScanner rows = query.scan(table, new Scan().setLimit(10))) {
      for (Result row : rows) {
        found.add(RECORDS.record(row));
      }
    }
    // endregion
    return found;
  }

  static List<Reading> calibrated(Table table) throws IOException {
    List<Reading> found = new ArrayList<>();
    // region
    try (ResultScanner rows = READINGS.where("note", "calibrated").scan(table)) {
      for (Result row : rows) {
        found.add(RECORDS.record(row));
      }
    }
    // endregion
    return found;
  }

  static void configure(Configuration job) throws IOException {
    // region
    HBaseQuery query = READINGS.where("note", "calibrated");
    List<String> scans = query.scanStrings(READING, new Scan().setCaching(500));
    job.setStrings("hbase.mapreduce.scans", scans.toArray(String[]::new)); // MultiTableInputFormat
    // endregion
  }

  /** Writes a row by hand and one by the declaration, and prints what is found. */
  public static void main(String... arguments) throws IOException {
    Configuration configuration = HBaseConfiguration.create();
    if (arguments.length > 0) {
      configuration.set("hbase.zookeeper.quorum", arguments[0]);
    }
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(READING)) {
      if (!admin.tableExists(READING)) {
        create(admin);
      }
      table.put(ByHand.put(7, 1704067500000L, 21.75));
      write(table);
      latest(table, 7, 1704067200000L).forEach(System.out::println);
      calibrated(table).forEach(System.out::println);
    }
  }

  // region
  record Reading(int sensor, long at, double celsius, String note) {}

  static final HBaseKeys READINGS =
      HBaseKeys.of(
              KeySchema.parse(
                  "sensor int, at bigint",
                  "mod(sensor, 8), sensor, 9223372036854775807 - at",
                  KeyFormat.of("hbase")))
          .column("celsius double", "m:celsius")
          .column("note text NULL", "m:note");

  static final HBaseRecords<Reading> RECORDS =
      READINGS.records(Reading.class, MethodHandles.lookup());
  // endregion
}
