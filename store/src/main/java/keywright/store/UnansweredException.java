package keywright.store;

import keywright.key.ErrorCode;

/**
 * The engine did not answer a write. The write may have happened, may happen later, or never. An
 * unanswered read is an ordinary {@link StoreException}.
 */
public final class UnansweredException extends StoreException {
  private static final long serialVersionUID = 1;

  /** Makes an error with a message that says which answer was missing. */
  public UnansweredException(String message) {
    super(ErrorCode.OUTCOME_UNKNOWN, message);
  }

  /** Makes an error for a missing answer that was caused by another error. */
  public UnansweredException(String message, Throwable cause) {
    super(ErrorCode.OUTCOME_UNKNOWN, message, cause);
  }
}
