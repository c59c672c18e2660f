package keywright.store;

import keywright.key.ErrorCode;
import keywright.key.KeywrightException;

/**
 * The error of an engine that cannot execute a call or read a stored row. The message is one line:
 * what was found, what was expected and what to do.
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

  /** Makes an error of kind {@code code}. */
  public StoreException(ErrorCode code, String message) {
    super(code, message, null);
  }

  /** Makes an error of kind {@code code} that was caused by another error. */
  public StoreException(ErrorCode code, String message, Throwable cause) {
    super(code, message, cause);
  }
}
