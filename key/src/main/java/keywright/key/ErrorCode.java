package keywright.key;

/**
 * The kind of a {@link KeywrightException}, for programs. Names do not change between releases;
 * messages may.
 */
public enum ErrorCode {
  /** A text cannot be parsed as a statement, expression, condition or type. */
  SYNTAX,
  /** A declaration, a value or a request is wrong. */
  INVALID,
  /** The table, index or column does not exist. */
  NOT_FOUND,
  /** A table, index or database of that name exists. */
  ALREADY_EXISTS,
  /** No key serves the query, or the query would read more ranges than are allowed. */
  NO_KEY,
  /** Another row has the key. */
  DUPLICATE_KEY,
  /**
   * Write conflict: another writer changed the same rows or declarations. This call changed
   * nothing.
   */
  CONFLICT,
  /** The engine did not answer. Nothing was changed. */
  UNAVAILABLE,
  /** It is unknown whether the change was made, and whether it will still be made. */
  OUTCOME_UNKNOWN,
  /** The engine, or this kind of table, does not support the requested operation. */
  UNSUPPORTED,
  /** The user or the client has no permission for the requested operation. */
  ACCESS_DENIED,
  /** A limit of size or number is exceeded. */
  LIMIT_EXCEEDED,
  /** The caller stopped work that can be resumed. */
  STOPPED,
  /** The database is closed. */
  CLOSED,
  /** Stored data cannot be read. */
  UNREADABLE,
  /** The engine failed. */
  STORAGE;

  /**
   * Whether the program can safely repeat the same call: the repeated call may succeed, and no
   * change is made twice.
   */
  public boolean isRetryable() {
    return this == CONFLICT || this == UNAVAILABLE;
  }

  /** The code of {@code cause} if it has one, otherwise {@code other}. */
  public static ErrorCode of(Throwable cause, ErrorCode other) {
    return cause instanceof KeywrightException error ? error.code() : other;
  }
}
