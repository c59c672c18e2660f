package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import keywright.key.Condition;
import keywright.server.hbase.HBaseServer;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubReport;
import keywright.table.model.ScrubReport.Finding;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A process whose writers all wait, since HBase takes one write in a second, is stopped while
 * another one creates an index, which waits for it, in vain, as long as is promised. When it
 * continues, every row that it acknowledges has its entry.
 */
@Tag("large")
class StalledWriterTest {
  private static final int WRITERS = 24;

  /** For so many rows one query asks. */
  private static final int AT_ONCE = 100;

  @Test
  void rowsHaveTheirEntriesAfterAStallOfWritersThatWait() throws Exception {
    TableName name = TableName.valueOf("stall", "stay");
    HBaseServer server = HBaseServer.shared();
    try (Connection connection = ConnectionFactory.createConnection(QuotaTest.settings(server));
        Admin admin = connection.getAdmin()) {
      String url = server.url("stall") + "?timeout_seconds=1";
      try (Database database = Database.open(url)) {
        boolean unused = database.createTable(WriterProcess.STAY, false);
        try (WriterProcess writers = new WriterProcess(url, WRITERS)) {
          writers.awaitInserts(10 * WRITERS);
          admin.setQuota(
              QuotaSettingsFactory.throttleTable(
                  name, ThrottleType.WRITE_NUMBER, 1, TimeUnit.SECONDS));
          writers.awaitWaiting(WRITERS - 4);
          writers.stop();
          unused = database.createIndex("stay", WriterProcess.BY_GUEST, false);
          admin.setQuota(QuotaSettingsFactory.unthrottleTable(name));
          QuotaTest.awaitWrites(server, name);
          writers.goOn();
          writers.awaitInserts(10 * WRITERS);
          requireEntries(database, writers.end());
        }
      }
    }
  }

  /** Requires that queries by the index find all these rows, and that no row lacks its entry. */
  static void requireEntries(Database database, Set<Long> ids) {
    requireFound(database, ids);
    assertThat(database.scrub("stay", ScrubOptions.CHECK).findings())
        .filteredOn(Finding::kind, ScrubReport.Kind.ROW_WITHOUT_ENTRY)
        .isEmpty();
  }

  /** Requires that queries by the index find all these rows. The guest of each is its id. */
  static void requireFound(Database database, Set<Long> ids) {
    Table stays = database.table("stay");
    Set<Long> missing = new TreeSet<>();
    List<Long> all = List.copyOf(ids);
    for (int start = 0; start < all.size(); start += AT_ONCE) {
      List<Long> some = all.subList(start, Math.min(all.size(), start + AT_ONCE));
      missing.addAll(some);
      Query query = Query.all().where(new Condition.In("guest", List.copyOf(some)));
      assertThat(stays.plan(query).index()).contains("stays_by_guest");
      try (Rows rows = stays.query(query)) {
        for (Row row = rows.next(); row != null; row = rows.next()) {
          assertThat(row.getLong("id")).isEqualTo(row.getLong("guest"));
          missing.remove(row.getLong("id"));
        }
      }
    }
    assertThat(missing).as("of %d rows without an entry", ids.size()).isEmpty();
  }
}
