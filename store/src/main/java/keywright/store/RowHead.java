package keywright.store;

/**
 * The data of a row that belongs to no column.
 *
 * @param version the version that the last write gave the row, above 0
 * @param expiryMillis when the row expires with all its values, in milliseconds since 1970; 0 for
 *     never
 * @param createdMicros the oldest timestamp of a write to the row since it was inserted; 0 when it
 *     equals the version, or when it was not recorded because the table keeps one version of each
 *     value
 * @param nonce a random number of the last write, which distinguishes it from other writes of the
 *     same version; 0 for none
 * @param mark the state of the row
 */
public record RowHead(
    long version, long expiryMillis, long createdMicros, long nonce, RowMark mark) {

  /** An ordinary row without a nonce. */
  public RowHead(long version, long expiryMillis, long createdMicros) {
    this(version, expiryMillis, createdMicros, 0, RowMark.LIVE);
  }

  /** A row without expiry. */
  public static RowHead of(long version) {
    return new RowHead(version, 0, 0);
  }

  /** The same row at another version. */
  public RowHead withVersion(long newVersion) {
    return new RowHead(newVersion, expiryMillis, createdMicros, nonce, mark);
  }

  /** The same row with another stamp. */
  public RowHead withStamp(RowStamp stamp) {
    return new RowHead(stamp.version(), expiryMillis, createdMicros, stamp.nonce(), mark);
  }

  /** The same row with another mark. */
  public RowHead withMark(RowMark newMark) {
    return new RowHead(version, expiryMillis, createdMicros, nonce, newMark);
  }

  /** The version and the nonce, which a conditional write compares. */
  public RowStamp stamp() {
    return new RowStamp(version, nonce);
  }

  /** The oldest timestamp of a write to the row, if it was recorded. */
  public long created() {
    return createdMicros == 0 ? version : createdMicros;
  }

  /** Whether the row has expired at {@code nowMillis}. */
  public boolean isExpired(long nowMillis) {
    return Expiry.isPast(expiryMillis, nowMillis);
  }
}
