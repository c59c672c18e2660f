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

  /**
   * Whether a row of {@code version} is as expected.
   *
   * @param version the row's version, or {@link WriteBatch#ABSENT}
   */
  default boolean expects(long version) {
    return expectedVersion() == WriteBatch.ANY || expectedVersion() == version;
  }

  /**
   * Puts cells into a row and makes the row if it is absent.
   *
   * @param newVersion the row's version from now on
   * @param head what the row's marker says from now on; null when it keeps what it says, but for
   *     the version
   * @param cells sorted by column id and falling timestamp, at most one for each of these; a
   *     column's older cells stay as far as its family keeps versions
   * @param found the row as its writer read it, for {@link Engine#write(WriteBatch, long)}; null
   *     when it was not read
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

    /** The marker after the put, {@code before} being that of a live row or null. */
    RowHead head(@Nullable RowHead before) {
      if (head != null) {
        return head;
      }
      return before == null ? RowHead.of(newVersion) : before.withVersion(newVersion);
    }
  }

  /** Removes a row from all families; nothing when it is absent. */
  record Delete(TableLayout layout, Key key, long expectedVersion) implements RowWrite {}
}
