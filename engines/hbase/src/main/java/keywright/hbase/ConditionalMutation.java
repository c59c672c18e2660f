package keywright.hbase;

import java.io.IOException;
import java.util.List;
import keywright.store.RowHead;
import keywright.store.RowMerge;
import keywright.store.RowStamp;
import keywright.store.RowWrite;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.jspecify.annotations.Nullable;

/**
 * The one conditional mutation of HBase that does what the writes of a batch make of their row.
 *
 * <p>What goes is removed up to the timestamp before that of what is put; what is put replaces all
 * that is older. A mutation below what is stored would be taken by HBase and seen by nobody, so
 * versions do not fall. Used by one thread.
 */
final class ConditionalMutation implements PlannedRow {
  private final HBaseTable table;
  private final byte[] rowKey;
  private final RowMerge row;

  private ConditionalMutation(HBaseTable table, byte[] rowKey, RowMerge row) {
    this.table = table;
    this.rowKey = rowKey;
    this.row = row;
  }

  /** From a row that was read just now. */
  static ConditionalMutation of(HBaseTable table, byte[] rowKey, Result stored) {
    RowMerge row = new RowMerge(table.layout(), rowKey, table.values(stored));
    return new ConditionalMutation(table, rowKey, row);
  }

  /**
   * From a row as its writer found it, null for none; null when what it was read from is not known.
   */
  static @Nullable ConditionalMutation of(
      HBaseTable table, byte[] rowKey, @Nullable StoredRow found) {
    RowMerge row =
        found == null
            ? RowMerge.ofAbsent(table.layout(), rowKey)
            : RowMerge.of(table.layout(), rowKey, found);
    return row == null ? null : new ConditionalMutation(table, rowKey, row);
  }

  @Override
  public boolean apply(RowWrite write, long nowMillis) {
    return row.apply(write, nowMillis);
  }

  /**
   * The mutation, on the condition that the row is still as it was before; null when there is
   * nothing to change.
   *
   * @throws StoreException when a version is not one of the engine's, or falls, or a value is
   *     longer than HBase takes
   */
  @Override
  public @Nullable CheckAndMutate mutation(int maxCellLength) throws IOException {
    RowHead before = row.before();
    RowHead head = row.head();
    CheckAndMutate.Builder condition = CheckAndMutate.newBuilder(rowKey);
    if (before == null) {
      condition.ifNotExists(table.family(0), HBaseTable.STAMP);
    } else {
      condition.ifEquals(table.family(0), HBaseTable.STAMP, HBaseTable.bytes(stamp(before)));
    }
    if (head == null) {
      return before == null
          ? null
          : condition.build(new Delete(rowKey, HBaseTable.timestamp(before.version())));
    }
    Put put = new Put(rowKey, requireTimestamp(before, head.version()));
    put.addColumn(table.family(0), HBaseTable.STAMP, HBaseTable.bytes(stamp(head)));
    Delete delete = new Delete(rowKey, put.getTimestamp() - 1);
    for (int family = 0; family < table.layout().families().size(); family++) {
      byte[] value = row.value(family);
      if (value != null && row.isChanged(family)) {
        table.requireLength(family, rowKey, value, maxCellLength);
        put.addColumn(table.family(family), HBaseTable.VALUE, value);
      } else if (row.isChanged(family) && !row.isRemoved() && before != null) {
        delete.addFamily(table.family(family), delete.getTimestamp());
      }
    }
    // A delete that names no family is one of all that the table has.
    return (row.isRemoved() && before != null) || !delete.isEmpty()
        ? condition.build(RowMutations.of(List.of(delete, put)))
        : condition.build(put);
  }

  private static RowStamp stamp(RowHead head) {
    return new RowStamp(head.version(), head.nonce());
  }

  private long requireTimestamp(@Nullable RowHead before, long version) {
    if (version % HBaseTable.VERSION_STEP != 0) {
      throw new StoreException(
          cannotWrite()
              + "found version "
              + version
              + ", expected a multiple of "
              + HBaseTable.VERSION_STEP);
    }
    if (before != null && version <= before.version()) {
      throw new StoreException(
          cannotWrite()
              + "found version "
              + version
              + ", expected one above "
              + before.version()
              + ", the version of the stored row, because HBase returns the highest");
    }
    return HBaseTable.timestamp(version);
  }

  private String cannotWrite() {
    return "cannot write a row of " + table.layout().name() + ": ";
  }
}
