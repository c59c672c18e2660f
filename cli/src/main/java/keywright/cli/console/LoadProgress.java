package keywright.cli.console;

import java.util.concurrent.TimeUnit;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jline.terminal.spi.SystemStream;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of a load, an index build or a scrub on standard error: a bar with the rate on
 * a terminal, otherwise a line every few seconds. Used by one thread.
 */
public final class LoadProgress implements AutoCloseable {
  private static final long SECONDS_BETWEEN_LINES = 5;

  private final Console console;
  private final String table;
  private final long length;
  private final @Nullable ProgressBar bar;
  private final long started = System.nanoTime();
  private long before;
  private boolean closed;
  private long nextLine = started + TimeUnit.SECONDS.toNanos(SECONDS_BETWEEN_LINES);

  private LoadProgress(Console console, String table, long length, boolean isBytes) {
    this.console = console;
    this.table = table;
    this.length = length;
    boolean isTerminal = console.isOfProcess() && Terminals.isTerminal(SystemStream.Error);
    bar = isTerminal ? bar(isBytes && length >= 0) : null;
  }

  /** Shows the progress through a file of {@code length} bytes; -1 if the length is unknown. */
  public static LoadProgress ofFile(Console console, String table, long length) {
    return new LoadProgress(console, table, length, true);
  }

  /**
   * Shows the progress through {@code count} rows; -1 if the number is unknown. Both arguments of
   * {@link #at} are then numbers of rows.
   */
  public static LoadProgress ofRows(Console console, String table, long count) {
    return new LoadProgress(console, table, count, false);
  }

  /** Leaves the rows of an earlier, interrupted run out of the rate. Returns this object. */
  public LoadProgress resumedAt(long rows) {
    before = rows;
    return this;
  }

  private ProgressBar bar(boolean isBytes) {
    ProgressBarBuilder builder =
        new ProgressBarBuilder()
            .setTaskName(table)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(200)
            // With a width of its own it does not ask the terminal, whose answers would be left
            // after as input of the user's next command.
            .setConsumer(
                new ConsoleProgressBarConsumer(
                    console.err(), Terminals.width(SystemStream.Error) - 1))
            .setInitialMax(length);
    if (isBytes) {
      builder.setUnit(" MB", 1_000_000);
    }
    return builder.build();
  }

  /** Takes the numbers of rows and bytes that have been read so far. */
  public void at(long rows, long bytes) {
    long now = System.nanoTime();
    if (bar != null) {
      bar.stepTo(length < 0 ? rows : bytes);
      bar.setExtraMessage(
          Rendering.number(rows) + " rows, " + Rendering.number(rate(rows, now)) + "/s");
    } else if (now >= nextLine) {
      nextLine = now + TimeUnit.SECONDS.toNanos(SECONDS_BETWEEN_LINES);
      boolean isKnown = length > 0 && bytes <= length;
      String percent = isKnown ? " (" + bytes * 100 / length + "%)" : "";
      console.say(
          "%s: %s rows read%s, %s rows/s%s"
              .formatted(
                  table,
                  Rendering.number(rows),
                  percent,
                  Rendering.number(rate(rows, now)),
                  isKnown && bytes > before ? left(bytes, now) : ""));
    }
  }

  private String left(long done, long now) {
    double seconds = (now - started) / 1e9 * (length - done) / (done - before);
    return ", about " + Rendering.number((long) Math.ceil(seconds)) + " s left at this rate";
  }

  private long rate(long rows, long now) {
    return Math.round((rows - before) / Math.max(1e-3, (now - started) / 1e9));
  }

  /** Seconds since the start. */
  public double seconds() {
    return (System.nanoTime() - started) / 1e9;
  }

  @Override
  public void close() {
    if (bar != null && !closed) {
      closed = true;
      bar.close();
    }
  }
}
