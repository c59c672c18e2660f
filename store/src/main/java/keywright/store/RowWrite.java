package keywright.store;

import java.util.ArrayList;
import java.util.Collections;
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

  /**
   * Puts a row as a whole: the row has the values of this write and no others afterwards. Only
   * {@link WriteBatch#changes} has writes of this kind; {@link WriteBatch#writes} has a {@link
   * Delete} and a {@link Put} in their place.
   */
  final class Whole implements RowWrite {
    private final TableLayout layout;
    private final Key key;
    private final long expectedVersion;
    private final RowHead head;
    private final @Nullable Object[] values;

    Whole(
        TableLayout layout,
        Key key,
        long expectedVersion,
        RowHead head,
        @Nullable Object[] values) {
      this.layout = layout;
      this.key = key;
      this.expectedVersion = expectedVersion;
      this.head = head;
      this.values = values;
    }

    @Override
    public TableLayout layout() {
      return layout;
    }

    @Override
    public Key key() {
      return key;
    }

    /** {@link WriteBatch#ABSENT} or {@link WriteBatch#ANY}. */
    @Override
    public long expectedVersion() {
      return expectedVersion;
    }

    /** Always null: the row does not depend on a stored row. */
    @Override
    public @Nullable StoredRow found() {
      return null;
    }

    /** The head that the row gets. */
    RowHead head() {
      return head;
    }

    /** The value of the column at an index of the layout; null for none. */
    @Nullable Object value(int index) {
      return values[layout.placeAt(index)];
    }

    /** Whether the row has a value in a family, which it need not have. */
    boolean hasValues(int family) {
      for (int index = 0; index < layout.columnCount(); index++) {
        if (layout.familyAt(index) == family && value(index) != null) {
          return true;
        }
      }
      return false;
    }

    /** Adds the delete, if any row may exist, and the put that have the same effect. */
    void addTo(List<RowWrite> writes) {
      if (expectedVersion == WriteBatch.ANY) {
        writes.add(new Delete(layout, key, WriteBatch.ANY, null));
      }
      List<Cell> cells = new ArrayList<>(layout.columnCount());
      for (int index = 0; index < layout.columnCount(); index++) {
        Object value = value(index);
        if (value != null) {
          int id = layout.columnAt(index).id();
          cells.add(new Cell(id, CellValues.copy(value), head.version(), 0, 0));
        }
      }
      List<Cell> sorted = Collections.unmodifiableList(cells);
      writes.add(new Put(layout, key, WriteBatch.ABSENT, head.version(), head, sorted, null));
    }
  }

  /** Removes a row from all families. It does nothing if the row does not exist. */
  record Delete(TableLayout layout, Key key, long expectedVersion, @Nullable StoredRow found)
      implements RowWrite {}
}
