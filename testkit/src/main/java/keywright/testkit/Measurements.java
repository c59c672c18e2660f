package keywright.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a program of a test measures, in a process of its own that waits for its compiler ({@code
 * -Xbatch}). In the JVM of the tests, the compiler optimizes for the calls of all tests.
 */
public final class Measurements {
  private Measurements() {}

  /**
   * Runs a program that prints lines such as {@code one field: 250}.
   *
   * @return the numbers by their names, in the order of the lines
   * @throws IllegalStateException if a printed line is not a result; the message has all printed
   *     lines
   */
  public static Map<String, Integer> of(Class<?> program, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xbatch",
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    Map<String, Integer> results = new LinkedHashMap<>();
    for (String line : printed.lines().toList()) {
      if (!line.matches(".+: [0-9]{1,9}")) {
        throw new IllegalStateException("found other lines than results:\n" + printed);
      }
      int colon = line.lastIndexOf(": ");
      results.put(line.substring(0, colon), Integer.parseInt(line.substring(colon + 2)));
    }
    return results;
  }
}
