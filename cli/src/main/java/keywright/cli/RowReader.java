package keywright.cli;

import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of a table from a file, as {@code load} reads them. Used by one thread. */
interface RowReader {

  /**
   * The next row, by column name; null when there is none left.
   *
   * @throws BadLineException for a line that is no row; reading may go on behind it
   */
  @Nullable Map<String, @Nullable Object> next() throws IOException;

  /** The line on which the last row starts, from 1. */
  long line();
}
