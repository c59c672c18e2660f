package keywright.design.rows;

import java.util.Arrays;

/**
 * A list of ints in chunks of 64 kB. It grows without copying the ints that it has. Used by one
 * thread.
 */
final class IntList {
  private static final int CHUNK_BITS = 14;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private int[][] chunks = new int[4][];
  private int size;

  void add(int element) {
    int chunk = size >>> CHUNK_BITS;
    if (chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * chunk);
    }
    if ((size & (CHUNK - 1)) == 0) {
      chunks[chunk] = new int[CHUNK];
    }
    chunks[chunk][size++ & (CHUNK - 1)] = element;
  }

  /** The element at {@code index}, which is at least 0 and less than {@link #size}. */
  int get(int index) {
    return chunks[index >>> CHUNK_BITS][index & (CHUNK - 1)];
  }

  int size() {
    return size;
  }
}
