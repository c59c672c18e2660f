package keywright.table.maintenance;

import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import keywright.table.layout.Reason;

/**
 * Logs that work on a whole table begins and ends: what, how long, how many rows. That of a table
 * without rows, as each {@code CREATE INDEX} in a new database, is logged at {@code DEBUG}.
 */
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
    LOG.log(Level.DEBUG, "{0}: begun", what);
    try {
      R result = work.get();
      long all = rows.getAsLong();
      end(all > 0 ? Level.INFO : Level.DEBUG, what, "ended", started, all);
      return result;
    } catch (RuntimeException e) {
      end(Level.INFO, what, "failed (" + Reason.of(e) + ")", started, rows.getAsLong());
      throw e;
    }
  }

  private static void end(Level level, String what, String how, long started, long rows) {
    if (LOG.isLoggable(level)) {
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
      LOG.log(level, "%s: %s after %,d rows in %,d ms".formatted(what, how, rows, millis));
    }
  }
}
