package keywright.store;

import keywright.key.ErrorCode;

/**
 * A write that the engine did not answer: it may have happened, not have happened, or happen later.
 * A read that is not answered is an ordinary {@link StoreException}.
 */
public final class UnansweredException extends StoreException {
  private static final long serialVersionUID = 1;

  /** No answer, and what was waited for. */
  public UnansweredException(String message) {
    super(ErrorCode.OUTCOME_UNKNOWN, message);
  }

  /** No answer because of another error. */
  public UnansweredException(String message, Throwable cause) {
    super(ErrorCode.OUTCOME_UNKNOWN, message, cause);
  }
}
