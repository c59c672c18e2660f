package keywright.cql;

import keywright.key.ErrorCode;
import keywright.key.KeywrightException;
import org.jspecify.annotations.Nullable;

/** The error for a statement that cannot be parsed or executed. The message is one line. */
public final class CqlException extends KeywrightException {
  private static final long serialVersionUID = 1;

  private final int line;
  private final int column;
  private final String excerpt;

  CqlException(
      ErrorCode code,
      String message,
      int line,
      int column,
      String excerpt,
      @Nullable Throwable cause) {
    super(code, oneLine(message), cause);
    this.line = line;
    this.column = column;
    this.excerpt = excerpt;
  }

  /**
   * The error of a statement that a server has refused.
   *
   * @param line the value of {@link #line}
   * @param column the value of {@link #column}
   * @param excerpt the text of {@link #excerpt}; empty if it is unknown
   */
  public static CqlException received(
      ErrorCode code, String message, int line, int column, String excerpt) {
    return new CqlException(code, message, line, column, excerpt, null);
  }

  /**
   * The line of the error, from 1. For a statement of a script it is the line of the script,
   * otherwise the line of the statement.
   */
  public int line() {
    return line;
  }

  /** The column of the error in its line: the number of the character, from 1. */
  public int column() {
    return column;
  }

  /**
   * Two lines of text: the line of the statement that has the error, and below it carets under the
   * error.
   */
  public String excerpt() {
    return excerpt;
  }

  /** Line breaks and other control characters in names or literals become blanks. */
  private static String oneLine(String message) {
    return message.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
  }
}
