package keywright.table.query;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * An external merge sort (Knuth, volume 3, 5.4). It writes sorted runs and merges them. Each merge
 * reads as many runs as memory has buffers for; the last merge is read by the caller. Records of
 * equal order come in the order in which they were written.
 *
 * <p>During a merge into longer runs the disk holds each record twice. Used by one thread.
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
  private RunFile file;

  /** The runs of the last merge, ordered by their next record; null before the merge is read. */
  private @Nullable PriorityQueue<RunFile.Reader> merge;

  private byte[] order = {};

  /**
   * @param memoryBytes about how much memory a merge uses; it uses at least two buffers
   * @throws IOException if no file can be created
   */
  public DiskSort(Files files, long memoryBytes) throws IOException {
    this.files = files;
    this.memoryBytes = memoryBytes;
    this.bufferLength = (int) Math.max(LEAST_BUFFER, Math.min(MOST_BUFFER, memoryBytes / 16));
    this.file = files.create(bufferLength);
  }

  /** Writes the next record of a run. */
  public void write(byte[] order, byte[] row) throws IOException {
    file.write(order, row);
  }

  /** Ends a run. */
  public void endRun() throws IOException {
    file.endRun();
  }

  /** The total length of all records, in bytes. */
  long length() {
    return file.length();
  }

  /**
   * The row of the next record in order; null after the last. All records must have been written.
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

  /** The order of the row that {@link #next} returned last. */
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
