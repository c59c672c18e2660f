package keywright.design.cluster;

/** When a region splits, as HBase's split policies of these names do. */
public enum SplitPolicy {
  /** As soon as it holds more rows than a region may. */
  CONSTANT,

  /**
   * Sooner while a server has few regions of the table: at 2·f·r³ rows for its r regions, at most
   * at the constant size. The flush size f is an eightieth of that, as 128 MB are of 10 GB.
   */
  INCREASING;

  private static final long FLUSHES_IN_A_REGION = 80;

  /** The most rows of a region on a server with {@code regions} of them. */
  public long limit(int regionRows, int regions) {
    if (this == CONSTANT || regions > FLUSHES_IN_A_REGION) {
      return regionRows;
    }
    long cube = (long) regions * regions * regions;
    return Math.max(1, Math.min(regionRows, 2 * cube * regionRows / FLUSHES_IN_A_REGION));
  }
}
