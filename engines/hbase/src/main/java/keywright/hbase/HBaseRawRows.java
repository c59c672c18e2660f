package keywright.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import keywright.store.RawRow;
import keywright.store.TableLayout;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;

/** Rows of a table as HBase stores them, by any writer. */
final class HBaseRawRows {
  private HBaseRawRows() {}

  /** As {@link keywright.store.RawRows#remove}: deletes the cells that were read, if all are. */
  static boolean remove(
      HBaseClient client, TableLayout layout, byte[] rowKey, Predicate<RawRow> keep) {
    HBaseTable table = client.table(layout);
    Result read = client.read(layout.name(), () -> table.calls().get(new Get(rowKey)));
    if (read.isEmpty()) {
      return false;
    }
    List<RawRow.Cell> cells = new ArrayList<>();
    FilterList unchanged = new FilterList(FilterList.Operator.MUST_PASS_ALL);
    Delete delete = new Delete(rowKey);
    for (Cell cell : read.rawCells()) {
      byte[] family = CellUtil.cloneFamily(cell);
      byte[] qualifier = CellUtil.cloneQualifier(cell);
      byte[] value = CellUtil.cloneValue(cell);
      cells.add(RawRow.Cell.of(new String(family, UTF_8), qualifier, cell.getTimestamp(), value));
      SingleColumnValueFilter same =
          new SingleColumnValueFilter(family, qualifier, CompareOperator.EQUAL, value);
      same.setFilterIfMissing(true);
      unchanged.addFilter(same);
      delete.addColumns(family, qualifier, cell.getTimestamp());
    }
    if (!keep.test(RawRow.of(layout.name(), rowKey, cells))) {
      return false;
    }
    CheckAndMutate deleting = CheckAndMutate.newBuilder(rowKey).ifMatches(unchanged).build(delete);
    String what = "remove a row of " + layout.name();
    try {
      return client.change(what, () -> table.singleCalls().checkAndMutate(deleting)).isSuccess();
    } catch (ExecutionException e) {
      throw client.errors().unanswered(what, e);
    }
  }
}
