package keywright.table.layout;

/** Moments of expiry: milliseconds since 1970, 0 for never. */
public final class Lifetime {
  private Lifetime() {}

  /** The moment {@code seconds} from now; never for 0, and for what is beyond all time. */
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
