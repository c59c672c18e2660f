package keywright.key;

/**
 * The kind of a {@link KeywrightException}, for programs that react to certain errors. The names of
 * the codes do not change between releases; the messages of errors may change.
 */
public enum ErrorCode {
  /** A text cannot be parsed as a statement, expression, condition or type. */
  SYNTAX,
  /** A declaration, a value or a call is wrong. */
  INVALID,
  /** The table, index or column does not exist. */
  NOT_FOUND,
  /** A table, index or database with this name already exists. */
  ALREADY_EXISTS,
  /** No key serves the query, or the query would read more ranges than are allowed. */
  NO_KEY,
  /** Another row has the same key of a unique index. */
  DUPLICATE_KEY,
  /**
   * Write conflict: another writer changed the same rows or declarations. This call changed
   * nothing.
   */
  CONFLICT,
  /** The engine did not answer. The call changed nothing. */
  UNAVAILABLE,
  /** It is unknown whether the change was made. The change may also still be made later. */
  OUTCOME_UNKNOWN,
  /** The engine, or this kind of table, does not support the requested operation. */
  UNSUPPORTED,
  /** The user or the client has no permission for the requested operation. */
  ACCESS_DENIED,
  /** A limit of size or of a number is exceeded. */
  LIMIT_EXCEEDED,
  /**
   * The work was stopped because the caller asked for it. A repeated call begins the work again, or
   * resumes it where the documentation says so.
   */
  STOPPED,
  /** The work was stopped because its time limit had passed. */
  TIMED_OUT,
  /** The database is closed. */
  CLOSED,
  /** Stored data cannot be decoded. */
  UNREADABLE,
  /** The engine failed. */
  STORAGE;

  /**
   * Whether a program can safely repeat the call that failed with this code. The repeated call may
   * succeed, and no change is made twice.
   */
  public boolean isRetryable() {
    return this == CONFLICT || this == UNAVAILABLE;
  }

  /** The code of {@code cause} if it is a {@link KeywrightException}; otherwise {@code other}. */
  public static ErrorCode of(Throwable cause, ErrorCode other) {
    return cause instanceof KeywrightException error ? error.code() : other;
  }
}
