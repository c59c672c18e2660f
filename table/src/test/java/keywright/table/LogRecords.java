package keywright.table;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What is logged under a name while this is open, in place of the console. */
final class LogRecords extends Handler implements AutoCloseable {
  private static final long WAIT_SECONDS = 30;

  private final Logger logger;
  private final Level before;
  private final LinkedBlockingQueue<String> records = new LinkedBlockingQueue<>();

  LogRecords(String name) {
    logger = Logger.getLogger(name);
    logger.setUseParentHandlers(false);
    before = logger.getLevel();
    logger.setLevel(Level.INFO);
    logger.addHandler(this);
  }

  @Override
  public void publish(LogRecord record) {
    Object[] parameters = record.getParameters();
    String message =
        parameters == null
            ? record.getMessage()
            : new MessageFormat(record.getMessage(), Locale.ROOT).format(parameters);
    records.add(record.getLevel() + " " + message);
  }

  /** The next record, as {@code LEVEL message}. */
  String next() throws InterruptedException {
    String record = records.poll(WAIT_SECONDS, TimeUnit.SECONDS);
    if (record == null) {
      throw new AssertionError("nothing was logged within " + WAIT_SECONDS + " s");
    }
    return record;
  }

  /** All that was logged since. */
  List<String> rest() {
    List<String> rest = new ArrayList<>();
    records.drainTo(rest);
    return rest;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
    logger.setLevel(before);
  }
}
