package keywright.key;

import org.jspecify.annotations.Nullable;

/**
 * An error that a program can handle. Its message is one line: what was found, what was expected
 * and what to do. {@link #code} is the kind of error.
 */
public abstract class KeywrightException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ErrorCode code;

  /**
   * An error.
   *
   * @param hasStackTrace false to leave out the stack trace; errors of data have none, because a
   *     file can contain millions of them
   */
  protected KeywrightException(
      ErrorCode code, String message, @Nullable Throwable cause, boolean hasStackTrace) {
    super(message, cause, hasStackTrace, hasStackTrace);
    this.code = code;
  }

  /** An error with a stack trace. */
  protected KeywrightException(ErrorCode code, String message, @Nullable Throwable cause) {
    this(code, message, cause, true);
  }

  /** The kind of the error. */
  public final ErrorCode code() {
    return code;
  }
}
