package keywright.table.query;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts any number of records with a limited amount of memory. A record has sort bytes and a
 * content; records are sorted by the unsigned order of their sort bytes. They are sorted in memory;
 * if they need more memory than the limit, they are sorted on disk by {@link DiskSort}. Records
 * with equal sort bytes stay in the order in which they were added. Used by one thread at a time,
 * which first adds all records, and then reads them.
 *
 * <p>In memory the bytes of the records are in a few large arrays, which are used again for the
 * next sorted run. A merge sort moves only eight sort bytes of each record, as a number, and the
 * position of the record. It compares the records themselves only if their first sixteen sort bytes
 * are equal.
 */
public final class BoundedSort implements AutoCloseable {
  /** The length of the array that most records are put into. */
  private static final int CHUNK_BYTES = 1 << 20;

  private static final int LEAST_CHUNK_BYTES = 256;

  /** The lengths of the order and of the row, before them. */
  private static final int HEAD_BYTES = 8;

  /** Two numbers of a record, twice while they are sorted. */
  private static final int BYTES_OF_A_RECORD = 32;

  /** The part of the memory that the buffers of a merge may take. */
  private static final int MERGE_PART = 4;

  /** So many records are sorted by insertion. */
  private static final int FEW = 16;

  private static final VarHandle NUMBER =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final DiskSort.Files files;
  private final long memoryBytes;
  private final int chunkBytes;
  private final List<byte[]> chunks = new ArrayList<>();

  /** The chunk that records are put into, and how much of it is used. */
  private int chunk = -1;

  private int used;

  /** Of each record: the first bytes of its order as a number, and where it is. */
  private long[] prefixes = {};

  private long[] places = {};
  private int count;

  /** What the records in memory take. */
  private long bytes;

  private @Nullable DiskSort disk;
  private boolean reads;
  private int read;
  private int runs;
  private byte[] order = {};
  private byte[] row = {};

  /**
   * Makes a sort without records.
   *
   * @param files creates the files on disk, if any are needed
   * @param memoryBytes about how many bytes of records are kept in memory
   */
  public BoundedSort(DiskSort.Files files, long memoryBytes) {
    this.files = files;
    this.memoryBytes = memoryBytes;
    this.chunkBytes = (int) Math.max(LEAST_CHUNK_BYTES, Math.min(CHUNK_BYTES, memoryBytes / 8));
  }

  /**
   * Adds a record.
   *
   * @param sortedBy the bytes by which the record is sorted
   * @param content the content of the record
   * @throws IOException when records cannot be written to disk
   */
  public void add(byte[] sortedBy, byte[] content) throws IOException {
    int length = HEAD_BYTES + sortedBy.length + content.length;
    if (count > 0 && bytes + length + BYTES_OF_A_RECORD > memoryBytes) {
      spill();
    }
    bytes += length + BYTES_OF_A_RECORD;
    byte[] target = room(length);
    if (count == prefixes.length) {
      prefixes = Arrays.copyOf(prefixes, Math.max(64, count + count / 2));
      places = Arrays.copyOf(places, prefixes.length);
    }
    prefixes[count] = prefix(sortedBy, 0, sortedBy.length);
    places[count] = (long) chunk << 32 | used;
    count++;
    putInt(target, used, sortedBy.length);
    putInt(target, used + 4, content.length);
    System.arraycopy(sortedBy, 0, target, used + HEAD_BYTES, sortedBy.length);
    System.arraycopy(content, 0, target, used + HEAD_BYTES + sortedBy.length, content.length);
    used += length;
  }

  /**
   * The chunk for the next record. If the current chunk has fewer than {@code length} free bytes, a
   * later chunk becomes the current one.
   */
  private byte[] room(int length) {
    while (chunk < 0 || chunks.get(chunk).length - used < length) {
      chunk++;
      used = 0;
      if (chunk == chunks.size()) {
        chunks.add(new byte[Math.max(chunkBytes, length)]);
      }
    }
    return chunks.get(chunk);
  }

  private static void putInt(byte[] target, int at, int value) {
    NUMBER.set(target, at, value);
  }

  private static int getInt(byte[] source, int at) {
    return (int) NUMBER.get(source, at);
  }

  /**
   * The bytes from {@code start} to {@code stop} as a number, at most eight of them. These numbers
   * compare as the bytes do, with zeros after the last.
   */
  private static long prefix(byte[] source, int start, int stop) {
    long prefix = 0;
    if (stop - start >= Long.BYTES) {
      prefix = (long) WORD.get(source, start);
    } else {
      for (int i = 0; i < Long.BYTES; i++) {
        prefix = prefix << 8 | (start + i < stop ? source[start + i] & 0xff : 0);
      }
    }
    return prefix ^ Long.MIN_VALUE;
  }

  /** Writes the records in memory to disk, as a run. */
  private void spill() throws IOException {
    DiskSort open = disk;
    if (open == null) {
      open = new DiskSort(files, memoryBytes / MERGE_PART);
      disk = open;
    }
    sort();
    for (int i = 0; i < count; i++) {
      take(i);
      open.write(order, row);
    }
    open.endRun();
    runs++;
    count = 0;
    bytes = 0;
    chunk = chunks.isEmpty() ? -1 : 0;
    used = 0;
  }

  /** Reads the record at a place in the order. */
  private void take(int place) {
    byte[] source = chunks.get((int) (places[place] >>> 32));
    int at = (int) places[place];
    int start = at + HEAD_BYTES;
    int middle = start + getInt(source, at);
    order = Arrays.copyOfRange(source, start, middle);
    row = Arrays.copyOfRange(source, middle, middle + getInt(source, at + 4));
  }

  /**
   * Sorts the records in memory by their first eight bytes. Where these are equal it sorts by the
   * next eight bytes, and where these are equal too, by all bytes.
   */
  private void sort() {
    sort(0, count, /* isLast= */ false);
    int start = 0;
    while (start < count) {
      long prefix = prefixes[start];
      int stop = start + 1;
      while (stop < count && prefixes[stop] == prefix) {
        stop++;
      }
      if (stop - start > 1) {
        for (int i = start; i < stop; i++) {
          prefixes[i] = secondPrefix(places[i]);
        }
        sort(start, stop, /* isLast= */ true);
      }
      start = stop;
    }
  }

  private long secondPrefix(long place) {
    byte[] source = chunks.get((int) (place >>> 32));
    int at = (int) place;
    return prefix(source, at + HEAD_BYTES + Long.BYTES, at + HEAD_BYTES + getInt(source, at));
  }

  /**
   * Sorts some records by their numbers: short stretches by insertion, which are merged by pairs.
   *
   * @param isLast whether records with equal numbers are sorted by all their bytes; otherwise they
   *     stay in their order
   */
  private void sort(int first, int last, boolean isLast) {
    for (int start = first; start < last; start += FEW) {
      insert(start, Math.min(last, start + FEW), isLast);
    }
    int length = last - first;
    if (length <= FEW) {
      return;
    }
    long[] toPrefixes = new long[length];
    long[] toPlaces = new long[length];
    if (length < count) {
      // A part is sorted in arrays of its own.
      long[] allPrefixes = prefixes;
      long[] allPlaces = places;
      prefixes = Arrays.copyOfRange(allPrefixes, first, last);
      places = Arrays.copyOfRange(allPlaces, first, last);
      mergeAll(length, toPrefixes, toPlaces, isLast);
      System.arraycopy(places, 0, allPlaces, first, length);
      prefixes = allPrefixes;
      places = allPlaces;
    } else {
      mergeAll(length, toPrefixes, toPlaces, isLast);
    }
  }

  /** Merges the sorted stretches of the first records. */
  private void mergeAll(int length, long[] prefixBuffer, long[] placeBuffer, boolean isLast) {
    long[] toPrefixes = prefixBuffer;
    long[] toPlaces = placeBuffer;
    for (long width = FEW; width < length; width *= 2) {
      for (long start = 0; start < length; start += 2 * width) {
        int middle = (int) Math.min(length, start + width);
        int stop = (int) Math.min(length, start + 2 * width);
        merge((int) start, middle, stop, toPrefixes, toPlaces, isLast);
      }
      long[] fromPrefixes = prefixes;
      long[] fromPlaces = places;
      prefixes = toPrefixes;
      places = toPlaces;
      toPrefixes = fromPrefixes;
      toPlaces = fromPlaces;
    }
  }

  private void insert(int start, int stop, boolean isLast) {
    for (int i = start + 1; i < stop; i++) {
      long prefix = prefixes[i];
      long place = places[i];
      int to = i;
      while (to > start && isAbove(prefixes[to - 1], places[to - 1], prefix, place, isLast)) {
        prefixes[to] = prefixes[to - 1];
        places[to] = places[to - 1];
        to--;
      }
      prefixes[to] = prefix;
      places[to] = place;
    }
  }

  private void merge(
      int start, int middle, int stop, long[] toPrefixes, long[] toPlaces, boolean isLast) {
    if (middle == stop
        || !isAbove(
            prefixes[middle - 1], places[middle - 1], prefixes[middle], places[middle], isLast)) {
      System.arraycopy(prefixes, start, toPrefixes, start, stop - start);
      System.arraycopy(places, start, toPlaces, start, stop - start);
      return;
    }
    int left = start;
    int right = middle;
    for (int to = start; to < stop; to++) {
      boolean isLeft =
          right == stop
              || (left < middle
                  && !isAbove(
                      prefixes[left], places[left], prefixes[right], places[right], isLast));
      int from = isLeft ? left++ : right++;
      toPrefixes[to] = prefixes[from];
      toPlaces[to] = places[from];
    }
  }

  private boolean isAbove(
      long prefix, long place, long otherPrefix, long otherPlace, boolean isLast) {
    return prefix != otherPrefix
        ? prefix > otherPrefix
        : isLast && compareOrders(place, otherPlace) > 0;
  }

  private int compareOrders(long place, long otherPlace) {
    byte[] source = chunks.get((int) (place >>> 32));
    byte[] other = chunks.get((int) (otherPlace >>> 32));
    int at = (int) place;
    int otherAt = (int) otherPlace;
    return Arrays.compareUnsigned(
        source,
        at + HEAD_BYTES,
        at + HEAD_BYTES + getInt(source, at),
        other,
        otherAt + HEAD_BYTES,
        otherAt + HEAD_BYTES + getInt(other, otherAt));
  }

  /** How many sorted runs were written to disk. */
  public int runs() {
    return runs;
  }

  /**
   * Sorts the records that were added. No record may be added afterwards. The first call of {@link
   * #next} does this too.
   *
   * @throws IOException when records cannot be written to disk
   */
  public void prepare() throws IOException {
    if (reads) {
      return;
    }
    reads = true;
    if (disk == null) {
      sort();
    } else {
      spill();
      free();
    }
  }

  /**
   * Moves to the next record in sorted order. No record may be added after the first call.
   *
   * @return false after the last record
   */
  public boolean next() throws IOException {
    prepare();
    DiskSort open = disk;
    if (open != null) {
      byte[] next = open.next();
      order = open.order();
      row = next == null ? row : next;
      return next != null;
    }
    if (read == count) {
      return false;
    }
    take(read++);
    return true;
  }

  /** Gives the memory of the records back. */
  private void free() {
    chunks.clear();
    prefixes = new long[0];
    places = new long[0];
    count = 0;
  }

  /** The bytes by which the current record is sorted. */
  public byte[] order() {
    return order;
  }

  /** The content of the current record. */
  public byte[] row() {
    return row;
  }

  @Override
  public void close() throws IOException {
    free();
    if (disk != null) {
      disk.close();
    }
  }
}
