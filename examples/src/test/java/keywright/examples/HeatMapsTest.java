package keywright.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The picture of the README is what the command of its script draws. */
final class HeatMapsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|([^\\s\\\\]+)");

  @TempDir private Path folder;

  @Test
  void thePictureIsTheOneThatTheScriptDraws() throws Exception {
    Path drawn = folder.resolve("heat-maps.svg");
    CommandLine.Outcome outcome =
        new CommandLine(folder).run(command(drawn).toArray(String[]::new));
    assertThat(outcome.err()).isEqualTo("report: " + drawn + "\n");
    assertThat(outcome.status()).isZero();
    assertThat(Files.readString(drawn))
        .isEqualTo(Files.readString(ROOT.resolve("docs/heat-maps.svg")));
    assertThat(Files.readString(ROOT.resolve("README.md"))).contains("(docs/heat-maps.svg)");
  }

  /** The arguments of the script's command, with {@code drawn} as its file. */
  private static List<String> command(Path drawn) throws Exception {
    String script = Files.readString(ROOT.resolve("examples/heat-maps.sh"));
    Matcher word = WORD.matcher(script.substring(script.indexOf("\"$keywright\" simulate")));
    List<String> arguments = new ArrayList<>();
    while (word.find()) {
      String text = word.group(word.start(1) >= 0 ? 1 : word.start(2) >= 0 ? 2 : 3);
      if (text.startsWith("${1:-")) {
        arguments.add(drawn.toString());
      } else if (!text.equals("$keywright")) {
        arguments.add(text.replace("$here", ROOT.resolve("examples").toString()));
      }
    }
    return arguments;
  }
}
