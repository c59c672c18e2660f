package keywright.design.rows;

/**
 * A division of the key space into bands. The key space is the distinct keys in key order, and the
 * rank of a key is its position, from 0. A band is an interval of ranks. The numbers of ranks in
 * the bands differ by at most one. Immutable.
 *
 * @param count the number of bands
 * @param ranks the number of distinct keys, at least {@code count}
 */
public record Bands(int count, int ranks) {
  private static final int MOST = 160;

  /**
   * Divides {@code ranks} distinct keys into at most 160 bands. If there are at most 160 keys, each
   * key is a band.
   */
  public static Bands of(int ranks) {
    return new Bands(Math.min(ranks, MOST), ranks);
  }

  /** The number of the band, from 0, that contains the rank {@code rank}. */
  public int band(int rank) {
    return (int) ((long) rank * count / ranks);
  }

  /**
   * The first rank of a band.
   *
   * @param band the number of the band, from 0 to {@link #count}. For {@code count}, which means
   *     the end of the last band, the result is {@link #ranks}
   */
  public int first(int band) {
    return (int) (((long) band * ranks + count - 1) / count);
  }
}
