package keywright.store;

import java.util.List;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/** One write of a {@link WriteBatch}, as engines execute it. Immutable. */
public sealed interface RowWrite {

  /** The layout of the table that is written. */
  TableLayout layout();

  /** The key of the row that is written. */
  Key key();

  /**
   * The version that the stored row must have before the write, {@link WriteBatch#ABSENT} or {@link
   * WriteBatch#ANY}.
   */
  long expectedVersion();

  /** The stored row, if the writer has read it; null if the writer has not read it. */
  @Nullable StoredRow found();

  /**
   * The nonce that the stored row must have, if the write expects a version. It is the nonce of
   * {@link #found}, or 0 if the writer has not read the row.
   */
  default long expectedNonce() {
    StoredRow row = found();
    return row == null ? 0 : row.head().nonce();
  }

  /**
   * Whether a stored row has the version and the nonce that this write expects.
   *
   * @param head the head of the row; null if the row does not exist
   */
  default boolean expects(@Nullable RowHead head) {
    long version = expectedVersion();
    if (version == WriteBatch.ANY) {
      return true;
    }
    return head == null
        ? version == WriteBatch.ABSENT
        : version == head.version() && expectedNonce() == head.nonce();
  }

  /**
   * Puts cells into a row, and inserts the row if it does not exist.
   *
   * @param layout the layout of the table
   * @param key the key of the row
   * @param expectedVersion the version that the stored row must have, {@link WriteBatch#ABSENT} or
   *     {@link WriteBatch#ANY}
   * @param newVersion the version that the row gets
   * @param head the head of the row after the put; null to change only the version
   * @param cells the cells to put, sorted by column id and descending timestamp, at most one for
   *     each column and timestamp. Older stored cells of a column are kept if its family keeps
   *     several versions
   * @param found the stored row, if the writer has read it; null if the writer has not read it
   */
  record Put(
      TableLayout layout,
      Key key,
      long expectedVersion,
      long newVersion,
      @Nullable RowHead head,
      List<Cell> cells,
      @Nullable StoredRow found)
      implements RowWrite {

    /**
     * The head of the row after the put. {@code before} is the head of the live row before the put;
     * null if there was none.
     */
    RowHead head(@Nullable RowHead before) {
      if (head != null) {
        return head;
      }
      return before == null ? RowHead.of(newVersion) : before.withVersion(newVersion);
    }
  }

  /** Removes a row from all families. It does nothing if the row does not exist. */
  record Delete(TableLayout layout, Key key, long expectedVersion, @Nullable StoredRow found)
      implements RowWrite {}
}
