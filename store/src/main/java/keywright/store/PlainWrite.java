package keywright.store;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import keywright.key.ErrorCode;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * A write to one row of a plain table, without a condition. {@link PlainWrites} executes it. If a
 * column of a row is written several times, the value with the highest timestamp is stored.
 * Immutable.
 */
public sealed interface PlainWrite {
  /** The {@code ttlSeconds} that gives values the time to live which the table declares. */
  int TTL_OF_TABLE = -1;

  /** The layout of the table that is written. */
  TableLayout layout();

  /** The key of the row that is written. */
  Key key();

  /** The timestamp of the write, in microseconds since 1970. */
  long timestampMicros();

  /**
   * Sets columns of a row.
   *
   * @param layout the layout of the table
   * @param key the key of the row
   * @param timestampMicros the timestamp of the write, in microseconds since 1970
   * @param makesRow true if the row exists after this write even if no column has a value, as after
   *     an INSERT. If all writes of a row have false, the row exists only while a column has a
   *     value
   * @param ttlSeconds the time to live of the values, and of the row's existence if {@code
   *     makesRow}; {@link #TTL_OF_TABLE} for the time to live that the table declares, 0 if they do
   *     not expire
   * @param values the values by column id; null deletes the value of the column. Columns that are
   *     not in the map keep their values
   */
  record Put(
      TableLayout layout,
      Key key,
      long timestampMicros,
      boolean makesRow,
      int ttlSeconds,
      Map<Integer, ? extends @Nullable Object> values)
      implements PlainWrite {

    /**
     * Makes a write.
     *
     * @throws StoreException for a column that the layout does not have
     */
    public Put {
      TreeMap<Integer, @Nullable Object> sorted = new TreeMap<>();
      for (Map.Entry<Integer, ? extends @Nullable Object> value : values.entrySet()) {
        if (layout.column(value.getKey()) == null) {
          throw new StoreException(
              ErrorCode.INVALID,
              "cannot write to %s: found column id %d, expected the id of a column of the table"
                  .formatted(layout.name(), value.getKey()));
        }
        sorted.put(value.getKey(), value.getValue());
      }
      values = Collections.unmodifiableSortedMap(sorted);
    }
  }

  /** Removes all values of a row that were written at {@code timestampMicros} or before. */
  record Delete(TableLayout layout, Key key, long timestampMicros) implements PlainWrite {}
}
