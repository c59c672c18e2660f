package keywright.cli.database;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.NameMatch;
import keywright.cli.console.OutputFormat;
import keywright.cli.console.PagedOutput;
import keywright.cli.console.Rendering;
import keywright.cli.console.ResultWriter;
import keywright.cli.console.Screen;
import keywright.cli.console.Text;
import keywright.cli.lint.CreatedLint;
import keywright.cql.CqlException;
import keywright.cql.CqlScript;
import keywright.cql.Result;
import keywright.cql.client.CqlClient;
import keywright.key.ErrorCode;
import keywright.key.KeywrightException;
import keywright.store.stop.Cancellation;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements and prints their results: rows on standard output, messages on standard error.
 * Used by one thread, except {@link #cancel}.
 */
public final class StatementPrinter {
  /** Matches statements whose result is lines to read, not values. */
  private static final Pattern EXPLAINS =
      Pattern.compile("(EXPLAIN|DESCRIBE|DESC)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final Console console;
  private final CqlClient client;
  private final @Nullable CreatedLint lint;
  private final boolean showsAccess;
  private OutputFormat format;
  private boolean first = true;

  /** Whether rows of the current result were printed. */
  private boolean hasRows;

  private Screen screen = Screen.none();
  private boolean isTiming;
  private @Nullable Duration timeout;

  /** Ends the statements of the current input. */
  private volatile Cancellation input = Cancellation.NONE;

  private volatile boolean isRunning;
  private long nanos;

  /** A printer of results, without lint findings, and without a line on how rows were found. */
  public StatementPrinter(Console console, CqlClient client, OutputFormat format) {
    this(console, client, format, null, false);
  }

  /**
   * @param lint prints findings about created tables and indexes; null for none
   * @param showsAccess whether to print which key each SELECT has read
   */
  public StatementPrinter(
      Console console,
      CqlClient client,
      OutputFormat format,
      @Nullable CreatedLint lint,
      boolean showsAccess) {
    this.lint = lint;
    this.showsAccess = showsAccess;
    this.console = console;
    this.client = client;
    this.format = format;
  }

  public OutputFormat format() {
    return format;
  }

  public void format(OutputFormat newFormat) {
    format = newFormat;
  }

  /** How results reach the terminal. */
  public Screen screen() {
    return screen;
  }

  /** Sets how results reach the terminal. */
  public StatementPrinter on(Screen newScreen) {
    screen = newScreen;
    return this;
  }

  /** Whether the time of each statement is printed. */
  public boolean isTiming() {
    return isTiming;
  }

  /** Sets whether the time of each statement is printed. */
  public void timing(boolean newTiming) {
    isTiming = newTiming;
  }

  /** Whether the user has cancelled what runs. */
  public boolean isCancelled() {
    return input.isCancelled();
  }

  /** Whether a statement runs or its result is printed. Any thread can call this method. */
  public boolean isRunning() {
    return isRunning;
  }

  /** Begins another input, such as a statement or a file, which {@link #cancel} ends. */
  public void beginInput() {
    input = Cancellation.begin();
  }

  /** Ends the statements of the current input. Any thread can call this method. */
  public void cancel() {
    if (!input.isNone()) {
      input.cancel();
    }
  }

  /** Sets how long each statement may take; null for no limit. */
  public StatementPrinter within(@Nullable Duration newTimeout) {
    timeout = newTimeout;
    return this;
  }

  /** The cancellation of a statement, which begins now. */
  private Cancellation begin() {
    return timeout == null ? input : input.within(timeout);
  }

  /** Prints the tables with their keys and indexes. */
  public void tables() {
    run(new CqlScript.Statement("DESCRIBE TABLES", 1, 1));
  }

  /**
   * Prints the statements that create a table or an index.
   *
   * @param name as the user has typed it, in any case
   */
  public void describe(String name) {
    try {
      String found = NameMatch.resolve(client, name);
      run(new CqlScript.Statement("DESCRIBE " + NameMatch.quotedQualified(found), 1, 1));
    } catch (CqlException e) {
      // The user has typed a name, not the statement.
      throw new CliException(
          String.valueOf(e.getMessage()).replaceFirst(" \\(line 1, column \\d+\\)$", ""), e);
    }
  }

  public void run(CqlScript.Statement statement) {
    run(statement, "FILE");
  }

  /**
   * Runs a statement and prints its result.
   *
   * @param file the file of the statement, for messages
   */
  public void run(CqlScript.Statement statement, String file) {
    Result result;
    isRunning = true;
    try {
      result = execute(statement);
      print(statement, result);
    } finally {
      isRunning = false;
    }
    if (isTiming) {
      console.say(String.format(Locale.ROOT, "time: %.3f ms", nanos / 1e6));
    }
    if (lint != null) {
      result.created().ifPresent(created -> lint.print(created, file));
    }
  }

  /** Prints a page of a SELECT, and on standard error the token of the next page. */
  public void runPage(CqlScript.Statement statement, int size, @Nullable String token) {
    isRunning = true;
    Result page;
    try {
      page = client.page(size, token, statement, begin());
      print(statement, page);
    } finally {
      isRunning = false;
    }
    page.nextPage().ifPresent(next -> console.say("next page: --page " + next));
  }

  private void print(CqlScript.Statement statement, Result result) {
    try (result) {
      if (!result.hasRows()) {
        console.say(Text.escape(result.message()));
        return;
      }
      if (!first && format != OutputFormat.JSON) {
        console.out().line();
      }
      first = false;
      boolean asLines =
          format == OutputFormat.TABLE
              && result.columns().size() == 1
              && EXPLAINS.matcher(statement.text()).matches();
      String end;
      hasRows = false;
      try (PagedOutput out = screen.open(console.out())) {
        end = asLines ? printLines(result, out) : printRows(result, out);
      }
      if (!end.isEmpty()) {
        console.say(end);
      }
      SkipUnreadableOption.say(console, result);
      if (showsAccess && !result.access().isEmpty()) {
        console.say(Text.escape(result.access()));
      }
    }
  }

  private Result execute(CqlScript.Statement statement) {
    long start = System.nanoTime();
    try (BuildDisplay builds = new BuildDisplay(console, this::isCancelled)) {
      return client.execute(statement, builds, begin());
    } finally {
      nanos = System.nanoTime() - start;
    }
  }

  /** The time that a person takes to read what is printed is not counted. */
  private @Nullable Row next(Result result) {
    long start = System.nanoTime();
    try {
      return result.next();
    } catch (KeywrightException e) {
      if (e.code() == ErrorCode.STOPPED && isCancelled() && hasRows) {
        return null; // The rows that were printed stay, and the end says that they are not all.
      }
      throw e;
    } finally {
      nanos += System.nanoTime() - start;
    }
  }

  /** Returns what is said at the end. */
  private String printLines(Result result, PagedOutput out) {
    for (Row row = next(result); row != null && !out.isLeft(); row = next(result)) {
      out.output().line(Text.escape(String.valueOf(row.get(0))));
    }
    return "";
  }

  private String printRows(Result result, PagedOutput out) {
    ResultWriter writer = screen.writer(format, out.output());
    long count = 0;
    boolean stopped = false;
    Row row = next(result); // What is refused is refused before anything is out.
    hasRows = true;
    writer.begin(result.columns());
    while (row != null && !stopped) {
      writer.row(row.values().toArray());
      count++;
      stopped = isCancelled() || out.isLeft();
      row = stopped ? null : next(result);
      stopped |= row == null && isCancelled();
    }
    writer.end();
    String end = Rendering.count(count, "row", "rows");
    return end + (!stopped ? "" : out.isLeft() ? ", not read to the end" : ", cancelled");
  }
}
