package keywright.store;

/** Moments at which values and rows expire: milliseconds since 1970, 0 for never. */
final class Expiry {
  private Expiry() {}

  /** Whether what expires at {@code expiryMillis} is no longer seen at {@code nowMillis}. */
  static boolean isPast(long expiryMillis, long nowMillis) {
    return expiryMillis != 0 && expiryMillis <= nowMillis;
  }
}
