package keywright.cli.console;

import java.nio.file.FileSystemException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import keywright.cql.CqlException;
import keywright.cql.client.ClientException;
import keywright.key.KeyException;
import keywright.store.StoreException;
import keywright.store.UnreadableRowException;
import keywright.store.stop.StoppedException;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns an exception into one line on standard error and an exit status.
 *
 * <p>The error of a user never shows a stack trace. A defect of Keywright shows one with {@code
 * --debug}.
 */
public final class Errors implements IParameterExceptionHandler, IExecutionExceptionHandler {
  public static final int REFUSED = 1;
  static final int WRONG_USAGE = 2;

  private final Console console;
  private final boolean debug;

  public Errors(Console console, boolean debug) {
    this.console = console;
    this.debug = debug;
  }

  /**
   * Runs {@code work} and returns its exit status. Exceptions that it throws are reported in the
   * same way.
   */
  public int guard(Callable<Integer> work) {
    try {
      return work.call();
    } catch (Throwable e) {
      return report(e);
    }
  }

  @Override
  public int handleParseException(ParameterException e, String[] arguments) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    trace(e);
    String problem = oneLine(problem(e));
    say(problem + (problem.endsWith("?") ? " See '" : "; see '") + command + " --help'");
    return WRONG_USAGE;
  }

  private static @Nullable String problem(ParameterException e) {
    var commands = e.getCommandLine().getSubcommands();
    if (e instanceof UnmatchedArgumentException unmatched && !commands.isEmpty()) {
      if (unmatched.getUnmatched().get(0).startsWith("-")) {
        return "found '%s', expected a command first; write options after the command"
            .formatted(unmatched.getUnmatched().get(0));
      }
      return noCommand(unmatched.getUnmatched().get(0), commands.keySet());
    }
    String message = String.valueOf(e.getMessage());
    if (message.startsWith("Unknown subcommand ")) {
      return noCommand(
          message.replaceFirst("Unknown subcommand '(.*)'\\.", "$1"), commands.keySet());
    }
    if (e instanceof UnmatchedArgumentException unmatched) {
      String typed = unmatched.getUnmatched().get(0);
      Optional<String> option = Usage.similarOption(e.getCommandLine(), typed);
      if (option.isPresent()) {
        return "Unknown option: '%s'; did you mean %s?".formatted(typed, option.get());
      }
    }
    return message
            .replace("option option", "option")
            .replaceFirst(
                "Unmatched argument at index \\d+: (.*)", "found $1, one argument too many")
            .replaceFirst("(': '.*') is not an? (int|long)$", "$1 is not a whole number")
        + (e instanceof MissingParameterException ? example(e.getCommandLine()) : "");
  }

  private static String noCommand(String typed, Collection<String> commands) {
    return Usage.similarCommand(commands, typed)
        .map(name -> "found '%s', expected a command; did you mean %s?".formatted(typed, name))
        .orElse(
            "found '%s', expected one of the commands %s"
                .formatted(typed, String.join(", ", commands)));
  }

  /** The first example in the help of a command, in one line; empty if it has none. */
  private static String example(CommandLine command) {
    List<String> lines = List.of(command.getCommandSpec().usageMessage().footer());
    int line = 0;
    while (line < lines.size() && !lines.get(line).startsWith("  keywright ")) {
      line++;
    }
    if (line == lines.size()) {
      return "";
    }
    StringBuilder example = new StringBuilder("; for example: ");
    for (; lines.get(line).endsWith("\\"); line++) {
      example.append(lines.get(line).replace('\\', ' ').strip()).append(' ');
    }
    return example.append(lines.get(line).strip()).toString().replace("%%", "%");
  }

  @Override
  public int handleExecutionException(
      Exception e, CommandLine commandLine, ParseResult parseResult) {
    if (e instanceof ParameterException wrongUsage) {
      return handleParseException(wrongUsage, new String[0]);
    }
    return report(e);
  }

  public int report(Throwable e) {
    if (e instanceof Output.OutputException output) {
      if (output.readerGone()) {
        return 0;
      }
      trace(e);
      console.err().println("keywright: " + oneLine(e.getMessage()));
      return REFUSED;
    }
    trace(e);
    if (isForUser(e)) {
      say(oneLine(e.getMessage()) + hint(e));
      showPlace(e instanceof ScriptException script ? script.statement() : e);
    } else if (e instanceof OutOfMemoryError) {
      say(
          "cannot continue: the %,d MB of memory that Java may use are full; set JAVA_OPTS=-Xmx4g or more, use smaller statements, or load rows with keywright load"
              .formatted(Runtime.getRuntime().maxMemory() >> 20));
    } else {
      say(
          "internal error: "
              + oneLine(e.toString())
              + "; this is a defect of Keywright; run the command with --debug to see where");
    }
    return REFUSED;
  }

  private static String hint(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnreadableRowException) {
        return "; 'scrub TABLE --check' counts such rows, 'run', 'export' and 'copy' skip them with --skip-unreadable";
      }
    }
    return "";
  }

  /** Prints the line of a statement with the error, and carets under the error. */
  private void showPlace(Throwable e) {
    if (e instanceof CqlException cql && oneLine(cql.getMessage()).contains(", column ")) {
      cql.excerpt().lines().forEach(line -> console.err().println(Text.escape(line)));
    }
  }

  private static boolean isForUser(Throwable e) {
    return e instanceof CliException
        || e instanceof BadLineException
        || e instanceof ScriptException
        || e instanceof KeyException
        || e instanceof CqlException
        || e instanceof TableException
        || e instanceof ClientException
        || e instanceof StoppedException
        || e instanceof StoreException;
  }

  private void trace(Throwable e) {
    if (debug) {
      e.printStackTrace(console.err());
    }
  }

  private void say(String message) {
    try {
      console.say("keywright: " + message);
    } catch (Output.OutputException e) {
      console.err().println("keywright: " + message);
    }
  }

  /** The message of {@code e}; the name of its class if it has no message that says what failed. */
  public static String reason(Throwable e) {
    String message = e.getMessage();
    String name = e.getClass().getSimpleName();
    if (message == null || message.isBlank()) {
      return name;
    }
    boolean isPath = e instanceof FileSystemException file && file.getReason() == null;
    return isPath ? name + " " + message : message;
  }

  /** The message with every line break and control character made visible. */
  public static String oneLine(@Nullable String message) {
    return Text.escape(message == null ? "no message" : message);
  }
}
