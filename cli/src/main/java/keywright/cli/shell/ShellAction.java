package keywright.cli.shell;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import keywright.cli.console.CliException;
import keywright.cli.console.Text;
import keywright.table.model.Names;

/**
 * The commands of the shell. Each has a name of Keywright, and the names that users of psql,
 * sqlite3 and MySQL type. A command ends with its line; it needs no semicolon.
 */
enum ShellAction {
  HELP("", "this list", "help", "\\?", "\\h", ".help"),
  TABLES(
      "",
      "the tables, their keys and their indexes",
      "tables",
      "\\dt",
      ".tables",
      "show tables",
      "\\di",
      "\\dt+"),
  DESCRIBE(
      "[NAME]",
      "columns, key and indexes, as DESCRIBE NAME; without NAME, all tables",
      "\\d",
      ".schema",
      "\\d+"),
  SOURCE("FILE", "run the statements and commands of a file", "source", "\\i", ".read"),
  OUTPUT("[table | json | csv]", "how results are printed", "output", ".mode"),
  EXPANDED(
      "[on | off | auto]",
      "one line for each value; auto: if a row is wider than the terminal",
      "expanded",
      "\\x"),
  TIMING("[on | off]", "the time of each statement", "timing", "\\timing", ".timer"),
  PAGER("[on | off]", "results longer than the terminal go to $PAGER", "pager", "\\pager"),
  EXIT("", "leave (or Ctrl-D)", "exit", "quit", "\\q", ".quit", ".exit");

  /** How many names of a command the help shows. */
  private static final int NAMES_SHOWN = 4;

  private final String parameter;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // It is a copy by List.of.
  private final List<String> names;

  ShellAction(String parameter, String help, String... names) {
    this.parameter = parameter;
    this.help = help;
    this.names = List.of(names);
  }

  /**
   * A command that was typed.
   *
   * @param name as it was typed
   * @param argument the rest of the line without surrounding blanks and quotes; empty if there is
   *     none
   */
  record Call(ShellAction action, String name, String argument) {

    /** One of the words that the command accepts. */
    String choice(List<String> accepted) {
      String found = argument.toLowerCase(Locale.ROOT);
      if (!accepted.contains(found)) {
        throw refused(
            "found '%s', expected %s or %s"
                .formatted(
                    argument,
                    String.join(", ", accepted.subList(0, accepted.size() - 1)),
                    accepted.get(accepted.size() - 1)));
      }
      return found;
    }

    CliException refused(String problem) {
      return new CliException("cannot run " + Text.escape(name) + ": " + Text.escape(problem));
    }
  }

  /** The words that the argument may be; empty if it is none of a few words. */
  List<String> choices() {
    return parameter.contains(" | ")
        ? List.of(parameter.substring(1, parameter.length() - 1).split(" \\| "))
        : List.of();
  }

  /** Whether the argument is the name of a table or an index. */
  boolean takesTable() {
    return this == DESCRIBE;
  }

  /** All names of all commands. */
  static List<String> allNames() {
    return Arrays.stream(values()).flatMap(action -> action.names.stream()).toList();
  }

  /** The names that are words, to be completed at the start of a line. */
  static List<String> words() {
    return allNames().stream().filter(name -> Character.isLetter(name.charAt(0))).toList();
  }

  /** Whether {@code input} is no statement: it needs no semicolon. */
  static boolean isOne(String input) {
    return looksLikeOne(input.strip()) || find(input).isPresent();
  }

  /** No statement starts with a backslash, or with a dot and a letter. */
  private static boolean looksLikeOne(String text) {
    return text.startsWith("\\") || text.matches("(?s)\\.[A-Za-z].*");
  }

  /**
   * The command in a line; empty if the line is part of a statement.
   *
   * @throws CliException for an unknown command, and for an argument too many
   */
  static Optional<Call> read(String input) {
    Optional<Call> found = find(input);
    if (found.isEmpty() && looksLikeOne(input.strip())) {
      String typed = input.strip().split("\\s+")[0];
      List<String> similar =
          allNames().stream().filter(name -> name.charAt(0) == typed.charAt(0)).toList();
      throw new CliException(
          "cannot run %s: found no command of this name in the shell%s"
              .formatted(Text.escape(typed), Names.hintOfWord(typed, similar)));
    }
    found
        .filter(call -> call.action.parameter.isEmpty() && call.action != HELP)
        .filter(call -> !call.argument.isEmpty())
        .ifPresent(
            call -> {
              throw call.refused("found '%s', expected no argument".formatted(call.argument));
            });
    return found;
  }

  /** The command whose argument follows; empty if {@code beginning} is that of a statement. */
  static Optional<ShellAction> named(String beginning) {
    return find(beginning).map(Call::action);
  }

  private static Optional<Call> find(String input) {
    String text = input.strip().replaceFirst("(\\s*;)+$", "");
    for (ShellAction action : values()) {
      for (String name : action.names) {
        int length = lengthOf(name, text);
        if (length > 0) {
          return Optional.of(new Call(action, name, unquoted(text.substring(length).strip())));
        }
      }
    }
    return Optional.empty();
  }

  /**
   * The length of {@code name} at the start of {@code text}; 0 if the text starts with other words.
   */
  private static int lengthOf(String name, String text) {
    int at = 0;
    for (String word : name.split(" ")) {
      while (at > 0 && at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
      if (!text.regionMatches(true, at, word, 0, word.length())) {
        return 0;
      }
      at += word.length();
      if (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
        return 0;
      }
    }
    return at;
  }

  private static String unquoted(String argument) {
    return argument.matches("(?s)'[^']*'|\"[^\"]*\"")
        ? argument.substring(1, argument.length() - 1)
        : argument;
  }

  /** The help: each command with its names. */
  static List<String> help() {
    List<String> uses = new ArrayList<>();
    for (ShellAction action : values()) {
      List<String> shown =
          action.names.subList(0, Math.min(NAMES_SHOWN, action.names.size())).stream()
              .filter(name -> !name.endsWith("+"))
              .toList();
      uses.add(
          String.join(", ", shown) + (action.parameter.isEmpty() ? "" : " " + action.parameter));
    }
    int width = uses.stream().mapToInt(String::length).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < uses.size(); i++) {
      lines.add(uses.get(i) + " ".repeat(width + 2 - uses.get(i).length()) + values()[i].help);
    }
    return lines;
  }
}
