package keywright.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import keywright.cli.console.CliException;
import org.jspecify.annotations.Nullable;

/**
 * Reads CSV on all cores. The input is cut into blocks of whole records ({@link CsvBlocks}), which
 * several threads read; the results of the blocks are taken in the order of the input. The first
 * error in this order ends the reading, after the records before it. So the result is that of one
 * thread.
 *
 * @param <T> the result of the records of a block
 */
public final class ParallelCsv<T> {
  private static final int MOST_THREADS = 8;

  /** So many results of blocks may wait for each thread. */
  private static final int BLOCKS_OF_A_THREAD = 2;

  /**
   * Reads one record, on any thread.
   *
   * @param <T> the result of a block
   */
  public interface Work<T> {

    /** A new result, for records that one thread reads one after the other. */
    T begin();

    /** Adds the current record of {@code csv} to a result. */
    void add(CsvReader csv, T result) throws IOException;
  }

  private final int blockBytes;
  private final int maxFieldBytes;
  private final Work<T> work;
  private final Consumer<T> taken;

  /**
   * @param maxFieldBytes the largest number of bytes of one field
   * @param taken receives the results, in the order of the input, on the thread of the caller
   */
  public ParallelCsv(int maxFieldBytes, Work<T> work, Consumer<T> taken) {
    this(CsvBlocks.BLOCK_BYTES, maxFieldBytes, work, taken);
  }

  /**
   * @param blockBytes about how many bytes a block has
   */
  ParallelCsv(int blockBytes, int maxFieldBytes, Work<T> work, Consumer<T> taken) {
    this.blockBytes = blockBytes;
    this.maxFieldBytes = maxFieldBytes;
    this.work = work;
    this.taken = taken;
  }

  /** The result of some records, and the error that ended it. */
  private record Part<T>(T result, boolean isEnd, @Nullable Exception problem) {}

  /** Reads the first record of the input, such as a header. */
  @FunctionalInterface
  public interface Start {
    void read(CsvReader csv) throws IOException;
  }

  /**
   * Reads all records of an input.
   *
   * @param start reads the records that are read before all others
   * @throws keywright.cli.console.BadLineException for a wrong line
   */
  public void read(InputStream in, Start start) throws IOException {
    int threads = Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors());
    ExecutorService pool = Executors.newFixedThreadPool(threads, ParallelCsv::thread);
    try {
      CsvBlocks blocks = new CsvBlocks(in, blockBytes);
      Deque<Future<Part<T>>> running = new ArrayDeque<>();
      for (CsvBlocks.Block block = blocks.next(); block != null; block = blocks.next()) {
        CsvReader csv = new CsvReader(block, maxFieldBytes);
        if (block.isFirst()) {
          start.read(csv);
        }
        if (block.isRest()) {
          takeAll(running);
          takeRest(csv);
        } else {
          running.add(pool.submit(() -> part(csv, Long.MAX_VALUE)));
          if (running.size() == threads * BLOCKS_OF_A_THREAD) {
            take(result(running.remove()));
          }
        }
      }
      takeAll(running);
    } finally {
      pool.shutdownNow();
    }
  }

  private static Thread thread(Runnable task) {
    Thread made = new Thread(task, "keywright-csv");
    made.setDaemon(true);
    return made;
  }

  /** The result of records of about {@code most} bytes. */
  private Part<T> part(CsvReader csv, long most) {
    T result = work.begin();
    try {
      for (long bytes = 0; bytes < most; bytes += csv.recordBytes()) {
        if (!csv.next()) {
          return new Part<>(result, true, null);
        }
        work.add(csv, result);
      }
      return new Part<>(result, false, null);
    } catch (IOException | RuntimeException e) {
      return new Part<>(result, true, e);
    }
  }

  /** Records of an input that cannot be cut into blocks. */
  private void takeRest(CsvReader csv) throws IOException {
    boolean isEnd = false;
    while (!isEnd) {
      Part<T> part = part(csv, blockBytes);
      take(part);
      isEnd = part.isEnd();
    }
  }

  private void takeAll(Deque<Future<Part<T>>> running) throws IOException {
    while (!running.isEmpty()) {
      take(result(running.remove()));
    }
  }

  private void take(Part<T> part) throws IOException {
    taken.accept(part.result());
    if (part.problem() instanceof IOException problem) {
      throw problem;
    }
    if (part.problem() instanceof RuntimeException problem) {
      throw problem;
    }
  }

  private static <T> Part<T> result(Future<Part<T>> running) {
    try {
      return running.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException("stopped reading, because the thread was interrupted", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error problem) {
        throw problem;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
