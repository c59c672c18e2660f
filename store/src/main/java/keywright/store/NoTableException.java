package keywright.store;

import keywright.key.ErrorCode;

/** The error for a table that the engine does not have, or that is disabled in the engine. */
public final class NoTableException extends StoreException {
  private static final long serialVersionUID = 1;

  /** Makes an error with this message. */
  public NoTableException(String message) {
    super(ErrorCode.NOT_FOUND, message);
  }

  /** Makes an error that was caused by another error. */
  public NoTableException(String message, Throwable cause) {
    super(ErrorCode.NOT_FOUND, message, cause);
  }
}
