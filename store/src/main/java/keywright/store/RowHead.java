package keywright.store;

/**
 * The head of a row: the data of a row that does not belong to a column. Immutable.
 *
 * @param version the version that the last write gave the row, above 0
 * @param expiryMillis when the row expires with all its values, in milliseconds since 1970; 0 if it
 *     does not expire
 * @param createdMicros the oldest timestamp of a write to the row since it was inserted; 0 if it
 *     equals the version, or if it was not stored because the table keeps only one version of each
 *     value
 * @param nonce a random number of the last write, which distinguishes it from other writes of the
 *     same version; 0 if the write had none
 * @param mark the mark of the row: live, tombstone, move intent or forwarding record
 */
public record RowHead(
    long version, long expiryMillis, long createdMicros, long nonce, RowMark mark) {

  /** Makes the head of a live row without a nonce. */
  public RowHead(long version, long expiryMillis, long createdMicros) {
    this(version, expiryMillis, createdMicros, 0, RowMark.LIVE);
  }

  /** Makes the head of a live row that does not expire and has no nonce. */
  public static RowHead of(long version) {
    return new RowHead(version, 0, 0);
  }

  /** The same head with another version. */
  public RowHead withVersion(long newVersion) {
    return new RowHead(newVersion, expiryMillis, createdMicros, nonce, mark);
  }

  /** The same head with the version and the nonce of {@code stamp}. */
  public RowHead withStamp(RowStamp stamp) {
    return new RowHead(stamp.version(), expiryMillis, createdMicros, stamp.nonce(), mark);
  }

  /** The same head with another mark. */
  public RowHead withMark(RowMark newMark) {
    return new RowHead(version, expiryMillis, createdMicros, nonce, newMark);
  }

  /** The version and the nonce of the row, which a conditional write compares. */
  public RowStamp stamp() {
    return new RowStamp(version, nonce);
  }

  /**
   * The oldest timestamp of a write to the row since it was inserted, in microseconds since 1970;
   * the version of the row if that timestamp was not stored.
   */
  public long created() {
    return createdMicros == 0 ? version : createdMicros;
  }

  /** Whether the row has expired at {@code nowMillis}, in milliseconds since 1970. */
  public boolean isExpired(long nowMillis) {
    return Expiry.isPast(expiryMillis, nowMillis);
  }
}
