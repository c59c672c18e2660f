package keywright.store;

import java.util.function.Predicate;
import keywright.key.ErrorCode;

/**
 * Rows as they are stored, by any writer, on engines that may contain rows that cannot be decoded.
 * Safe for use by many threads.
 */
@FunctionalInterface
public interface RawRows {

  /**
   * The raw rows of {@code engine}.
   *
   * @throws StoreException when its rows can always be decoded
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
                        + " by its row key: found an engine whose rows can always be read"));
  }

  /**
   * Removes a row, whatever its bytes are, unless it changes meanwhile.
   *
   * @param rowKey of any bytes
   * @param keep receives the row before it is removed, and must have stored it when it returns
   *     true; if it returns false or throws, the row stays
   * @return whether the row was removed
   * @throws UnansweredException when there was no answer; the row was kept, and may be removed
   * @throws StoreException when the table is missing
   */
  boolean remove(TableLayout layout, byte[] rowKey, Predicate<RawRow> keep);
}
