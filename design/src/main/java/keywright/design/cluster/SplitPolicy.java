package keywright.design.cluster;

/**
 * The rule by which regions split. The rules are those of HBase's split policies of the same names.
 */
public enum SplitPolicy {
  /** A region splits when it has more rows than the setting allows. */
  CONSTANT,

  /**
   * A region splits earlier while its server has few regions of the table: when it has more than
   * 2·f·r³ rows, where r is the number of these regions. The limit is never above that of {@link
   * #CONSTANT}. The flush size f is 1/80 of that limit, as 128 MB are about 1/80 of 10 GB.
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
