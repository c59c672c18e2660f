package keywright.table.model;

import keywright.key.ErrorCode;
import keywright.key.KeywrightException;

/** A statement or a definition cannot be executed. The message is one line. */
public sealed class TableException extends KeywrightException
    permits DuplicateKeyException, OutcomeUnknownException, UnknownNameException {
  private static final long serialVersionUID = 1;

  private final int change;

  /** A request that does not fit. */
  public TableException(String message) {
    this(ErrorCode.INVALID, message);
  }

  /** A refusal of this kind. */
  public TableException(ErrorCode code, String message) {
    super(code, message, null);
    this.change = -1;
  }

  /** A refusal that another error led to, of its kind. */
  public TableException(String message, Throwable cause) {
    this(message, cause, -1);
  }

  /** A refusal of this kind that another error led to. */
  public TableException(ErrorCode code, String message, Throwable cause) {
    super(code, message, cause);
    this.change = -1;
  }

  /**
   * The refusal of one of several changes that are made together; {@code cause} is the refusal
   * without its index.
   */
  public TableException(String message, Throwable cause, int change) {
    super(ErrorCode.of(cause, ErrorCode.INVALID), message, cause);
    this.change = change;
  }

  /**
   * The index of the refused change among the changes of {@code Database.apply}, from 0. The cause
   * is the refusal without the index. -1 if it was the only change.
   */
  public int change() {
    return change;
  }
}
