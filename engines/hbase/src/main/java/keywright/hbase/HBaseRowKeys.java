package keywright.hbase;

import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/** The row keys of a table, whichever program writes it. */
final class HBaseRowKeys {
  private static final int PAGE = 5_000;

  private HBaseRowKeys() {}

  /**
   * As {@link keywright.store.AttachedTables#readRowKeys}. Each page is a scan of its own, so a
   * slow reader finds no scanner expired; values stay on the servers.
   */
  static void read(HBaseClient client, String table, Predicate<byte[]> each) {
    AsyncTable<AdvancedScanResultConsumer> rows = client.foreignTable(table);
    byte[] last = {};
    boolean isFirst = true;
    while (true) {
      Scan scan =
          new Scan()
              .withStartRow(last, isFirst)
              .setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()))
              .setCacheBlocks(false)
              .setCaching(PAGE)
              .setLimit(PAGE);
      List<Result> page = client.read(table, () -> rows.scanAll(scan));
      for (Result row : page) {
        last = row.getRow();
        if (!each.test(last)) {
          return;
        }
      }
      isFirst = false;
      if (page.size() < PAGE) {
        return;
      }
    }
  }
}
