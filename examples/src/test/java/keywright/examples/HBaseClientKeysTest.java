package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import keywright.examples.HBaseClientKeys.ByHand;
import keywright.examples.HBaseClientKeys.Reading;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The program of the guide on hand-written keys, and the check of a table that it shows. */
@Tag("large")
class HBaseClientKeysTest {
  private static final int READINGS = 1_000;
  private static final long FIRST = 1_704_067_200_000L;

  private DefaultNamespace namespace;

  @BeforeEach
  void take() throws IOException {
    namespace = DefaultNamespace.take();
  }

  @AfterEach
  void release() throws IOException {
    namespace.close();
  }

  private static TableName create(Admin admin, String name) throws IOException {
    TableName table = TableName.valueOf(name);
    admin.createTable(
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("m"))
            .build());
    return table;
  }

  /**
   * The tables of the guide: {@code reading} by the class of the guide, and {@code old_reading},
   * where an earlier program with 16 buckets and a job with 4 bytes of time left some rows.
   */
  static void fill() throws IOException {
    try (Connection connection = DefaultNamespace.connect();
        Admin admin = connection.getAdmin();
        Table readings = connection.getTable(create(admin, "reading"));
        Table old = connection.getTable(create(admin, "old_reading"))) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < READINGS; i++) {
        puts.add(ByHand.put(i % 50, FIRST + i * 1_000L, i / 10.0));
      }
      readings.put(puts);
      for (int sensor = 8; sensor < 11; sensor++) {
        byte[] rowKey = ByHand.rowKey(sensor, FIRST);
        rowKey[0] = (byte) (sensor % 16);
        puts.add(put(rowKey));
      }
      puts.add(
          put(Bytes.add(new byte[] {1}, Bytes.toBytes(17), Bytes.toBytes((int) (FIRST / 1_000)))));
      old.put(puts);
    }
  }

  private static Put put(byte[] rowKey) {
    return new Put(rowKey)
        .addColumn(Bytes.toBytes("m"), Bytes.toBytes("celsius"), Bytes.toBytes(1.0));
  }

  @Test
  void bothProgramsReadAndWriteTheSameRows() throws Exception {
    try (Connection connection = DefaultNamespace.connect();
        Admin admin = connection.getAdmin()) {
      assertThat(Program.stdout(HBaseClientKeysTest::run, DefaultNamespace.quorum()).lines())
          .containsExactly(
              new Reading(7, 1704067500000L, 21.75, null).toString(),
              new Reading(7, 1704067200000L, 21.5, "calibrated").toString(),
              new Reading(7, 1704067200000L, 21.5, "calibrated").toString());
      assertThat(admin.getRegions(HBaseClientKeys.READING)).hasSize(8);
      try (Table table = connection.getTable(HBaseClientKeys.READING)) {
        byte[] rowKey = ByHand.rowKey(7, 1704067200000L);
        assertThat(table.exists(new org.apache.hadoop.hbase.client.Get(rowKey))).isTrue();
      }
      Configuration job = new Configuration(false);
      HBaseClientKeys.configure(job);
      assertThat(job.getStrings("hbase.mapreduce.scans")).hasSize(8);
    }
  }

  @Test
  void everyRowKeyOfATableIsCheckedAndThoseOfOtherProgramsAreNamed() throws Exception {
    fill();
    String db = DefaultNamespace.url();
    CommandLine keywright = CommandLine.onServer(db);
    String[] check = {
      "key",
      "check",
      "--format",
      "hbase",
      "--columns",
      "sensor int, at bigint",
      "--key",
      "mod(sensor, 8), sensor, 9223372036854775807 - at",
      "--db",
      db,
      "--against-table",
      ""
    };
    check[check.length - 1] = "reading";
    CommandLine.Outcome good = keywright.run(check);
    assertThat(good.err()).isEmpty();
    assertThat(good.out()).isEqualTo("reading: 1,000 row keys, all as declared\n");
    assertThat(good.status()).isZero();

    check[check.length - 1] = "old_reading";
    CommandLine.Outcome bad = keywright.run(check);
    assertThat(bad.status()).isEqualTo(1);
    assertThat(bad.out().lines())
        .hasSize(5)
        .first()
        .isEqualTo("old_reading: 4 of 1,004 row keys not as declared");
    assertThat(bad.out())
        .contains("cannot read key 010000001165920080: ")
        .contains("cannot read key 0800000008");

    String[] json = java.util.Arrays.copyOf(check, check.length + 4);
    json[check.length] = "--output";
    json[check.length + 1] = "json";
    json[check.length + 2] = "--examples";
    json[check.length + 3] = "1";
    assertThat(keywright.run(json).out())
        .startsWith(
            "{\"table\": \"old_reading\", \"keys\": 1004, \"wrong\": 4, \"examples\": [\n  {\"key\": \"01")
        .endsWith("\"}]}\n");

    check[check.length - 1] = "no_reading";
    CommandLine.Outcome none = keywright.run(check);
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err())
        .startsWith(
            "keywright: cannot check the row keys of no_reading: found no table of this name at ");
  }

  private static void run(String... arguments) {
    try {
      HBaseClientKeys.main(arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
