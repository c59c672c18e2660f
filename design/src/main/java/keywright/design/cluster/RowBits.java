package keywright.design.cluster;

/** The set of the rows that exist, with one bit for each rank. Used by one thread. */
public final class RowBits {
  private final long[] words;

  public RowBits(int ranks) {
    words = new long[(ranks + 63) >> 6];
  }

  /** Adds the row with rank {@code rank}. Returns true if it was absent. */
  public boolean add(int rank) {
    boolean isNew = (words[rank >> 6] & (1L << rank)) == 0;
    words[rank >> 6] |= 1L << rank;
    return isNew;
  }

  /** How many rows exist in {@code [start, stop)}. */
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
   * The rank of the existing row number {@code index}, from 0, at or after {@code start}. There
   * must be such a row.
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
   * The rank of the existing row number {@code index}, from 0, counted backwards from {@code stop}.
   * There must be such a row.
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
