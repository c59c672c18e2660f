package keywright.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of a table from a file, as {@code load} reads them. Used by one thread. */
interface RowReader {

  /**
   * A reader of {@code in}.
   *
   * @param format what the file is; null to tell by its name
   * @throws CliException when it has a header that does not fit the table, or none where it should
   */
  static RowReader open(
      InputStream in, InputFile file, @Nullable FileFormat format, HeaderMapping mapping)
      throws IOException {
    return FileFormat.of(format, file.name()) == FileFormat.JSONL
        ? new JsonRowReader(in, file.label(), mapping)
        : new CsvRowReader(in, file.label(), mapping);
  }

  /**
   * The next row, by column name; null when there is none left.
   *
   * @throws BadLineException for a line that is no row; reading may go on behind it
   */
  @Nullable Map<String, @Nullable Object> next() throws IOException;

  /** The line on which the last row starts, from 1. */
  long line();
}
