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

  /** The message about a number with more digits. */
  String LONG_NUMBER = "found a number of more than 1,000 digits, expected at most 1,000";

  /**
   * The most bytes of text for a value of {@code maxValueBytes} bytes: twice as many, because a
   * byte may be written as two hex digits or as a doubled quote. The limit is a sixth of the heap,
   * because reading a row takes about three times its text.
   */
  static int textBytes(int maxValueBytes) {
    long most = 2L * Math.max(1 << 20, Math.min(1 << 27, maxValueBytes));
    return (int) Math.min(most, Runtime.getRuntime().maxMemory() / 6);
  }

  /**
   * The next row, by column name; null when there is none left.
   *
   * @throws BadLineException for a line that is not a row; reading can continue after this line
   */
  @Nullable Map<String, @Nullable Object> next() throws IOException;

  /** The line on which the last row starts, from 1. */
  long line();
}
