package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import keywright.examples.HBaseClientKeys.Visit;
import keywright.server.hbase.HBaseServer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.Test;

/** The scans cover the rows that were asked for and no others, as handed over and in an HBase. */
class HBaseClientKeysTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  @Test
  void theScansOfATenantCoverItsLatestVisitsAndNoOthers() {
    List<Visit> found = new ArrayList<>();
    List<Scan> scans = HBaseClientKeys.scans("acme", NOON.minusSeconds(4));
    assertThat(scans).hasSize(4);
    for (String tenant : List.of("acme", "acm", "acme2")) {
      for (int i = 0; i < 10; i++) {
        Put put = HBaseClientKeys.put(new Visit(tenant, NOON.minusSeconds(i), i), "/page/" + i);
        for (Scan scan : scans) {
          if (Arrays.compareUnsigned(put.getRow(), scan.getStartRow()) >= 0
              && Arrays.compareUnsigned(put.getRow(), scan.getStopRow()) < 0) {
            found.add(
                HBaseClientKeys.visit(
                    Result.create(put.getFamilyCellMap().values().iterator().next())));
          }
        }
      }
    }
    assertThat(found)
        .containsExactly(
            new Visit("acme", NOON, 0),
            new Visit("acme", NOON.minusSeconds(1), 1),
            new Visit("acme", NOON.minusSeconds(2), 2),
            new Visit("acme", NOON.minusSeconds(3), 3),
            new Visit("acme", NOON.minusSeconds(4), 4));
  }

  @Test
  void anHBaseGivesTheLatestVisitsOfATenantAndNoOthers() throws Exception {
    Configuration settings = HBaseConfiguration.create();
    settings.set("hbase.zookeeper.quorum", HBaseServer.shared().quorum());
    TableName visits = TableName.valueOf("visit");
    try (Connection connection = ConnectionFactory.createConnection(settings);
        Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(visits)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of("d"))
              .build(),
          new byte[][] {{1}, {2}, {3}});
      try (Table table = connection.getTable(visits)) {
        for (String other : List.of("acm", "acme2")) {
          table.put(HBaseClientKeys.put(new Visit(other, NOON, 1), "/page/1"));
        }
      }
      assertThat(Program.stdout(HBaseClientKeysTest::run, HBaseServer.shared().quorum()).lines())
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, 5)
                  .mapToObj(i -> new Visit("acme", NOON.minusSeconds(i), i).toString())
                  .toList());
    }
  }

  private static void run(String... arguments) {
    try {
      HBaseClientKeys.main(arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
