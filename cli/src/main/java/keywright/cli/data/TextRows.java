package keywright.cli.data;

import java.io.IOException;
import java.util.Map;
import keywright.cli.console.BadLineException;
import org.jspecify.annotations.Nullable;

/** Rows of a table from text, as {@code load} reads them. Used by one thread. */
public interface TextRows {

  /** The most bytes of one value, where no engine says another number: 10 MiB. */
  int MAX_VALUE_BYTES = 10 * 1024 * 1024;

  /** The most digits of a number; the time to read one grows with their square. */
  int MAX_DIGITS = 1_000;

  /** The most characters of a number: those digits, signs, a point and an exponent. */
  int MAX_NUMBER_LENGTH = MAX_DIGITS + 20;

  /** What is said of a number with more. */
  String LONG_NUMBER = "found a number of more than 1,000 digits, expected at most 1,000";

  /**
   * The most bytes of text that stand for a value of so many bytes: each may be two hex digits, or
   * a quote that is written twice. No more than a sixth of the heap: a row takes three times as
   * many while it is read.
   */
  static int textBytes(int maxValueBytes) {
    long most = 2L * Math.max(1 << 20, Math.min(1 << 27, maxValueBytes));
    return (int) Math.min(most, Runtime.getRuntime().maxMemory() / 6);
  }

  /**
   * The next row, by column name; null when there is none left.
   *
   * @throws BadLineException for a line that is no row; reading may continue after it
   */
  @Nullable Map<String, @Nullable Object> next() throws IOException;

  /** The line on which the last row starts, from 1. */
  long line();
}
