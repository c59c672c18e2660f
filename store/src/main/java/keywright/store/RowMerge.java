package keywright.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Computes the encoded values of a row after the writes of a batch, for engines with single-row
 * atomicity. It starts from the encoded value of each family before the batch. All values are in
 * the layout of {@link CellCodec}. Used by one thread.
 */
public final class RowMerge {
  private final TableLayout layout;
  private final byte[] rowKey;
  private final @Nullable RowHead before;
  private final byte[] @Nullable [] values;
  private final boolean[] changed;
  private @Nullable RowHead head;
  private boolean removed;

  /**
   * Makes a merge that starts from a stored row.
   *
   * @param layout the layout of the table
   * @param rowKey the row key
   * @param stored the encoded value of each family, by the index of the family in the layout; all
   *     elements are null if the row does not exist
   */
  public RowMerge(TableLayout layout, byte[] rowKey, byte[] @Nullable [] stored) {
    this.layout = layout;
    this.rowKey = rowKey;
    this.values = stored.clone();
    this.changed = new boolean[stored.length];
    byte[] marker = stored[0];
    this.before = marker == null ? null : CellCodec.head(layout, rowKey, marker);
    this.head = before;
  }

  /** Makes a merge that starts without a row. */
  public static RowMerge ofAbsent(TableLayout layout, byte[] rowKey) {
    return new RowMerge(layout, rowKey, new byte[layout.families().size()][]);
  }

  /**
   * Makes a merge that starts from a row that was read.
   *
   * @return the merge; null if {@code found} does not have the bytes from which it was read
   */
  public static @Nullable RowMerge of(TableLayout layout, byte[] rowKey, StoredRow found) {
    byte[] @Nullable [] stored = new byte[layout.families().size()][];
    for (int family = 0; family < stored.length; family++) {
      stored[family] = found.bytes(family);
    }
    return stored[0] == null ? null : new RowMerge(layout, rowKey, stored);
  }

  /**
   * Makes a merge that starts from the row that the writer of {@code batch} has read. For a batch
   * with a single put that expects no row, the merge starts without a row.
   *
   * @param batch a batch whose writes are all of one row
   * @return the merge; null if the writer has not read the row
   */
  public static @Nullable RowMerge of(TableLayout layout, byte[] rowKey, WriteBatch batch) {
    RowWrite first = batch.writes().get(0);
    StoredRow found = first.found();
    if (found != null) {
      return of(layout, rowKey, found);
    }
    return batch.size() == 1
            && first instanceof RowWrite.Put
            && first.expectedVersion() == WriteBatch.ABSENT
        ? ofAbsent(layout, rowKey)
        : null;
  }

  /** The head of the row before the batch; null if the row did not exist. */
  public @Nullable RowHead before() {
    return before;
  }

  /** The head of the row after the batch; null if the row does not exist then. */
  public @Nullable RowHead head() {
    return head;
  }

  /**
   * Whether the batch removes the stored row with all its values. The batch may insert a new row
   * afterwards.
   */
  public boolean isRemoved() {
    return removed;
  }

  /**
   * Whether the batch writes a value of a family. If the batch removes the row, only the writes
   * after the removal count.
   *
   * @param family the index of the family in the layout
   */
  public boolean isChanged(int family) {
    return changed[family];
  }

  /**
   * The encoded value of a family after the batch; null if the family has no value.
   *
   * @param family the index of the family in the layout
   */
  public byte @Nullable [] value(int family) {
    return values[family];
  }

  /**
   * The encoded values of all families after the batch, in the order of the layout; null for a
   * family without a value.
   */
  public byte[] @Nullable [] values() {
    return values.clone();
  }

  /**
   * Applies the writes of a batch in order. Stops at the first write that expects another version
   * or nonce than the row has.
   *
   * <p>An expired row counts as existing when its version is compared with the expected version,
   * and as absent when the write is applied.
   *
   * @return false if the row did not have the version and nonce that one of the writes expects.
   *     This merge then contains the writes before that write and must not be used
   */
  public boolean apply(WriteBatch batch) {
    for (RowWrite write : batch.writes()) {
      if (!apply(write, batch.nowMillis())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Applies one write.
   *
   * @param nowMillis the time of the write, in milliseconds since 1970
   * @return false if the row does not have the version and nonce that the write expects
   */
  public boolean apply(RowWrite write, long nowMillis) {
    RowHead present = head;
    if (!write.expects(present)) {
      return false;
    }
    if (write instanceof RowWrite.Put put) {
      if (present != null && present.isExpired(nowMillis)) {
        remove();
      }
      put(put, nowMillis);
    } else if (present != null) {
      remove();
    }
    return true;
  }

  private void remove() {
    removed = true;
    Arrays.fill(values, null);
    Arrays.fill(changed, false);
    head = null;
  }

  private void put(RowWrite.Put put, long nowMillis) {
    for (int family = 0; family < values.length; family++) {
      if (family == 0 || hasCells(put, family)) {
        byte[] value = CellCodec.merge(put, family, rowKey, values[family], nowMillis);
        values[family] = value;
        changed[family] = true;
        if (family == 0 && value != null) {
          head = CellCodec.head(layout, rowKey, value);
        }
      }
    }
  }

  private static boolean hasCells(RowWrite.Put put, int family) {
    for (Cell cell : put.cells()) {
      if (put.layout().familyOf(cell.columnId()) == family) {
        return true;
      }
    }
    return false;
  }
}
