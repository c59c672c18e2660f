package keywright.design.rows;

import java.util.concurrent.CompletableFuture;

/**
 * Sorts rows by a word of 64 bits for each row, which is compared as an unsigned number. It merges,
 * so rows with equal words stay in their order. It may be used for several ranges of the same
 * arrays, one after the other.
 */
final class WordSort {
  /** Fewer rows are sorted by one thread. */
  static final int PARALLEL_MIN = 1 << 16;

  private static final int SHORT = 12;

  private final int[] rows;
  private final long[] words;
  private int[] rowBuffer = {};
  private long[] wordBuffer = {};

  /**
   * @param rows the rows, which are moved
   * @param words the word of each row, which is moved with it
   */
  WordSort(int[] rows, long[] words) {
    this.rows = rows;
    this.words = words;
  }

  /** The word of a number. Words compare as {@link Double#compare} does. */
  static long word(double number) {
    long bits = Double.doubleToLongBits(number);
    return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
  }

  /**
   * Sorts the rows in [from, to).
   *
   * @param threads at most so many threads sort
   */
  void sort(int from, int to, int threads) {
    if (to - from <= SHORT) {
      insertionSort(from, to);
      return;
    }
    if ((to - from) / 2 > rowBuffer.length) {
      rowBuffer = new int[(to - from) / 2];
      wordBuffer = new long[(to - from) / 2];
    }
    int middle = (from + to) >>> 1;
    if (threads > 1 && to - from >= PARALLEL_MIN) {
      WordSort other = new WordSort(rows, words);
      CompletableFuture<Void> left =
          CompletableFuture.runAsync(() -> other.sort(from, middle, threads / 2));
      sort(middle, to, threads - threads / 2);
      Tasks.result(left);
    } else {
      sort(from, middle, 1);
      sort(middle, to, 1);
    }
    if (Long.compareUnsigned(words[middle - 1], words[middle]) > 0) {
      merge(from, middle, to);
    }
  }

  private void insertionSort(int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long word = words[i];
      int row = rows[i];
      int at = i;
      for (; at > from && Long.compareUnsigned(words[at - 1], word) > 0; at--) {
        words[at] = words[at - 1];
        rows[at] = rows[at - 1];
      }
      words[at] = word;
      rows[at] = row;
    }
  }

  private void merge(int from, int middle, int to) {
    int count = middle - from;
    System.arraycopy(words, from, wordBuffer, 0, count);
    System.arraycopy(rows, from, rowBuffer, 0, count);
    int left = 0;
    int right = middle;
    for (int at = from; left < count; at++) {
      if (right < to && Long.compareUnsigned(words[right], wordBuffer[left]) < 0) {
        words[at] = words[right];
        rows[at] = rows[right++];
      } else {
        words[at] = wordBuffer[left];
        rows[at] = rowBuffer[left++];
      }
    }
  }
}
