package keywright.table.layout;

/**
 * Functions that compute the times at which values expire. A time is in milliseconds since 1970; 0
 * means that a value does not expire.
 */
public final class Lifetime {
  private Lifetime() {}

  /**
   * The time {@code seconds} after {@code nowMillis}, in milliseconds since 1970. The result is 0,
   * which means never, for 0 seconds and for a time that a {@code long} cannot represent.
   */
  public static long expiry(long nowMillis, long seconds) {
    if (seconds == 0 || seconds > (Long.MAX_VALUE - Math.max(nowMillis, 0)) / 1_000) {
      return 0;
    }
    return nowMillis + seconds * 1_000;
  }

  public static long later(long a, long b) {
    return a == 0 || b == 0 ? 0 : Math.max(a, b);
  }

  public static boolean isBefore(long a, long b) {
    return a != 0 && (b == 0 || a < b);
  }
}
