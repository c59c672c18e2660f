package keywright.table.model;

import keywright.key.ErrorCode;
import keywright.key.KeywrightException;

/** The error for a statement or a declaration that cannot be executed. Its message is one line. */
public sealed class TableException extends KeywrightException
    permits DuplicateKeyException, OutcomeUnknownException, UnknownNameException {
  private static final long serialVersionUID = 1;

  private final int change;

  /** Makes an error with the code {@link ErrorCode#INVALID}. */
  public TableException(String message) {
    this(ErrorCode.INVALID, message);
  }

  /** Makes an error with the given code. */
  public TableException(ErrorCode code, String message) {
    super(code, message, null);
    this.change = -1;
  }

  /**
   * Makes an error with the code of {@code cause}; if that has no code, with {@link
   * ErrorCode#INVALID}.
   */
  public TableException(String message, Throwable cause) {
    this(message, cause, -1);
  }

  /** Makes an error with the given code that was caused by another error. */
  public TableException(ErrorCode code, String message, Throwable cause) {
    super(code, message, cause);
    this.change = -1;
  }

  /**
   * Makes the error for one of several changes of a call. It has the code of {@code cause}.
   *
   * @param cause the same error without the index of the change
   * @param change the index of the refused change, from 0
   */
  public TableException(String message, Throwable cause, int change) {
    super(ErrorCode.of(cause, ErrorCode.INVALID), message, cause);
    this.change = change;
  }

  /**
   * The index, from 0, of the refused change among the changes of {@code Database.apply}; -1 if
   * there was only one change. If there were several changes, {@link #getCause} is the same error
   * without the index.
   */
  public int change() {
    return change;
  }
}
