package keywright.cli;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The formats of files of rows, which {@code load} reads and {@code export} writes. */
enum FileFormat {
  CSV,
  JSONL;

  static final String DESCRIPTION =
      "What the file is; by default names ending in .jsonl, .ndjson or .json are jsonl, all others"
          + " csv, whether .gz follows or not.";

  /** The format that was told, else the one that the name of the file ends in. */
  static FileFormat of(@Nullable FileFormat told, String fileName) {
    if (told != null) {
      return told;
    }
    String lowerCase = fileName.toLowerCase(Locale.ROOT).replaceFirst("\\.gz$", "");
    boolean isJson =
        lowerCase.endsWith(".jsonl")
            || lowerCase.endsWith(".ndjson")
            || lowerCase.endsWith(".json");
    return isJson ? JSONL : CSV;
  }
}
