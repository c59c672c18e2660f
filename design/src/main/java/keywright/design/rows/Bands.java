package keywright.design.rows;

/**
 * The key space, divided into bands in key order. A rank is the position of a distinct key in key
 * order, from 0. The numbers of ranks in the bands differ by at most one. Immutable.
 *
 * @param count the number of bands
 * @param ranks the number of distinct keys, at least {@code count}
 */
public record Bands(int count, int ranks) {
  private static final int MOST = 160;

  /**
   * Divides {@code ranks} distinct keys into at most 160 bands. Up to 160 keys, each key is a band.
   */
  public static Bands of(int ranks) {
    return new Bands(Math.min(ranks, MOST), ranks);
  }

  /** The band that holds {@code rank}. */
  public int band(int rank) {
    return (int) ((long) rank * count / ranks);
  }

  /**
   * The first rank of a band.
   *
   * @param band from 0 to {@link #count}; for {@code count}, the end of the last band, the result
   *     is {@link #ranks}
   */
  public int first(int band) {
    return (int) (((long) band * ranks + count - 1) / count);
  }
}
