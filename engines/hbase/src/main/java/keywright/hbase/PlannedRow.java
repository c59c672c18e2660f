package keywright.hbase;

import java.io.IOException;
import keywright.store.RowWrite;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.jspecify.annotations.Nullable;

/** A row on its way through the writes of a batch into one conditional mutation of HBase. */
interface PlannedRow {
  /**
   * Applies a write; false when it expects another row.
   *
   * @param nowMillis the moment of the write
   */
  boolean apply(RowWrite write, long nowMillis);

  /**
   * The mutation, on the condition that the row is still as it was before; null when there is
   * nothing to change.
   *
   * @throws keywright.store.StoreException for what HBase does not take
   */
  @Nullable CheckAndMutate mutation(int maxCellLength) throws IOException;
}
