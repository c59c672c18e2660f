package keywright.cli.shell;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.OutputFormat;
import keywright.cli.database.StatementPrinter;
import keywright.cql.CqlScript;
import org.jspecify.annotations.Nullable;

/**
 * Executes the lines that a shell reads: statements, and commands of the shell. Used by one thread.
 */
public final class ShellSession {
  static final List<String> COMMANDS = List.of("help", "tables", "output", "exit", "quit");

  private static final List<String> HELP =
      List.of(
          "CREATE TABLE | CREATE INDEX … ON …    tables, and index tables for other orders",
          "ALTER TABLE … ADD | DROP | RENAME     columns; DROP and TRUNCATE for tables",
          "INSERT | UPDATE | DELETE              rows; several at once: BEGIN BATCH … APPLY BATCH",
          "SELECT … WHERE … ORDER BY … LIMIT …   rows, by a key; EXPLAIN SELECT shows how",
          "DESCRIBE TABLES | DESCRIBE name       all tables, or a table or index",
          "tables                                the same as DESCRIBE TABLES",
          "output table | json | csv             how results are printed",
          "exit                                  leave (or Ctrl-D)",
          "",
          "Statements end with ; and may span lines.");

  private final Console console;
  private final StatementPrinter printer;
  private final StringBuilder pending = new StringBuilder();
  private long line;
  private long firstLine = 1;

  ShellSession(Console console, StatementPrinter printer) {
    this.console = console;
    this.printer = printer;
  }

  /**
   * Reads one or more lines and runs the statements that they complete.
   *
   * @return false if the shell must end
   */
  boolean accept(String input) {
    if (pending.isEmpty()) {
      firstLine = line + 1;
      Boolean goesOn = command(input);
      if (goesOn != null) {
        line += lines(input);
        return goesOn;
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

  /**
   * Runs a command of the shell. Returns null if {@code input} is no command, otherwise whether the
   * shell continues.
   */
  private @Nullable Boolean command(String input) {
    String[] words = words(input);
    if (words.length == 0 || !COMMANDS.contains(words[0])) {
      return null;
    }
    switch (words[0]) {
      case "exit", "quit" -> {
        return false;
      }
      case "help" -> HELP.forEach(console::say);
      case "tables" -> printer.run(new CqlScript.Statement("DESCRIBE TABLES", 1, 1));
      default -> setOutput(words);
    }
    return true;
  }

  private static String[] words(String input) {
    String text = input.strip().replaceFirst("\\s*;$", "").toLowerCase(Locale.ROOT);
    return text.isEmpty() ? new String[0] : text.split("\\s+");
  }

  /** Whether {@code input} is a command of the shell, which needs no semicolon. */
  static boolean isCommand(String input) {
    String[] words = words(input);
    return words.length > 0 && COMMANDS.contains(words[0]);
  }

  private void setOutput(String[] words) {
    for (OutputFormat format : OutputFormat.values()) {
      if (words.length == 2 && words[1].equals(format.toString())) {
        printer.format(format);
        return;
      }
    }
    if (words.length > 1) {
      throw new CliException(
          "cannot use output "
              + String.join(" ", Arrays.asList(words).subList(1, words.length))
              + ": expected table, json or csv");
    }
    console.say("output is " + printer.format());
  }
}
