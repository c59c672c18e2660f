package keywright.cli.database;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import keywright.cli.console.BadLineException;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Errors;
import keywright.cli.console.Interruption;
import keywright.cli.console.LoadProgress;
import keywright.cli.console.Rendering;
import keywright.cli.data.InputFile;
import keywright.cli.data.RowInput;
import keywright.cli.data.SkipBadOption;
import keywright.cql.CqlException;
import keywright.key.KeyException;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/** The rows of a file on their way into a table. Used once, by one thread. */
final class FileLoad {
  private static final int ROWS_BETWEEN_REPORTS = 512;

  /** So much text at most is held as rows that are not written yet. */
  private static final long BYTES_BETWEEN_FLUSHES = 16 << 20;

  private final Console console;
  private final String table;
  private final InputFile file;
  private final RowInput input;
  private final LoadTarget target;
  private final long skipBad;
  private final Cancellation cancellation;
  private final Map<String, Integer> randomColumns;

  /** Lines that were refused only when their rows were written, with others after them. */
  private final List<BadLineException> refused = new ArrayList<>();

  private long rows;
  private long skipped;
  private boolean isOutOfOrder;
  private long flushedAt;

  /** The line that may not be skipped. */
  private @Nullable BadLineException stoppedBy;

  /** The part of the key that is drawn for each row; null while every row has come with its own. */
  private volatile @Nullable String drawn;

  /**
   * @param skipBad how many bad lines are skipped
   * @param cancellation ends the load between two rows
   */
  FileLoad(
      Console console,
      TableDefinition table,
      InputFile file,
      RowInput input,
      LoadTarget target,
      long skipBad,
      Cancellation cancellation) {
    this.cancellation = cancellation;
    this.console = console;
    this.table = table.name();
    this.file = file;
    this.input = input;
    this.target = target;
    this.skipBad = skipBad;
    this.randomColumns = table.primaryKeySchema().randomColumns();
  }

  /**
   * Loads the rows.
   *
   * @param close what is to be closed when Ctrl-C or SIGTERM ends the process
   * @return how long it took, in seconds
   * @throws CliException when the file cannot be read to its end, or for a line that may not be
   *     skipped, with what was loaded and what to do
   */
  double run(Runnable close) {
    try (LoadProgress display = LoadProgress.ofFile(console, table, file.length());
        Interruption interruption =
            new Interruption(
                console,
                () -> {
                  display.close();
                  console.say("keywright: interrupted: " + target.interrupted(table, again()));
                  close.run();
                })) {
      IOException unreadable = null;
      boolean isMore = true;
      while (isMore && stoppedBy == null) {
        Map<String, @Nullable Object> row = null;
        BadLineException bad = null;
        try {
          row = input.next(); // Outside of the writes: it may wait for a pipe.
          isMore = row != null;
        } catch (BadLineException e) {
          bad = e;
        } catch (IOException e) {
          unreadable = e;
          isMore = false;
        }
        interruption.begin();
        try {
          if (isMore && cancellation.isOver()) {
            target.flush();
            skipRefused();
            throw ended();
          }
          take(row, bad);
          if (rows % ROWS_BETWEEN_REPORTS == 0) {
            display.at(rows, input.bytes().count());
          }
          if (!isMore || stoppedBy != null) {
            target.flush();
            skipRefused();
            display.at(rows, input.bytes().count());
          }
        } finally {
          interruption.end();
        }
      }
      display.close();
      if (stoppedBy != null) {
        throw stopped("load", stoppedBy);
      }
      if (unreadable != null) {
        throw stopped("read", unreadable);
      }
      return display.seconds();
    }
  }

  /** Takes what was read: a row, or a bad line. */
  private void take(@Nullable Map<String, @Nullable Object> row, @Nullable BadLineException bad) {
    if (bad != null) {
      skip(bad);
    } else if (row != null) {
      warnOfDraws(row);
      add(row);
      if (input.text().count() - flushedAt > BYTES_BETWEEN_FLUSHES) {
        target.flush();
        flushedAt = input.text().count();
      }
      skipRefused();
    }
  }

  private void add(Map<String, @Nullable Object> row) {
    long line = input.line();
    try {
      target.add(row, e -> refused.add(new BadLineException(line, String.valueOf(e.getMessage()))));
      rows++;
    } catch (TableException | KeyException | CqlException e) {
      skip(new BadLineException(line, String.valueOf(e.getMessage())));
    }
  }

  /** Skips lines that were refused only with their stored rows. */
  private void skipRefused() {
    for (BadLineException bad : refused) {
      rows--;
      isOutOfOrder |= skipped >= skipBad;
      skip(bad);
    }
    refused.clear();
  }

  /** Skips a line, or stops at it. */
  private void skip(BadLineException bad) {
    if (skipped < skipBad) {
      skipped++;
      console.say("keywright: skipped " + file.label() + " " + Errors.oneLine(bad.getMessage()));
    } else if (stoppedBy == null) {
      stoppedBy = bad;
    }
  }

  /** Warns once, before the first row is written that would be another one the next time. */
  private void warnOfDraws(Map<String, @Nullable Object> row) {
    if (drawn != null) {
      return;
    }
    randomColumns.forEach(
        (column, n) -> {
          if (drawn == null && !row.containsKey(column)) {
            drawn = "%s, random(%d)".formatted(column, n);
            console.say(
                "%s: warning: the file has no column %s, so this key part (random(%d)) gets a random value in each row: loading a row again adds the row a second time"
                    .formatted(table, column, n));
          }
        });
  }

  /** What a user is to know who loads the file again. */
  private String again() {
    return drawn == null
        ? "load it again to resume, which is safe"
        : "load only the other rows, because a key part (%s) gets a random value in each row, and rows that are loaded again are added a second time"
            .formatted(drawn);
  }

  /** The error of a load that has reached its time limit. */
  private StoppedException ended() {
    boolean isSafe = drawn == null || rows == 0 || target.isAllOrNothing();
    return cancellation.stopped(
        "load " + file.label(),
        loaded(true).replace("before this line ", "") + " loaded",
        (isSafe ? "load it again, which is safe" : again()) + ", with a longer limit");
  }

  private CliException stopped(String verb, Exception reason) {
    boolean isSafe = drawn == null || rows == 0 || target.isAllOrNothing();
    String fix = isSafe ? "load again, which is safe" : again();
    String skipping = "";
    boolean isLine = reason instanceof BadLineException;
    if (isLine) {
      String first = isSafe ? "" : "TRUNCATE %s and ".formatted(table);
      skipping = ", or " + first + "use --skip-bad " + SkipBadOption.most(skipped);
    }
    return new CliException(
        "cannot %s %s: %s; %s loaded; %s and %s%s"
            .formatted(
                verb,
                file.label(),
                Errors.reason(reason),
                loaded(isLine),
                isLine ? "fix this line" : "correct the file",
                fix,
                skipping),
        reason);
  }

  /** Which rows of a load that was stopped are loaded. */
  private String loaded(boolean isLine) {
    return target.isAllOrNothing()
        ? "no row is"
        : "%s %s %s"
            .formatted(
                Rendering.counted(rows, "row", "rows"),
                isOutOfOrder ? "of the file" : isLine ? "before this line" : "before the error",
                rows == 1 ? "is" : "are");
  }

  /** What was done in so many seconds, in one line, and how many keys are longer than advised. */
  void report(double seconds) {
    console.say(
        "%s: %s read, %s, %s skipped, in %s s (%s rows/s)"
            .formatted(
                table,
                Rendering.counted(rows, "row", "rows"),
                target.counted(),
                Rendering.number(skipped),
                String.format(Locale.ROOT, "%.1f", seconds),
                Rendering.number(Math.round(rows / Math.max(1e-3, seconds)))));
    if (target.longKeys() > 0) {
      console.say(
          "%s: warning: %s a row key or an index key of more than 2 KB (2,048 bytes), which is stored with each cell or entry again; put a digest of the long column into the key, such as left(md5(column), 16), and leave the column itself out of the key"
              .formatted(
                  table,
                  target.longKeys() == 1
                      ? "1 row has"
                      : Rendering.number(target.longKeys()) + " rows have"));
    }
  }
}
