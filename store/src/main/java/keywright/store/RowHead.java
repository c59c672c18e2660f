package keywright.store;

/**
 * What a row's marker says of the row.
 *
 * @param version that the last write gave the row, above 0
 * @param expiryMillis when the row expires with all that it holds, milliseconds since 1970, 0 for
 *     never
 * @param createdMicros the oldest timestamp of a write to the row since it was made; 0 when that is
 *     the version, or was not noted, which tables that keep one version of everything need not
 * @param nonce that the last write drew, so that others of its version are told from it; 0 for none
 * @param mark what the row is beyond its cells
 */
public record RowHead(
    long version, long expiryMillis, long createdMicros, long nonce, RowMark mark) {

  /** A row like any other, whose writer drew no nonce. */
  public RowHead(long version, long expiryMillis, long createdMicros) {
    this(version, expiryMillis, createdMicros, 0, RowMark.LIVE);
  }

  /** A row that lives until it is deleted. */
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

  /** What a conditional write compares. */
  public RowStamp stamp() {
    return new RowStamp(version, nonce);
  }

  /** The oldest timestamp of a write to the row, as far as it was noted. */
  public long created() {
    return createdMicros == 0 ? version : createdMicros;
  }

  /** Whether a reader at {@code nowMillis} sees the row no longer. */
  public boolean isExpired(long nowMillis) {
    return Expiry.isPast(expiryMillis, nowMillis);
  }
}
