package keywright.cli.data;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import keywright.cli.console.BadLineException;
import keywright.cli.console.CliException;
import keywright.table.model.DocumentReader.JsonDocuments;
import org.jspecify.annotations.Nullable;

/**
 * The rows of an open file, with the number of bytes read so far. Used by one thread.
 *
 * @param bytes counts the bytes that were read of the file
 * @param text counts the bytes of its text, after decompression
 */
public record RowInput(TextRows rows, CountingStream bytes, CountingStream text) {

  /**
   * Reads the beginning of {@code in}.
   *
   * @param format what the file is; null to tell by its name
   * @param documents the documents that a file of JSON lines has; null if it has rows
   * @param maxValueBytes the most bytes of one value
   * @throws CliException if the file should have a header and has none, or if the header does not
   *     fit the table
   */
  public static RowInput open(
      InputStream in,
      InputFile file,
      @Nullable FileFormat format,
      HeaderMapping mapping,
      @Nullable JsonDocuments documents,
      int maxValueBytes)
      throws IOException {
    CountingStream bytes = new CountingStream(in);
    CountingStream text = new CountingStream(Gzip.plain(bytes));
    if (FileFormat.of(format, file.name()) == FileFormat.CSV) {
      TextRows rows = new CsvRowReader(text, file.label(), mapping, maxValueBytes);
      return new RowInput(rows, bytes, text);
    } else if (documents == null) {
      TextRows rows = new JsonRowReader(text, file.label(), mapping, maxValueBytes);
      return new RowInput(rows, bytes, text);
    }
    mapping.requireNone(file.label());
    TextRows rows = new DocumentRowReader(text, file.label(), documents, maxValueBytes);
    return new RowInput(rows, bytes, text);
  }

  /**
   * The next row, by column name; null when there is none left.
   *
   * @throws BadLineException for a line that is not a row; reading can continue after this line
   */
  public @Nullable Map<String, @Nullable Object> next() throws IOException {
    return rows.next();
  }

  /** The line on which the last row starts, from 1. */
  public long line() {
    return rows.line();
  }
}
