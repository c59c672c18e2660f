package keywright.cli.data;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.cli.console.CliException;
import org.jspecify.annotations.Nullable;

/** The formats of files of rows, which {@code load} reads and {@code export} writes. */
public enum FileFormat {
  CSV,
  JSONL;

  public static final String DESCRIPTION =
      "The format of the file. By default names that end in .jsonl, .ndjson or .json, also before .gz, are jsonl, and all others csv.";

  /** The names of files that have neither format, whatever their content is. */
  private static final Pattern OTHER =
      Pattern.compile("\\.(parquet|avro|orc|xlsx?|ods|xml|zip|zst|bz2|xz|7z|tar)$");

  /**
   * {@code told} if it is not null, otherwise the format from the end of the file's name.
   *
   * @throws CliException if the name ends like that of another format, such as {@code .parquet}
   */
  public static FileFormat of(@Nullable FileFormat told, String fileName) {
    if (told != null) {
      return told;
    }
    String lowerCase = fileName.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
    Matcher other = OTHER.matcher(lowerCase);
    if (other.find()) {
      throw new CliException(
          "cannot tell the format of %s: found %s, expected .csv or .jsonl, with .gz after it for gzip; rename it, or use --format"
              .formatted(fileName, other.group()));
    }
    boolean isJson =
        lowerCase.endsWith(".jsonl")
            || lowerCase.endsWith(".ndjson")
            || lowerCase.endsWith(".json");
    return isJson ? JSONL : CSV;
  }
}
