package keywright.store;

import java.util.function.Predicate;
import keywright.key.ErrorCode;

/**
 * Access to rows in their stored form, which any program may have written, on engines that may
 * contain rows that cannot be decoded. Safe for use by many threads.
 */
@FunctionalInterface
public interface RawRows {

  /**
   * The access to raw rows of {@code engine}.
   *
   * @param layout the layout of a table, for the error message
   * @throws StoreException if the rows of the engine can always be decoded
   */
  static RawRows of(Engine engine, TableLayout layout) {
    return engine
        .rawRows()
        .orElseThrow(
            () ->
                new StoreException(
                    ErrorCode.UNSUPPORTED,
                    "cannot remove a row of "
                        + layout.name()
                        + " by its row key: found an engine whose rows can always be decoded, expected one that may contain unreadable rows; use DELETE"));
  }

  /**
   * Removes a row, even if it cannot be decoded. The row is not removed if it changes during the
   * call.
   *
   * @param rowKey the row key; it need not be decodable
   * @param keep receives the row before the removal, and must store it elsewhere. It returns true
   *     if it has stored the row. If it returns false or throws an exception, the row is not
   *     removed
   * @return whether the row was removed
   * @throws UnansweredException if the engine did not answer. {@code keep} has stored the row, and
   *     the row may have been removed or may be removed later
   * @throws StoreException if the engine has no such table
   */
  boolean remove(TableLayout layout, byte[] rowKey, Predicate<RawRow> keep);
}
