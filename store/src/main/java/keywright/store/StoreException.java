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

  /** A failure of the engine. */
  public StoreException(String message) {
    this(ErrorCode.STORAGE, message);
  }

  /** A failure of the engine that another error led to. */
  public StoreException(String message, Throwable cause) {
    this(ErrorCode.of(cause, ErrorCode.STORAGE), message, cause);
  }

  /** A refusal of this kind. */
  public StoreException(ErrorCode code, String message) {
    super(code, message, null);
  }

  /** A refusal of this kind that another error led to. */
  public StoreException(ErrorCode code, String message, Throwable cause) {
    super(code, message, cause);
  }
}
