package keywright.store;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import keywright.key.ErrorCode;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * A write without a condition, for {@link PlainWrites}: of all writes of a column the one with the
 * highest timestamp counts.
 */
public sealed interface PlainWrite {
  /** In place of a time to live: that of the table. */
  int TTL_OF_TABLE = -1;

  /** The table. */
  TableLayout layout();

  /** The row. */
  Key key();

  /** Microseconds since 1970. */
  long timestampMicros();

  /**
   * Sets columns of a row.
   *
   * @param makesRow whether the row exists from now on, also without a value; a row that no such
   *     write has made exists while a column has a value
   * @param ttlSeconds how long the values live, and that the row exists without one: {@link
   *     #TTL_OF_TABLE}, or 0 for ever
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
              "cannot write to %s: found column %d, expected one of the table"
                  .formatted(layout.name(), value.getKey()));
        }
        sorted.put(value.getKey(), value.getValue());
      }
      values = Collections.unmodifiableSortedMap(sorted);
    }
  }

  /** Removes a row: all that was written with a timestamp up to this one. */
  record Delete(TableLayout layout, Key key, long timestampMicros) implements PlainWrite {}
}
