package keywright.table.model;

/**
 * What a write says of its values beside them, as {@code USING TIMESTAMP … AND TTL …} does.
 *
 * @param timestampMicros when they were written, microseconds since 1970 and not in the future; 0
 *     for now. Where a value of a later time is stored, that one stays
 * @param ttlSeconds how long they live; 0 for ever, {@link #TTL_OF_FAMILY} as their family says
 */
public record Using(long timestampMicros, long ttlSeconds) {
  /** Stands for the time to live that the family of each value gives. */
  public static final long TTL_OF_FAMILY = -1;

  /** The longest time to live: twenty years, as in Cassandra. */
  public static final long TTL_MAX = 20L * 365 * 24 * 60 * 60;

  /** Now, and as long as the family says. */
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

  /** To be gone in {@code seconds}; 0 for never. */
  public static Using ttl(long seconds) {
    return new Using(0, seconds);
  }

  public boolean hasTimestamp() {
    return timestampMicros != 0;
  }
}
