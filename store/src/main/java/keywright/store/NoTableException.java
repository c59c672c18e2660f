package keywright.store;

import keywright.key.ErrorCode;

/** A table that the engine does not have, or that it has disabled. */
public final class NoTableException extends StoreException {
  private static final long serialVersionUID = 1;

  /** A refusal. */
  public NoTableException(String message) {
    super(ErrorCode.NOT_FOUND, message);
  }

  /** A refusal that another error led to. */
  public NoTableException(String message, Throwable cause) {
    super(ErrorCode.NOT_FOUND, message, cause);
  }
}
