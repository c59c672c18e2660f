package keywright.design.cluster;

/**
 * A set of rows, which are identified by their ranks: the positions in key order, from 0. It has
 * one bit for each rank. Used by one thread.
 */
public final class RowBits {
  private final long[] words;

  public RowBits(int ranks) {
    words = new long[(ranks + 63) >> 6];
  }

  /**
   * Adds the row with rank {@code rank}.
   *
   * @return true if the set did not contain the row before
   */
  public boolean add(int rank) {
    boolean isNew = (words[rank >> 6] & (1L << rank)) == 0;
    words[rank >> 6] |= 1L << rank;
    return isNew;
  }

  /**
   * How many rows of the set have ranks from {@code start}, inclusive, to {@code stop}, exclusive.
   */
  public int count(int start, int stop) {
    if (start >= stop) {
      return 0;
    }
    int last = (stop - 1) >> 6;
    int found = 0;
    for (int word = start >> 6; word <= last; word++) {
      long bits = words[word];
      bits &= word == start >> 6 ? -1L << start : -1L;
      bits &= word == last ? -1L >>> (63 - ((stop - 1) & 63)) : -1L;
      found += Long.bitCount(bits);
    }
    return found;
  }

  /**
   * Finds a row of the set by its number, counted upwards.
   *
   * @param start the rank at which counting begins; a row with this rank has the number 0
   * @param index the number of the row; the set must have such a row
   * @return the rank of the row
   */
  public int select(int start, int index) {
    int word = start >> 6;
    long bits = words[word] & (-1L << start);
    int left = index;
    while (Long.bitCount(bits) <= left) {
      left -= Long.bitCount(bits);
      bits = words[++word];
    }
    for (; left > 0; left--) {
      bits &= bits - 1;
    }
    return (word << 6) + Long.numberOfTrailingZeros(bits);
  }

  /**
   * Finds a row of the set by its number, counted downwards.
   *
   * @param stop the rank before which counting begins; the row with the highest rank below {@code
   *     stop} has the number 0
   * @param index the number of the row; the set must have such a row
   * @return the rank of the row
   */
  public int selectBefore(int stop, int index) {
    int word = (stop - 1) >> 6;
    long bits = words[word] & (-1L >>> (63 - ((stop - 1) & 63)));
    int left = index;
    while (Long.bitCount(bits) <= left) {
      left -= Long.bitCount(bits);
      bits = words[--word];
    }
    for (; left > 0; left--) {
      bits &= ~Long.highestOneBit(bits);
    }
    return (word << 6) + 63 - Long.numberOfLeadingZeros(bits);
  }
}
