package keywright.design.rows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import keywright.key.KeyException;

/**
 * A compact list of row keys in the order in which they were added. It computes their ranks, which
 * are their positions in key order. Used by one thread.
 *
 * <p>Layout: the bytes are in chunks of a megabyte. A key is its length in two bytes, big-endian,
 * and then its bytes. A key is never divided between two chunks.
 */
public final class KeyArena {
  private static final int CHUNK_BITS = 20;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int LONGEST_KEY = 0xffff;

  /**
   * The number of key bytes in one word of the sort. The last byte of a word says how many there
   * are.
   */
  private static final int WORD_BYTES = 7;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[][] chunks = new byte[16][];
  private int chunkCount;
  private int used = CHUNK;

  /** Chunk and offset of each key, as an unsigned number, so that 4 GB of keys can be addressed. */
  private final IntList addresses = new IntList();

  /** How many bytes all keys begin with in common. */
  private int commonBytes = LONGEST_KEY;

  /**
   * Adds a copy of a row key.
   *
   * @throws KeyException for a key of more than 65,535 bytes, which no engine can store
   */
  public void add(byte[] rowKey) {
    if (rowKey.length > LONGEST_KEY) {
      throw KeyException.of(
          "cannot take a row key of %,d bytes: expected at most %,d"
              .formatted(rowKey.length, LONGEST_KEY));
    }
    if (used + 2 + rowKey.length > CHUNK) {
      addChunk();
    }
    commonBytes = commonBytes(rowKey);
    addresses.add(((chunkCount - 1) << CHUNK_BITS) | used);
    byte[] chunk = chunks[chunkCount - 1];
    chunk[used++] = (byte) (rowKey.length >> 8);
    chunk[used++] = (byte) rowKey.length;
    System.arraycopy(rowKey, 0, chunk, used, rowKey.length);
    used += rowKey.length;
  }

  /** How many bytes all keys begin with in common, if {@code added} is one of them. */
  private int commonBytes(byte[] added) {
    int limit = Math.min(commonBytes, added.length);
    if (addresses.size() == 0 || limit == 0) {
      return limit;
    }
    // The first key is at the beginning of the first chunk.
    int different = Arrays.mismatch(chunks[0], 2, 2 + limit, added, 0, limit);
    return different < 0 ? limit : different;
  }

  private void addChunk() {
    if (chunkCount == 1 << (Integer.SIZE - CHUNK_BITS)) {
      throw KeyException.of(
          "cannot take %,d rows: found more than 4 GB of row keys, expected at most 4 GB; give fewer rows"
              .formatted(addresses.size()));
    }
    if (chunkCount == chunks.length) {
      chunks = Arrays.copyOf(chunks, chunkCount * 2);
    }
    chunks[chunkCount++] = new byte[CHUNK];
    used = 0;
  }

  /** The row key with the number {@code row}, from 0 in the order of adding. */
  public byte[] key(int row) {
    int address = addresses.get(row);
    byte[] chunk = chunks[address >>> CHUNK_BITS];
    int offset = address & (CHUNK - 1);
    int length = ((chunk[offset] & 0xff) << 8) | (chunk[offset + 1] & 0xff);
    return Arrays.copyOfRange(chunk, offset + 2, offset + 2 + length);
  }

  /**
   * Compares a row key of the list with another row key, in unsigned byte order.
   *
   * @param row the number of the row key in the list, from 0
   * @return a negative number, 0 or a positive number if the key of the list is below, equal to or
   *     above {@code key}
   */
  public int compare(int row, byte[] key) {
    int address = addresses.get(row);
    byte[] chunk = chunks[address >>> CHUNK_BITS];
    int offset = address & (CHUNK - 1);
    int length = ((chunk[offset] & 0xff) << 8) | (chunk[offset + 1] & 0xff);
    return Arrays.compareUnsigned(chunk, offset + 2, offset + 2 + length, key, 0, key.length);
  }

  /** The first eight bytes of the key that was added as number {@code row}, which has them. */
  long head(int row) {
    int address = addresses.get(row);
    byte[] chunk = chunks[address >>> CHUNK_BITS];
    int offset = (address & (CHUNK - 1)) + 2;
    long head = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      head = (head << 8) | (chunk[offset + i] & 0xff);
    }
    return head;
  }

  /** The number of keys that were added. */
  int size() {
    return addresses.size();
  }

  /**
   * Computes the rank of each key. The rank is the position of the key, from 0, among the distinct
   * keys of the list in unsigned byte order. Equal keys have the same rank. For n keys, the time is
   * proportional to n log n.
   *
   * @return the ranks, in the order in which the keys were added
   */
  public int[] ranks() {
    int size = addresses.size();
    int[] rows = new int[size];
    long[] words = new long[size];
    for (int i = 0; i < size; i++) {
      rows[i] = i;
      words[i] = word(i, commonBytes);
    }
    int[] ranks = new int[size];
    new Sorter(rows, words).sort(0, size, commonBytes, Runtime.getRuntime().availableProcessors());
    // The sort leaves in each place whether its key is that of the place before.
    int rank = -1;
    for (int i = 0; i < size; i++) {
      rank += words[i] == SAME ? 0 : 1;
      ranks[rows[i]] = rank;
    }
    return ranks;
  }

  private static final long SAME = 1;
  private static final long OTHER = 0;

  /**
   * A word for the sort: seven bytes of a key from {@code depth} on, zeros after its end, then a
   * byte with the number of these bytes, or 8 if the key continues. Words compare unsigned as the
   * keys do. If two words are equal and their keys do not continue, the keys are equal.
   */
  private long word(int row, int depth) {
    int address = addresses.get(row);
    byte[] chunk = chunks[address >>> CHUNK_BITS];
    int offset = address & (CHUNK - 1);
    int left = (((chunk[offset] & 0xff) << 8) | (chunk[offset + 1] & 0xff)) - depth;
    int from = offset + 2 + depth;
    int here = Math.min(left, WORD_BYTES);
    return bytes(chunk, from, here) | Math.min(left, WORD_BYTES + 1);
  }

  /** Up to seven bytes of a chunk, as the first bytes of a word. */
  private static long bytes(byte[] chunk, int from, int count) {
    if (count > 0 && from + Long.BYTES <= chunk.length) {
      return (long) LONGS.get(chunk, from) & (-1L << (8 * (Long.BYTES - count)));
    }
    long word = 0;
    for (int i = 0; i < count; i++) {
      word = (word << 8) | (chunk[from + i] & 0xff);
    }
    return word << (8 * (Long.BYTES - count));
  }

  /** Sorts rows by their words, seven bytes at a time. */
  private final class Sorter {
    private final int[] rows;
    private final long[] words;
    private final WordSort wordSort;

    Sorter(int[] rows, long[] words) {
      this.rows = rows;
      this.words = words;
      this.wordSort = new WordSort(rows, words);
    }

    /**
     * Sorts the rows in [from, to), whose keys are equal up to {@code depth}, where their words
     * begin. Marks each key that is equal to the one before. Runs of keys that are still equal are
     * sorted by recursion, except the longest, which the caller sorts. So calls nest no deeper than
     * the logarithm of the number of rows.
     *
     * @param threads at most so many threads sort
     */
    void sort(int from, int to, int depth, int threads) {
      int start = from;
      int stop = to;
      for (int at = depth; start < stop; at += WORD_BYTES) {
        wordSort.sort(start, stop, threads);
        Run longest = sortRuns(start, stop, at + WORD_BYTES, threads);
        start = longest.start;
        stop = longest.stop;
        readWords(start, stop, at + WORD_BYTES);
      }
    }

    /** The rows in [start, stop), whose words are equal and whose keys continue. */
    private record Run(int start, int stop) {
      int size() {
        return stop - start;
      }
    }

    /**
     * Sorts the runs in [from, to), except the longest.
     *
     * @param threads at most so many threads sort
     * @return the longest run, which must still be sorted; an empty run if there is none
     */
    private Run sortRuns(int from, int to, int depth, int threads) {
      int middle =
          threads > 1 && to - from >= WordSort.PARALLEL_MIN
              ? startOfRun((from + to) >>> 1, to)
              : to;
      if (middle == to) {
        return sortRuns(from, to, depth);
      }
      Sorter other = new Sorter(rows, words);
      CompletableFuture<Run> ofLeft =
          CompletableFuture.supplyAsync(() -> other.sortRuns(from, middle, depth, threads / 2));
      Run right = sortRuns(middle, to, depth, threads - threads / 2);
      Run left = Tasks.result(ofLeft);
      Run shorter = left.size() < right.size() ? left : right;
      sortRun(shorter.start, shorter.stop, depth, threads);
      return shorter == left ? right : left;
    }

    /** The first place from {@code from} on whose word is not that of the place before. */
    private int startOfRun(int from, int to) {
      int start = from;
      while (start < to && words[start] == words[start - 1]) {
        start++;
      }
      return start;
    }

    /** Does the same as the method with {@code threads}, in the thread of the caller. */
    private Run sortRuns(int from, int to, int depth) {
      int longestStart = 0;
      int longestStop = 0;
      for (int start = from; start < to; ) {
        long word = words[start];
        int stop = start + 1;
        while (stop < to && words[stop] == word) {
          stop++;
        }
        if (stop - start == 1 || (word & 0xff) <= WORD_BYTES) {
          Arrays.fill(words, start, stop, SAME);
          words[start] = OTHER;
        } else if (stop - start > longestStop - longestStart) {
          sortRun(longestStart, longestStop, depth, 1);
          longestStart = start;
          longestStop = stop;
        } else {
          sortRun(start, stop, depth, 1);
        }
        start = stop;
      }
      return new Run(longestStart, longestStop);
    }

    private void sortRun(int start, int stop, int depth, int threads) {
      readWords(start, stop, depth);
      sort(start, stop, depth, threads);
    }

    private void readWords(int start, int stop, int depth) {
      for (int i = start; i < stop; i++) {
        words[i] = word(rows[i], depth);
      }
    }
  }
}
