package keywright.table.model;

import keywright.key.ErrorCode;
import keywright.key.KeywrightException;

/** A statement or a definition that cannot be carried out, said in one line. */
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

  /** A change of several that are made together; {@code cause} says it without the place. */
  public TableException(String message, Throwable cause, int change) {
    super(ErrorCode.of(cause, ErrorCode.INVALID), message, cause);
    this.change = change;
  }

  /**
   * The place among the changes of {@code Database.apply} of the one that is refused, from 0; the
   * cause is the refusal without its place. -1 when it was the only one.
   */
  public int change() {
    return change;
  }
}
