package keywright.design.rows;

/**
 * The distinct keys of a {@link KeyArena} in key order. It finds the ranks of the keys in a range:
 * the positions of these keys, from 0. Used by one thread.
 */
public final class KeyIndex {
  private final KeyArena arena;

  /** For each rank, a row with this key. */
  private final int[] rowOf;

  public KeyIndex(KeyArena arena, int[] ranks, int distinct) {
    this.arena = arena;
    this.rowOf = new int[distinct];
    for (int row = 0; row < ranks.length; row++) {
      rowOf[ranks[row]] = row;
    }
  }

  /**
   * The number of distinct keys below {@code key} in unsigned byte order. This is also the rank of
   * {@code key}, if it is one of the keys.
   */
  public int below(byte[] key) {
    int low = 0;
    int high = rowOf.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (arena.compare(rowOf[middle], key) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  public int size() {
    return rowOf.length;
  }
}
