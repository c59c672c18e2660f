package keywright.cli.console;

import java.io.PrintStream;
import java.text.MessageFormat;
import java.util.Locale;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Prints the log messages of Keywright's libraries: warnings, and with {@code --debug} all
 * messages.
 */
public final class Logging {
  /** Kept in a field, because the log manager forgets loggers without references. */
  private static final Logger LOGGER = Logger.getLogger("keywright");

  private Logging() {}

  /** Prints records to {@code err} from now on, one line each. */
  public static void show(PrintStream err, boolean debug) {
    Level least = debug ? Level.ALL : Level.WARNING;
    for (Handler handler : LOGGER.getHandlers()) {
      LOGGER.removeHandler(handler);
    }
    LOGGER.setUseParentHandlers(false);
    LOGGER.setLevel(least);
    LOGGER.addHandler(new Lines(err, debug));
  }

  private static final class Lines extends Handler {
    private final PrintStream err;
    private final boolean debug;

    Lines(PrintStream err, boolean debug) {
      this.err = err;
      this.debug = debug;
    }

    @Override
    public void publish(LogRecord record) {
      if (!isLoggable(record)) {
        return;
      }
      Object[] parameters = record.getParameters();
      String message =
          parameters == null || parameters.length == 0
              ? record.getMessage()
              : new MessageFormat(record.getMessage(), Locale.ROOT).format(parameters);
      String level = record.getLevel().equals(Level.WARNING) ? "warning" : "debug";
      err.println(
          "keywright: "
              + level
              + ": "
              + (debug ? record.getLoggerName() + ": " : "")
              + message.replace("\n", "\\n"));
    }

    @Override
    public void flush() {
      err.flush();
    }

    @Override
    public void close() {}
  }
}
