package keywright.cli;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name rows in a file, which are read as {@code load} reads them. */
final class DataOptions {
  @Option(
      names = "--data",
      paramLabel = "FILE",
      description =
          "Rows in order of arrival, CSV or JSON lines as load reads them; - is standard input.")
  private @Nullable String file;

  @Option(
      names = "--map",
      paramLabel = "HEADER=COLUMN",
      description = "The column that a name in the data means. May be given more than once.")
  private Map<String, String> mapped = new LinkedHashMap<>();

  @Option(
      names = "--ignore",
      paramLabel = "HEADER",
      split = ",",
      description = "Names in the data to leave out, with commas between them.")
  private Set<String> ignored = new LinkedHashSet<>();

  /** The file as it was named; null when it was not. */
  @Nullable InputFile file() {
    return file == null ? null : new InputFile(file);
  }

  Map<String, String> mapped() {
    return mapped;
  }

  Set<String> ignored() {
    return ignored;
  }
}
