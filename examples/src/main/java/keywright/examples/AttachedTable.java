package keywright.examples;

import java.io.IOException;
import keywright.cql.CqlSession;
import keywright.cql.Result;
import keywright.table.Database;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table that a program fills by HBase's own client, read and written in place. Give it the
 * address of a ZooKeeper, and a table {@code reading} with a family {@code m}.
 */
public final class AttachedTable {
  private AttachedTable() {}

  // region
  /** How the other program writes a row. */
  static Put put(int sensor, long atMillis, double celsius, String note) {
    byte[] rowKey = Bytes.add(Bytes.toBytes(sensor), Bytes.toBytes(atMillis));
    return new Put(rowKey)
        .addColumn(FAMILY, Bytes.toBytes("celsius"), Bytes.toBytes(celsius))
        .addColumn(FAMILY, Bytes.toBytes("note"), Bytes.toBytes(note));
  }

  static final String ATTACH =
      """
      ATTACH TABLE IF NOT EXISTS reading (
        sensor int, at timestamp, celsius double, note text,
        PRIMARY KEY (sensor, at),
        FAMILY m (celsius, note)
      ) WITH key_format = 'hbase' AND column_names = 'plain'
      """;
  // endregion

  private static final byte[] FAMILY = Bytes.toBytes("m");

  public static void main(String... arguments) throws IOException {
    String quorum = arguments[0];
    Configuration configuration = HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", quorum);
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Table other = connection.getTable(TableName.valueOf("reading"));
        Database database = Database.open("hbase:" + quorum + "/default?alone=true")) {
      for (int hour = 0; hour < 5; hour++) {
        other.put(put(7, hour * 3_600_000L, 20.5 + hour, "as read"));
      }
      CqlSession session = CqlSession.over(database);
      session.execute(ATTACH).close();
      session
          .execute(
              "UPDATE reading SET note = 'doubtful' WHERE sensor = 7 AND at = '1970-01-01T03:00:00Z'"
                  + " IF celsius > 23")
          .close();
      try (Result rows =
          session.execute(
              "SELECT at, celsius, note FROM reading WHERE sensor = 7 AND at >= '1970-01-01T02:00:00Z'"
                  + " AND at < '1970-01-01T04:00:00Z'")) {
        rows.forEach(row -> System.out.println(row.values()));
      }
      byte[] rowKey = put(7, 3 * 3_600_000L, 0, "").getRow();
      System.out.println(
          Bytes.toString(other.get(new Get(rowKey)).getValue(FAMILY, Bytes.toBytes("note"))));
    }
  }
}
