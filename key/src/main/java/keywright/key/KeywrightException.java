package keywright.key;

import org.jspecify.annotations.Nullable;

/**
 * An error that a program can handle. Its message is one line, which says what was found, what was
 * expected and what to do. {@link #code} returns the kind of the error.
 */
public abstract class KeywrightException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ErrorCode code;

  /**
   * Makes an error.
   *
   * @param code the kind of the error
   * @param cause the error that caused this error; null for none
   * @param hasStackTrace whether the error has a stack trace. Errors of data have none, because a
   *     file can contain millions of wrong values
   */
  protected KeywrightException(
      ErrorCode code, String message, @Nullable Throwable cause, boolean hasStackTrace) {
    super(message, cause, hasStackTrace, hasStackTrace);
    this.code = code;
  }

  /** Makes an error with a stack trace. */
  protected KeywrightException(ErrorCode code, String message, @Nullable Throwable cause) {
    this(code, message, cause, true);
  }

  /** The kind of the error. */
  public final ErrorCode code() {
    return code;
  }
}
