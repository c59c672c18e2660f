package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The help of every command: complete, of one width, and in the words of its users. */
final class HelpTest {
  private static final int WIDTH = 100;
  private static final Pattern COMMAND = Pattern.compile("(?m)^  ([a-z]+) {2,}\\S");

  /** Words that look like the name of a class, and are none of ours. */
  private static final Pattern CLASS_NAME = Pattern.compile("\\b[A-Z][a-z0-9]+[A-Z]\\w*");

  private static final Set<String> NAMES =
      Set.of("InvoiceId", "GiB", "CockroachDB", "MapR", "ScyllaDB", "TiDB", "RocksDB", "HBase");

  private static String help(String... command) {
    String[] arguments = Arrays.copyOf(command, command.length + 1);
    arguments[command.length] = "--help";
    return run(arguments);
  }

  private static String run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status = Main.run(new ByteArrayInputStream(new byte[0]), out, err, arguments);
    assertThat(status).as(String.join(" ", arguments)).isZero();
    assertThat(err.size()).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  /** All commands, those within {@code key} and {@code admin} too. */
  private static List<String[]> commands() {
    List<String[]> commands = new ArrayList<>();
    commands.add(new String[0]);
    Matcher top = COMMAND.matcher(help().split("Commands:")[1].split("Examples:")[0]);
    while (top.find()) {
      String name = top.group(1);
      if (name.equals("help")) {
        continue;
      }
      commands.add(new String[] {name});
      String[] inner = help(name).split("\nCommands:");
      Matcher below = COMMAND.matcher(inner.length < 2 ? "" : inner[1].split("Examples:")[0]);
      while (below.find()) {
        commands.add(new String[] {name, below.group(1)});
      }
    }
    return commands;
  }

  @Test
  void everyHelpHasAnExampleAndNoLineThatATerminalBreaks() {
    assertThat(commands()).hasSizeGreaterThan(20);
    for (String[] command : commands()) {
      String help = help(command);
      assertThat(help).as(String.join(" ", command)).contains("Usage: keywright", "Examples:");
      assertThat(help.lines())
          .as(String.join(" ", command))
          .allMatch(line -> line.length() <= WIDTH);
    }
  }

  /** A command that is named is made alone; {@code help} makes all of them. */
  @Test
  void theHelpOfACommandIsTheSameInBothForms() {
    for (String[] command : commands()) {
      if (command.length == 1) {
        assertThat(run("help", command[0])).as(command[0]).isEqualTo(help(command));
        assertThat(run("--debug", command[0], "--help")).isEqualTo(help(command));
      }
    }
  }

  @Test
  void noHelpNamesAClassOfTheProgram() {
    for (String[] command : commands()) {
      Matcher name = CLASS_NAME.matcher(help(command));
      List<String> found = new ArrayList<>();
      while (name.find()) {
        if (!NAMES.contains(name.group())) {
          found.add(name.group());
        }
      }
      assertThat(found).as(String.join(" ", command)).isEmpty();
    }
  }
}
