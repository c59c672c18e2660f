package keywright.hbase;

import keywright.store.RowWrite;
import keywright.store.WriteBatch;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.jspecify.annotations.Nullable;

/** A batch that {@link HBaseWriter} sends. Used by one thread. */
final class WriteStep {
  final int index;
  final WriteBatch batch;
  final HBaseTable table;
  final byte[] rowKey;
  @Nullable PlannedRow change;
  @Nullable CheckAndMutate mutation;

  /** Why it was not carried out; null when that has not been tried, or its row was another. */
  @Nullable CallFailure failure;

  WriteStep(int index, WriteBatch batch, HBaseTable table, byte[] rowKey) {
    this.index = index;
    this.batch = batch;
    this.table = table;
    this.rowKey = rowKey;
  }

  RowWrite first() {
    return batch.writes().get(0);
  }
}
