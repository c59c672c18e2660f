package keywright.store;

import java.util.SortedMap;
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
   * @param cells by column id; null deletes a cell, cells that are not named stay
   */
  record Put(
      TableLayout layout,
      Key key,
      long expectedVersion,
      long newVersion,
      SortedMap<Integer, @Nullable Object> cells)
      implements RowWrite {}

  /** Removes a row from all families; nothing when it is absent. */
  record Delete(TableLayout layout, Key key, long expectedVersion) implements RowWrite {}
}
