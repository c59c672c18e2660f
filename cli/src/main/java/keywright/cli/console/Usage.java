package keywright.cli.console;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks of arguments for commands that take values as arguments. */
public final class Usage {
  private Usage() {}

  public static CommandLine commandLine(@Nullable CommandSpec spec) {
    if (spec == null) {
      throw new IllegalStateException("the command was not started by picocli");
    }
    return spec.commandLine();
  }

  public static ParameterException wrong(@Nullable CommandSpec spec, String message) {
    return new ParameterException(commandLine(spec), message);
  }

  /**
   * Refuses values that look like a mistyped option. A negative number is a value. After {@code
   * --}, every argument is a value.
   */
  public static void refuseUnknownOptions(@Nullable CommandSpec spec, List<String> values) {
    CommandLine commandLine = commandLine(spec);
    if (hasSeparator(commandLine)) {
      return;
    }
    for (String value : values) {
      if (value.length() > 1
          && value.charAt(0) == '-'
          && !Character.isDigit(value.charAt(1))
          && value.charAt(1) != '.') {
        throw new ParameterException(
            commandLine,
            "Unknown option: '" + value + "'; put values that start with a dash after --");
      }
    }
  }

  /** Whether the arguments contain {@code --} in front of the values. */
  public static boolean hasSeparator(CommandLine commandLine) {
    return commandLine.getParseResult().originalArgs().contains("--");
  }
}
