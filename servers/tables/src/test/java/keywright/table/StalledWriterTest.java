package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import keywright.server.hbase.HBaseServer;
import keywright.table.model.Query;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.junit.jupiter.api.Test;

/**
 * A process whose writers all wait, since HBase takes one write in a second, is stopped while
 * another one creates an index, which waits for it, in vain, as long as is promised. When it
 * continues, every row that it acknowledges has its entry.
 */
class StalledWriterTest {
  private static final int WRITERS = 24;

  @Test
  void rowsHaveTheirEntriesAfterAStallOfWritersThatWait() throws Exception {
    TableName name = TableName.valueOf("stall", "stay");
    HBaseServer server = HBaseServer.shared();
    try (Connection connection = ConnectionFactory.createConnection(QuotaTest.settings(server));
        Admin admin = connection.getAdmin()) {
      String url = server.url("stall") + "?timeout_seconds=1";
      try (Database database = Database.open(url)) {
        boolean unused = database.createTable(Stays.TABLE, false);
        try (WriterProcess writers = new WriterProcess(url, WRITERS)) {
          writers.awaitInserts(10 * WRITERS);
          admin.setQuota(
              QuotaSettingsFactory.throttleTable(
                  name, ThrottleType.WRITE_NUMBER, 1, TimeUnit.SECONDS));
          writers.awaitWaiting(WRITERS - 4);
          writers.stop();
          unused = database.createIndex("stay", Stays.BY_GUEST, false);
          admin.setQuota(QuotaSettingsFactory.unthrottleTable(name));
          QuotaTest.awaitWrites(server, name);
          writers.goOn();
          writers.awaitInserts(10 * WRITERS);
          requireEntries(database, writers.end());
        }
      }
    }
  }

  /** Requires that a query by the index finds all these rows, and that no row lacks its entry. */
  static void requireEntries(Database database, Set<Long> ids) {
    Set<Long> found = new TreeSet<>();
    Query byIndex = Query.all().where(Payments.ge("guest", 0L));
    assertThat(database.table("stay").plan(byIndex).index()).contains("stays_by_guest");
    try (Rows rows = database.table("stay").query(byIndex)) {
      rows.forEach(each -> found.add(each.getLong("id")));
    }
    Set<Long> missing = new TreeSet<>(ids);
    missing.removeAll(found);
    assertThat(missing).as("of %d rows without an entry", ids.size()).isEmpty();
    assertThat(database.scrub("stay", ScrubOptions.CHECK).findings())
        .extracting(ScrubReport.Finding::kind)
        .doesNotContain(ScrubReport.Kind.ROW_WITHOUT_ENTRY);
  }
}
