package keywright.table.model;

/**
 * The write time and the time to live of the values of a write, as in {@code USING TIMESTAMP … AND
 * TTL …}.
 *
 * @param timestampMicros when they were written, microseconds since 1970 and not in the future; 0
 *     for now. A stored value with a later time stays
 * @param ttlSeconds how long they live; 0 for ever, {@link #TTL_OF_FAMILY} as their family says
 */
public record Using(long timestampMicros, long ttlSeconds) {
  /** Means the time to live of the family of each value. */
  public static final long TTL_OF_FAMILY = -1;

  /** The longest time to live: twenty years, as in Cassandra. */
  public static final long TTL_MAX = 20L * 365 * 24 * 60 * 60;

  /** The current time, and the time to live of the family. */
  public static final Using NOTHING = new Using(0, TTL_OF_FAMILY);

  /** Refuses what is out of range. */
  public Using {
    if (timestampMicros < 0) {
      throw new TableException(
          "cannot write at timestamp %d: expected microseconds since 1970, from 1 on"
              .formatted(timestampMicros));
    }
    if (ttlSeconds != TTL_OF_FAMILY && (ttlSeconds < 0 || ttlSeconds > TTL_MAX)) {
      throw new TableException(
          "cannot write with a ttl of %d: expected seconds, from 1 to %d, or 0 for ever"
              .formatted(ttlSeconds, TTL_MAX));
    }
  }

  /** Written at {@code micros}, microseconds since 1970. */
  public static Using timestamp(long micros) {
    return new Using(micros, TTL_OF_FAMILY);
  }

  /** A time to live of {@code seconds}; 0 for ever. */
  public static Using ttl(long seconds) {
    return new Using(0, seconds);
  }

  public boolean hasTimestamp() {
    return timestampMicros != 0;
  }
}
