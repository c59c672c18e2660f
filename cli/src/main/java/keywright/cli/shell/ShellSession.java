package keywright.cli.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.OutputFormat;
import keywright.cli.console.Screen;
import keywright.cli.console.ScriptException;
import keywright.cli.data.InputFile;
import keywright.cli.database.StatementPrinter;
import keywright.cql.CqlException;
import keywright.cql.CqlScript;

/**
 * Executes the lines that a shell reads: statements, and commands of the shell. Used by one thread.
 */
public final class ShellSession {
  private static final int FILES_WITHIN_FILES_MAX = 16;

  private static final List<String> STATEMENTS =
      List.of(
          "CREATE TABLE | CREATE INDEX … ON …    tables, and index tables for other orders",
          "ALTER TABLE … ADD | DROP | RENAME     columns; DROP and TRUNCATE for tables",
          "INSERT | UPDATE | DELETE              rows; several at once: BEGIN BATCH … APPLY BATCH",
          "SELECT … WHERE … ORDER BY … LIMIT …   rows, by a key; EXPLAIN SELECT shows how",
          "DESCRIBE TABLES | DESCRIBE name       all tables, or a table or index; also DESCRIBE KEYSPACE",
          "",
          "Statements end with ; and may span lines. Commands end with their line:",
          "");

  private final Console console;
  private final StatementPrinter printer;
  private final int filesAround;
  private final StringBuilder pending = new StringBuilder();
  private long line;
  private long firstLine = 1;

  ShellSession(Console console, StatementPrinter printer) {
    this(console, printer, 0);
  }

  private ShellSession(Console console, StatementPrinter printer, int filesAround) {
    this.console = console;
    this.printer = printer;
    this.filesAround = filesAround;
  }

  /**
   * Reads one or more lines and runs the statements that they complete.
   *
   * @return false if the shell must end
   */
  boolean accept(String input) {
    if (pending.isEmpty()) {
      firstLine = line + 1;
      Optional<ShellAction.Call> call = ShellAction.read(input);
      if (call.isPresent()) {
        line += lines(input);
        return run(call.get());
      }
    }
    line += lines(input);
    pending.append(input).append('\n');
    if (CqlScript.isComplete(pending.toString())) {
      finish();
    }
    return true;
  }

  /** Runs the rest of the input, even if no semicolon ends it. */
  void finish() {
    String text = pending.toString();
    pending.setLength(0);
    for (CqlScript.Statement statement : CqlScript.split(text)) {
      int place = Math.toIntExact(firstLine - 1 + statement.line());
      printer.run(new CqlScript.Statement(statement.text(), place, statement.column()));
    }
  }

  /** Drops an unfinished statement and counts lines from 1 again. */
  void restart() {
    pending.setLength(0);
    line = 0;
  }

  private static long lines(String input) {
    return 1 + input.chars().filter(c -> c == '\n').count();
  }

  /** Runs a command of the shell; returns false if the shell must end. */
  private boolean run(ShellAction.Call call) {
    switch (call.action()) {
      case HELP -> {
        STATEMENTS.forEach(console::say);
        ShellAction.help().forEach(console::say);
      }
      case TABLES -> printer.tables();
      case DESCRIBE -> {
        if (call.argument().isEmpty()) {
          printer.tables();
        } else {
          printer.describe(call.argument());
        }
      }
      case SOURCE -> source(call);
      case OUTPUT -> output(call);
      case EXPANDED -> expanded(call);
      case TIMING -> {
        printer.timing(isOn(call, !printer.isTiming()));
        console.say("timing is " + onOff(printer.isTiming()));
      }
      case PAGER -> {
        Screen screen = printer.screen();
        screen.paged(isOn(call, !screen.isPaged()));
        console.say("pager is " + onOff(screen.isPaged()));
      }
      case EXIT -> {
        return false;
      }
    }
    return true;
  }

  private static boolean isOn(ShellAction.Call call, boolean otherwise) {
    return call.argument().isEmpty()
        ? otherwise
        : call.choice(call.action().choices()).equals("on");
  }

  private static String onOff(boolean isOn) {
    return isOn ? "on" : "off";
  }

  private void output(ShellAction.Call call) {
    if (call.argument().isEmpty()) {
      console.say("output is " + printer.format());
      return;
    }
    printer.format(
        OutputFormat.valueOf(call.choice(call.action().choices()).toUpperCase(Locale.ROOT)));
  }

  private void expanded(ShellAction.Call call) {
    Screen screen = printer.screen();
    Screen.Expanded wanted =
        screen.expanded() == Screen.Expanded.ON ? Screen.Expanded.OFF : Screen.Expanded.ON;
    if (!call.argument().isEmpty()) {
      wanted =
          Screen.Expanded.valueOf(call.choice(call.action().choices()).toUpperCase(Locale.ROOT));
    }
    screen.expanded(wanted);
    console.say("expanded is " + wanted);
  }

  /** Runs a file. A command {@code exit} in the file ends the file only. */
  private void source(ShellAction.Call call) {
    InputFile file = new InputFile(call.argument());
    if (call.argument().isEmpty() || file.isStandardInput()) {
      throw call.refused("found '%s', expected the name of a file".formatted(call.argument()));
    }
    if (filesAround == FILES_WITHIN_FILES_MAX) {
      throw call.refused(
          "found %d files inside each other, expected fewer; %s may run itself"
              .formatted(filesAround, file.label()));
    }
    ShellSession inside = new ShellSession(console, printer, filesAround + 1);
    try (BufferedReader reader = ScriptFile.text(file, console)) {
      String text = reader.readLine();
      while (text != null && !printer.isCancelled() && inside.accept(text)) {
        text = reader.readLine();
      }
      if (printer.isCancelled()) {
        throw new CliException(
            "cannot continue %s: cancelled before line %d"
                .formatted(file.label(), inside.line + 1));
      }
      inside.finish();
    } catch (CqlException e) {
      throw new ScriptException(file.label(), e);
    } catch (IOException e) {
      throw file.unreadable(e);
    }
  }
}
