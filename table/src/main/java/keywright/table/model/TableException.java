package keywright.table.model;

import keywright.key.ErrorCode;
import keywright.key.KeywrightException;

/** A statement or a definition cannot be executed. The message is one line. */
public sealed class TableException extends KeywrightException
    permits DuplicateKeyException, OutcomeUnknownException, UnknownNameException {
  private static final long serialVersionUID = 1;

  private final int change;

  /** Makes an error with code {@link ErrorCode#INVALID}. */
  public TableException(String message) {
    this(ErrorCode.INVALID, message);
  }

  /** Makes an error with this code. */
  public TableException(ErrorCode code, String message) {
    super(code, message, null);
    this.change = -1;
  }

  /** Makes an error with the code of its cause. */
  public TableException(String message, Throwable cause) {
    this(message, cause, -1);
  }

  /** An error with this code, caused by another error. */
  public TableException(ErrorCode code, String message, Throwable cause) {
    super(code, message, cause);
    this.change = -1;
  }

  /**
   * The error for one of several changes of a call; {@code cause} is the same error without the
   * index of the change.
   */
  public TableException(String message, Throwable cause, int change) {
    super(ErrorCode.of(cause, ErrorCode.INVALID), message, cause);
    this.change = change;
  }

  /**
   * The index, from 0, of the refused change among the changes of {@code Database.apply}; -1 if
   * there was only one change. {@link #getCause} is the same error without the index.
   */
  public int change() {
    return change;
  }
}
