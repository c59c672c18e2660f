package keywright.design.cluster;

/**
 * The rule by which regions split. The rules are those of HBase's split policies of the same names.
 */
public enum SplitPolicy {
  /** A region splits when it has more rows than the largest number in the settings. */
  CONSTANT,

  /**
   * A region splits earlier if its server has few regions of the table. If the server has r
   * regions, the limit is 2·f·r³ rows, but never more than the limit of {@link #CONSTANT}. The
   * flush size f is 1/80 of the limit of {@code CONSTANT}, as 128 MB are about 1/80 of 10 GB.
   */
  INCREASING;

  private static final long FLUSHES_IN_A_REGION = 80;

  /**
   * The largest number of rows of a region that does not split.
   *
   * @param regionRows the largest number of rows of a region in the settings
   * @param regions how many regions of the table the server has
   */
  public long limit(int regionRows, int regions) {
    if (this == CONSTANT || regions > FLUSHES_IN_A_REGION) {
      return regionRows;
    }
    long cube = (long) regions * regions * regions;
    return Math.max(1, Math.min(regionRows, 2 * cube * regionRows / FLUSHES_IN_A_REGION));
  }
}
