package keywright.cli.console;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import keywright.table.model.Names;
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
            "Unknown option: '%s'; %s"
                .formatted(
                    value,
                    similarOption(commandLine, value)
                        .map(option -> "did you mean " + option + "?")
                        .orElse("put values that start with a dash after --")));
      }
    }
  }

  /** The option of a command that is most similar to a mistyped one. */
  static Optional<String> similarOption(CommandLine command, String typed) {
    int value = typed.indexOf('=');
    String name = value < 0 ? typed : typed.substring(0, value);
    List<String> options =
        command.getCommandSpec().optionsMap().keySet().stream()
            .filter(option -> option.startsWith("--"))
            .toList();
    return typed.startsWith("--") ? Names.nearest(name, options) : Optional.empty();
  }

  /** The command that is most similar to a mistyped one, or that starts with it. */
  static Optional<String> similarCommand(Collection<String> commands, String typed) {
    Optional<String> start =
        commands.stream().filter(name -> typed.length() > 1 && name.startsWith(typed)).findFirst();
    return start.isPresent()
        ? start
        : Names.nearest(typed, commands).filter(name -> typed.length() > 2);
  }

  /** Whether the arguments contain {@code --} in front of the values. */
  public static boolean hasSeparator(CommandLine commandLine) {
    return commandLine.getParseResult().originalArgs().contains("--");
  }
}
