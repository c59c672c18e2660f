package keywright.store;

import java.util.List;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/** One write of a {@link WriteBatch}, as engines take it. */
public sealed interface RowWrite {

  /** The table. */
  TableLayout layout();

  /** The row. */
  Key key();

  /** The version that the row must have, {@link WriteBatch#ABSENT} or {@link WriteBatch#ANY}. */
  long expectedVersion();

  /** The row as its writer read it; null when it was not read. */
  @Nullable StoredRow found();

  /**
   * The nonce that the row must have if it must have a version: the nonce of the row as its writer
   * read it, or 0.
   */
  default long expectedNonce() {
    StoredRow row = found();
    return row == null ? 0 : row.head().nonce();
  }

  /**
   * Whether a row has the version and the nonce that the write expects.
   *
   * @param head the head of the row; null if there is no row
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
   * Puts cells into a row, and inserts the row if it is absent.
   *
   * @param newVersion the row's version from now on
   * @param head the head of the row after the put; null to change only the version
   * @param cells sorted by column id and descending timestamp, with at most one cell for each
   *     column and timestamp. Older cells of a column stay if its family keeps several versions
   * @param found the row as its writer read it; null when it was not read
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

  /** Removes a row from all families. It does nothing if the row is absent. */
  record Delete(TableLayout layout, Key key, long expectedVersion, @Nullable StoredRow found)
      implements RowWrite {}
}
