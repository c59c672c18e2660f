package keywright.examples;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import keywright.key.ByteRange;
import keywright.key.Condition.Compare;
import keywright.key.Condition.Operator;
import keywright.key.KeyCodec;
import keywright.key.KeyRange;
import keywright.key.KeySchema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/**
 * Row keys for HBase's own client: {@code keywright.key} makes and reads the keys, {@code Put} and
 * {@code Scan} do the rest. Give it the address of a ZooKeeper, and a table {@code visit} with a
 * family {@code d}.
 */
public final class HBaseClientKeys {
  private HBaseClientKeys() {}

  /** What the row key holds. */
  record Visit(String tenant, Instant seenAt, long visitorId) {}

  // region
  private static final KeySchema KEY =
      KeySchema.parse(
          "tenant text, seen_at timestamp, visitor_id bigint",
          "bucket(4), tenant, seen_at DESC, visitor_id");
  private static final KeyCodec<Visit> CODEC = KEY.codec(Visit.class, MethodHandles.lookup());

  static Put put(Visit visit, String page) {
    return new Put(CODEC.encode(visit)).addColumn(FAMILY, PAGE, utf8(page));
  }

  /** One scan for each bucket: the visits of a tenant since a time, the latest first in each. */
  static List<Scan> scans(String tenant, Instant since) {
    List<Scan> scans = new ArrayList<>();
    for (KeyRange range :
        KEY.ranges(
                List.of(
                    new Compare("tenant", Operator.EQ, tenant),
                    new Compare("seen_at", Operator.GE, since)))
            .ranges()) {
      ByteRange bytes = KEY.bytes(range);
      Scan scan = new Scan().withStartRow(bytes.start());
      scans.add(bytes.stop() == null ? scan : scan.withStopRow(bytes.stop()));
    }
    return scans;
  }

  static Visit visit(Result row) {
    return CODEC.decode(row.getRow());
  }

  // endregion

  private static final byte[] FAMILY = utf8("d");
  private static final byte[] PAGE = utf8("page");

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public static void main(String... arguments) throws IOException {
    Configuration configuration = HBaseConfiguration.create();
    if (arguments.length > 0) {
      configuration.set("hbase.zookeeper.quorum", arguments[0]);
    }
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Table table = connection.getTable(TableName.valueOf("visit"))) {
      Instant now = Instant.parse("2026-01-01T12:00:00Z");
      for (int i = 0; i < 10; i++) {
        table.put(put(new Visit("acme", now.minusSeconds(i), i), "/page/" + i));
      }
      for (Scan scan : scans("acme", now.minusSeconds(4))) {
        try (ResultScanner rows = table.getScanner(scan)) {
          for (Result row : rows) {
            System.out.println(visit(row));
          }
        }
      }
    }
  }
}
