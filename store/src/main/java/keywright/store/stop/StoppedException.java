package keywright.store.stop;

import keywright.key.ErrorCode;
import keywright.key.KeywrightException;

/**
 * The error of a call that ended early because of its {@link Cancellation}. Its code is {@link
 * ErrorCode#STOPPED} after a cancel, and {@link ErrorCode#TIMED_OUT} after a time limit. Its
 * message is one line.
 */
public final class StoppedException extends KeywrightException {
  private static final long serialVersionUID = 1;

  private final String reason;

  StoppedException(ErrorCode code, String message, String reason) {
    super(code, message, null);
    this.reason = reason;
  }

  /**
   * The part of the message that says why the call ended, such as {@code cancelled} or {@code found
   * no end within 5 s, the time limit}.
   */
  public String reason() {
    return reason;
  }
}
