package keywright.cql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A file of inputs and what they gave when somebody last looked: lines that begin with {@code "> "}
 * are an input, the lines up to the next one its output, lines that begin with {@code "# "} a
 * title.
 *
 * <p>{@code -Dkeywright.golden=rewrite} writes the outputs again; then look at the difference.
 */
final class Golden {
  private static final Path FOLDER = Path.of("src/test/resources/keywright/cql");
  private static final boolean REWRITE = "rewrite".equals(System.getProperty("keywright.golden"));

  private Golden() {}

  static void check(String file, UnaryOperator<String> outputOf) {
    Path path = FOLDER.resolve(file);
    try {
      String expected = Files.readString(path);
      String actual = render(expected.lines().toList(), outputOf);
      if (REWRITE) {
        Files.writeString(path, actual);
      }
      assertThat(actual).isEqualTo(REWRITE ? actual : expected);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The inputs of a file. */
  static List<String> inputs(String file) {
    try {
      List<String> inputs = new ArrayList<>();
      StringBuilder input = new StringBuilder();
      for (String line : Files.readAllLines(FOLDER.resolve(file))) {
        if (line.startsWith("> ")) {
          input.append(input.isEmpty() ? "" : "\n").append(line.substring(2));
        } else if (!input.isEmpty()) {
          inputs.add(input.toString());
          input.setLength(0);
        }
      }
      return inputs;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String render(List<String> lines, UnaryOperator<String> outputOf) {
    StringBuilder out = new StringBuilder();
    List<String> input = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i);
      if (line.startsWith("# ")) {
        out.append(line).append("\n\n");
      } else if (line.startsWith("> ")) {
        input.add(line);
        if (i + 1 == lines.size() || !lines.get(i + 1).startsWith("> ")) {
          String statement =
              input.stream().map(l -> l.substring(2)).collect(Collectors.joining("\n"));
          input.forEach(l -> out.append(l).append('\n'));
          out.append(outputOf.apply(statement).stripTrailing()).append("\n\n");
          input.clear();
        }
      }
    }
    return out.toString().stripTrailing() + "\n";
  }
}
