package keywright.table.maintenance;

import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Logs that work on a whole table begins and ends: what, how long, how many rows. */
final class WorkLog {
  private static final System.Logger LOG = System.getLogger("keywright.table");

  private WorkLog() {}

  /**
   * Does some work and logs its end, or what it failed by.
   *
   * @param what the work, such as {@code build of index i on t}
   * @param rows how many rows it has read or written so far, asked at its end
   */
  static <R> R of(String what, LongSupplier rows, Supplier<R> work) {
    long started = System.nanoTime();
    LOG.log(Level.INFO, "{0}: begun", what);
    try {
      R result = work.get();
      end(what, "ended", started, rows.getAsLong());
      return result;
    } catch (RuntimeException e) {
      end(what, "failed (" + e.getMessage() + ")", started, rows.getAsLong());
      throw e;
    }
  }

  private static void end(String what, String how, long started, long rows) {
    if (LOG.isLoggable(Level.INFO)) {
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
      LOG.log(Level.INFO, "%s: %s after %,d rows in %,d ms".formatted(what, how, rows, millis));
    }
  }
}
