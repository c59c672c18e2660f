package keywright.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Applies the writes of a batch to its row, for engines with single-row atomicity. It starts from
 * the encoded value of each family, in the layout of {@link CellCodec}, and computes the values
 * after the batch. Used by one thread.
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
   * A merge that starts from a stored row.
   *
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

  /** A merge that starts from no row. */
  public static RowMerge ofAbsent(TableLayout layout, byte[] rowKey) {
    return new RowMerge(layout, rowKey, new byte[layout.families().size()][]);
  }

  /**
   * A merge that starts from a row that the writer has read; null if the bytes of that row are not
   * known.
   */
  public static @Nullable RowMerge of(TableLayout layout, byte[] rowKey, StoredRow found) {
    byte[] @Nullable [] stored = new byte[layout.families().size()][];
    for (int family = 0; family < stored.length; family++) {
      stored[family] = found.bytes(family);
    }
    return stored[0] == null ? null : new RowMerge(layout, rowKey, stored);
  }

  /**
   * A merge that starts from the row that the writer of the batch has read; null if the writer has
   * not read it. A single put that expects no row needs no read: it starts from no row.
   *
   * @param batch of one row
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

  /** The head of the row before the batch; null if there was no row. */
  public @Nullable RowHead before() {
    return before;
  }

  /** The head of the row after the batch; null if there is no row then. */
  public @Nullable RowHead head() {
    return head;
  }

  /**
   * Whether the batch removes the stored row with all its values. It may insert a new row
   * afterwards.
   */
  public boolean isRemoved() {
    return removed;
  }

  /**
   * Whether the batch wrote a family. If the batch removes the row, only writes after that removal
   * count.
   */
  public boolean isChanged(int family) {
    return changed[family];
  }

  /** The value of a family after the batch; null for none. */
  public byte @Nullable [] value(int family) {
    return values[family];
  }

  /** The values of the families after the batch. */
  public byte[] @Nullable [] values() {
    return values.clone();
  }

  /**
   * Applies the writes of a batch. Returns false if the row is not as one of the writes expects.
   *
   * <p>An expired row counts as existing for the expected version of a write, and as absent for its
   * effect.
   */
  public boolean apply(WriteBatch batch) {
    for (RowWrite write : batch.writes()) {
      if (!apply(write, batch.nowMillis())) {
        return false;
      }
    }
    return true;
  }

  /** Applies a write. Returns false if the row is not as the write expects. */
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
