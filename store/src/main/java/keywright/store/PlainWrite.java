package keywright.store;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import keywright.key.ErrorCode;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * A write without a condition, for {@link PlainWrites}. If a column of a row is written several
 * times, the value with the highest timestamp wins.
 */
public sealed interface PlainWrite {
  /** Means the time to live that the table declares. */
  int TTL_OF_TABLE = -1;

  /** The table. */
  TableLayout layout();

  /** The row. */
  Key key();

  /** The time of the write, in microseconds since 1970. */
  long timestampMicros();

  /**
   * Sets columns of a row.
   *
   * @param makesRow true if the row exists after this write even if no column has a value, as after
   *     an INSERT. If all writes of a row have false, the row exists only while a column has a
   *     value
   * @param ttlSeconds the time to live of the values, and of the row's existence if {@code
   *     makesRow}; {@link #TTL_OF_TABLE} for the time to live that the table declares, 0 for ever
   * @param values by column id; null deletes the value. Other columns stay as they are
   */
  record Put(
      TableLayout layout,
      Key key,
      long timestampMicros,
      boolean makesRow,
      int ttlSeconds,
      Map<Integer, ? extends @Nullable Object> values)
      implements PlainWrite {

    /** Refuses columns that the layout lacks. */
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
