package keywright.cli.database;

import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import keywright.cli.console.Console;
import keywright.cli.console.OutputFormat;
import keywright.cli.console.Rendering;
import keywright.cli.console.ResultWriter;
import keywright.cli.console.Text;
import keywright.cli.lint.CreatedLint;
import keywright.cql.CqlScript;
import keywright.cql.Result;
import keywright.cql.client.CqlClient;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements and prints their results: rows on standard output, messages on standard error.
 * Used by one thread.
 */
public final class StatementPrinter {
  /** Matches statements whose result is lines to read, not values. */
  private static final Pattern EXPLAINS =
      Pattern.compile("(EXPLAIN|DESCRIBE|DESC)\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final Console console;
  private final CqlClient client;
  private final BooleanSupplier cancelled;
  private final @Nullable CreatedLint lint;
  private final boolean showsAccess;
  private OutputFormat format;
  private boolean first = true;

  /** A printer of results, without lint findings, and without a line on how rows were found. */
  public StatementPrinter(
      Console console, CqlClient client, OutputFormat format, BooleanSupplier cancelled) {
    this(console, client, format, cancelled, null, false);
  }

  /**
   * @param lint prints findings about created tables and indexes; null for none
   * @param showsAccess whether to print which key each SELECT has read
   */
  public StatementPrinter(
      Console console,
      CqlClient client,
      OutputFormat format,
      BooleanSupplier cancelled,
      @Nullable CreatedLint lint,
      boolean showsAccess) {
    this.lint = lint;
    this.showsAccess = showsAccess;
    this.console = console;
    this.client = client;
    this.format = format;
    this.cancelled = cancelled;
  }

  public OutputFormat format() {
    return format;
  }

  public void format(OutputFormat newFormat) {
    format = newFormat;
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
    Result result = execute(statement);
    print(statement, result);
    if (lint != null) {
      result.created().ifPresent(created -> lint.print(created, file));
    }
  }

  /** Prints a page of a SELECT, and on standard error the token of the next page. */
  public void runPage(CqlScript.Statement statement, int size, @Nullable String token) {
    Result page = client.page(size, token, statement);
    print(statement, page);
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
      if (asLines) {
        printLines(result);
      } else {
        printRows(result);
      }
      console.out().flush();
      SkipUnreadableOption.say(console, result);
      if (showsAccess && !result.access().isEmpty()) {
        console.say(Text.escape(result.access()));
      }
    }
  }

  private Result execute(CqlScript.Statement statement) {
    try (BuildDisplay builds = new BuildDisplay(console, cancelled)) {
      return client.execute(statement, builds);
    }
  }

  private void printLines(Result result) {
    for (Row row = result.next(); row != null; row = result.next()) {
      console.out().line(Text.escape(String.valueOf(row.get(0))));
    }
  }

  private void printRows(Result result) {
    ResultWriter writer = ResultWriter.of(format, console.out());
    long count = 0;
    boolean stopped = false;
    Row row = result.next(); // What is refused is refused before anything is out.
    writer.begin(result.columns());
    while (row != null && !stopped) {
      writer.row(row.values().toArray());
      count++;
      stopped = cancelled.getAsBoolean();
      row = stopped ? null : result.next();
    }
    writer.end();
    console.say(Rendering.count(count, "row", "rows") + (stopped ? ", cancelled" : ""));
  }
}
