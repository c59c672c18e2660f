package keywright.table.query;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * An external merge sort (Knuth, volume 3, 5.4). The caller writes sorted runs of records, and then
 * reads all records in sorted order. Runs are merged; each merge reads as many runs as memory has
 * buffers for. Records with equal sort bytes stay in the order in which they were written.
 *
 * <p>During a merge into longer runs, each record is on disk twice. Used by one thread.
 */
public final class DiskSort implements AutoCloseable {
  private static final int LEAST_BUFFER = 512;
  private static final int MOST_BUFFER = 1 << 16;

  /** Creates the files for the records of a merge. */
  @FunctionalInterface
  public interface Files {
    RunFile create(int bufferLength) throws IOException;
  }

  private final Files files;
  private final long memoryBytes;
  private final int bufferLength;
  private final Runnable check;
  private RunFile file;

  /** The runs of the last merge, ordered by their next record; null before the merge is read. */
  private @Nullable PriorityQueue<RunFile.Reader> merge;

  private byte[] order = {};

  /**
   * Makes a sort without records.
   *
   * @param files creates the files
   * @param memoryBytes about how many bytes of memory a merge uses; a merge uses at least two
   *     buffers
   * @throws IOException if no file can be created
   */
  public DiskSort(Files files, long memoryBytes) throws IOException {
    this(files, memoryBytes, () -> {});
  }

  /**
   * As above.
   *
   * @param check is called for each record that is merged into a longer run. It may throw an
   *     exception, which ends the merge
   */
  DiskSort(Files files, long memoryBytes, Runnable check) throws IOException {
    this.check = check;
    this.files = files;
    this.memoryBytes = memoryBytes;
    this.bufferLength = (int) Math.max(LEAST_BUFFER, Math.min(MOST_BUFFER, memoryBytes / 16));
    this.file = files.create(bufferLength);
  }

  /**
   * Writes the next record of a run. The records of a run must be written in sorted order.
   *
   * @param order the bytes by which the record is sorted
   * @param row the content of the record
   */
  public void write(byte[] order, byte[] row) throws IOException {
    file.write(order, row);
  }

  /** Ends a run. The next record that is written begins another run. */
  public void endRun() throws IOException {
    file.endRun();
  }

  /** The total length of all records, in bytes. */
  long length() {
    return file.length();
  }

  /**
   * Reads the next record in sorted order. No record may be written after the first call.
   *
   * @return the content of the record; null after the last record
   */
  public byte @Nullable [] next() throws IOException {
    PriorityQueue<RunFile.Reader> open = merge;
    if (open == null) {
      while (file.runs() > runsOfAMerge()) {
        mergeOnce();
      }
      open = open(0, file.runs());
      merge = open;
    }
    RunFile.Reader first = open.poll();
    if (first == null) {
      return null;
    }
    byte[] row = first.row();
    order = first.order();
    if (first.next()) {
      open.add(first);
    }
    return row;
  }

  /** The bytes by which the record that {@link #next} returned last is sorted. */
  public byte[] order() {
    return order;
  }

  private int runsOfAMerge() {
    return (int)
        Math.max(2, Math.min(1 << 12, memoryBytes / (bufferLength + file.longestRecord())));
  }

  /** Merges each group of runs into one run, in a new file. */
  private void mergeOnce() throws IOException {
    int count = runsOfAMerge();
    RunFile merged = files.create(bufferLength);
    try {
      for (int run = 0; run < file.runs(); run += count) {
        PriorityQueue<RunFile.Reader> open = open(run, Math.min(run + count, file.runs()));
        for (RunFile.Reader first = open.poll(); first != null; first = open.poll()) {
          check.run();
          merged.write(first.order(), first.row());
          if (first.next()) {
            open.add(first);
          }
        }
        merged.endRun();
      }
    } catch (IOException | RuntimeException e) {
      merged.close();
      throw e;
    }
    file.close();
    file = merged;
  }

  private PriorityQueue<RunFile.Reader> open(int start, int stop) throws IOException {
    PriorityQueue<RunFile.Reader> open =
        new PriorityQueue<>(
            Comparator.comparing(RunFile.Reader::order, Arrays::compareUnsigned)
                .thenComparingInt(RunFile.Reader::run));
    for (int run = start; run < stop; run++) {
      RunFile.Reader reader = file.reader(run);
      if (reader.next()) {
        open.add(reader);
      }
    }
    return open;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
