package keywright.design.rows;

/**
 * Key space cut into bands in key order, each of as many ranks as another, up to one. Immutable.
 *
 * @param count how many there are
 * @param ranks the distinct keys, at least as many
 */
public record Bands(int count, int ranks) {
  private static final int MOST = 160;

  /** Bands of {@code ranks} distinct keys: one for each when they are few. */
  public static Bands of(int ranks) {
    return new Bands(Math.min(ranks, MOST), ranks);
  }

  /** The band that holds {@code rank}. */
  public int band(int rank) {
    return (int) ((long) rank * count / ranks);
  }

  /** The first rank of {@code band}; that of the band after the last is {@link #ranks}. */
  public int first(int band) {
    return (int) (((long) band * ranks + count - 1) / count);
  }
}
