package keywright.store;

import keywright.key.ErrorCode;
import keywright.key.KeywrightException;

/**
 * The error of an engine that cannot execute a call or read a stored row. Its message is one line.
 */
public sealed class StoreException extends KeywrightException
    permits NoTableException, UnansweredException, UnreadableRowException {
  private static final long serialVersionUID = 1;

  /** Makes an error for a failure of the engine. */
  public StoreException(String message) {
    this(ErrorCode.STORAGE, message);
  }

  /** Makes an error for a failure of the engine that was caused by another error. */
  public StoreException(String message, Throwable cause) {
    this(ErrorCode.of(cause, ErrorCode.STORAGE), message, cause);
  }

  /** Makes an error with the given code. */
  public StoreException(ErrorCode code, String message) {
    super(code, message, null);
  }

  /** Makes an error with the given code that was caused by another error. */
  public StoreException(ErrorCode code, String message, Throwable cause) {
    super(code, message, cause);
  }

  /**
   * Makes the error of an engine that was opened with {@code read_only=true}.
   *
   * @param what the refused call, such as {@code create table payment}
   */
  public static StoreException readOnly(String what) {
    return new StoreException(
        ErrorCode.UNSUPPORTED,
        "cannot "
            + what
            + ": found the database open with read_only=true; to write, open it without this option");
  }
}
