package keywright.store;

import keywright.key.ErrorCode;

/**
 * The error for a write that the engine did not answer in time. The write may have happened, may
 * happen later, or may never happen. If the engine does not answer a read, the error is an ordinary
 * {@link StoreException}.
 */
public final class UnansweredException extends StoreException {
  private static final long serialVersionUID = 1;

  /**
   * Makes an error.
   *
   * @param message a message that says which answer is missing
   */
  public UnansweredException(String message) {
    super(ErrorCode.OUTCOME_UNKNOWN, message);
  }

  /** Makes an error for a missing answer that was caused by another error. */
  public UnansweredException(String message, Throwable cause) {
    super(ErrorCode.OUTCOME_UNKNOWN, message, cause);
  }
}
