package keywright.key;

/**
 * What kind of error a {@link KeywrightException} is, for programs. Names stay from release to
 * release; messages do not.
 */
public enum ErrorCode {
  /** A text is no statement, expression, condition or type. */
  SYNTAX,
  /** A declaration, a value or a request does not fit. */
  INVALID,
  /** There is no such table, index or column. */
  NOT_FOUND,
  /** There is a table, index or database of that name. */
  ALREADY_EXISTS,
  /** No key serves the query, or only by more ranges than are allowed. */
  NO_KEY,
  /** Another row has the key. */
  DUPLICATE_KEY,
  /** Others changed the same rows or declarations. Nothing was changed. */
  CONFLICT,
  /** The engine did not answer. Nothing was changed. */
  UNAVAILABLE,
  /** Nobody knows whether the change was made, or will be. */
  OUTCOME_UNKNOWN,
  /** The engine, or the kind of table, cannot do it. */
  UNSUPPORTED,
  /** The user, or the client, is not allowed to do it. */
  ACCESS_DENIED,
  /** A limit of size or number is exceeded. */
  LIMIT_EXCEEDED,
  /** The caller ended work that can be resumed. */
  STOPPED,
  /** The database is closed. */
  CLOSED,
  /** What is stored cannot be read. */
  UNREADABLE,
  /** The engine failed. */
  STORAGE;

  /** Whether the same call may succeed if it is repeated, and does nothing twice. */
  public boolean isRetryable() {
    return this == CONFLICT || this == UNAVAILABLE;
  }

  /** The code of a cause that has one; else another. */
  public static ErrorCode of(Throwable cause, ErrorCode other) {
    return cause instanceof KeywrightException error ? error.code() : other;
  }
}
