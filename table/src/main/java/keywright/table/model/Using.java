package keywright.table.model;

/**
 * The write time and the time to live of the values that a statement writes, as in {@code USING
 * TIMESTAMP … AND TTL …}. Immutable.
 *
 * @param timestampMicros the write time of the values, in microseconds since 1970, not in the
 *     future; 0 for the current time. A stored value with a later write time is not replaced
 * @param ttlSeconds the time to live of the values, in seconds; 0 if the values do not expire,
 *     {@link #TTL_OF_FAMILY} for the time to live of the family of each value
 */
public record Using(long timestampMicros, long ttlSeconds) {
  /** The value of {@code ttlSeconds} that gives each value the time to live of its family. */
  public static final long TTL_OF_FAMILY = -1;

  /** The longest time to live, in seconds: twenty years, as in Cassandra. */
  public static final long TTL_MAX = 20L * 365 * 24 * 60 * 60;

  /** The current time as write time, and the time to live of the family of each value. */
  public static final Using NOTHING = new Using(0, TTL_OF_FAMILY);

  /**
   * Makes a write time and a time to live.
   *
   * @throws TableException if a number is out of range
   */
  public Using {
    if (timestampMicros < 0) {
      throw new TableException(
          "cannot write at timestamp %d: expected microseconds since 1970, at least 1"
              .formatted(timestampMicros));
    }
    if (ttlSeconds != TTL_OF_FAMILY && (ttlSeconds < 0 || ttlSeconds > TTL_MAX)) {
      throw new TableException(
          "cannot write with a ttl of %d: expected seconds, from 1 to %d, or 0 for ever"
              .formatted(ttlSeconds, TTL_MAX));
    }
  }

  /**
   * The write time {@code micros}, in microseconds since 1970, and the time to live of the family
   * of each value.
   */
  public static Using timestamp(long micros) {
    return new Using(micros, TTL_OF_FAMILY);
  }

  /**
   * The current time as write time, and a time to live of {@code seconds}; 0 if the values do not
   * expire.
   */
  public static Using ttl(long seconds) {
    return new Using(0, seconds);
  }

  public boolean hasTimestamp() {
    return timestampMicros != 0;
  }
}
