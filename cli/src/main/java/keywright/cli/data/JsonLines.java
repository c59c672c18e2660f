package keywright.cli.data;

import java.io.IOException;
import java.io.InputStream;
import keywright.cli.console.BadLineException;
import keywright.cli.console.CliException;
import org.jspecify.annotations.Nullable;

/** The lines of a file with one JSON value on each line. Used by one thread. */
final class JsonLines {
  private static final int VALUES_OF_LONGEST_LINE = 2;

  private final ByteLines lines;
  private final String file;
  private final String expected;
  private final String hint;
  private boolean found;

  /**
   * @param expected what each line must contain, for messages
   * @param hint what to do about a line that is too long, after a semicolon; empty for nothing
   * @param maxValueBytes the most bytes of one value
   */
  JsonLines(InputStream in, String file, String expected, String hint, int maxValueBytes)
      throws IOException {
    this.lines = new ByteLines(in, VALUES_OF_LONGEST_LINE * TextRows.textBytes(maxValueBytes));
    this.file = file;
    this.expected = expected;
    this.hint = hint;
  }

  /** The number of the line that was returned last, from 1. */
  long line() {
    return lines.line();
  }

  /**
   * The next line that is not blank; null at the end of the file.
   *
   * @throws BadLineException if the line is too long
   * @throws CliException if all lines of the file are blank
   */
  byte @Nullable [] next() throws IOException {
    byte[] line = read();
    while (line != null && isBlank(line)) {
      line = read();
    }
    if (line == null && !found) {
      throw new CliException(
          "cannot load " + file + ": it is empty, expected " + expected + " on each line");
    }
    found = true;
    return line;
  }

  private byte @Nullable [] read() throws IOException {
    try {
      return lines.next();
    } catch (BadLineException e) {
      throw bad(e.problem() + ", expected " + expected + " on each line" + hint);
    }
  }

  private static boolean isBlank(byte[] line) {
    for (byte b : line) {
      if (b != ' ' && b != '\t' && b != '\r') {
        return false;
      }
    }
    return true;
  }

  /** The exception for the line that was returned last. */
  BadLineException bad(String problem) {
    return new BadLineException(line(), problem);
  }
}
