package keywright.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import keywright.testkit.Seeds;

/**
 * What a test that kills processes did and saw. Printed at its end, and with the files and the seed
 * when it fails: a kill at the same moment cannot be repeated by the seed alone.
 */
final class KillLog {
  private final Path directory;
  private final List<String> lines = new ArrayList<>();

  KillLog(Path directory) {
    this.directory = directory;
  }

  interface Attempt {
    void run() throws Exception;
  }

  void add(String format, Object... arguments) {
    lines.add(String.format(Locale.ROOT, format, arguments));
  }

  void reproducibly(Attempt attempt) {
    long start = System.nanoTime();
    try {
      attempt.run();
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          "%s%n%s%nfiles: %s%n%s"
              .formatted(
                  e.getMessage(),
                  String.join("\n", lines),
                  directory,
                  Seeds.reproduction(Seeds.base())),
          e);
    }
    System.out.printf(
        "seed %d, %.1f s%n%s%n",
        Seeds.base(), (System.nanoTime() - start) / 1e9, String.join("\n", lines));
  }
}
