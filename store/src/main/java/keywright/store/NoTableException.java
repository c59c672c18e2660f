package keywright.store;

import java.util.Collection;
import keywright.key.ErrorCode;

/** The error for a table that the engine does not have, or that is disabled in the engine. */
public final class NoTableException extends StoreException {
  private static final long serialVersionUID = 1;

  /** Makes an error with the given message. */
  public NoTableException(String message) {
    super(ErrorCode.NOT_FOUND, message);
  }

  /** Makes an error with the given message that was caused by another error. */
  public NoTableException(String message, Throwable cause) {
    super(ErrorCode.NOT_FOUND, message, cause);
  }

  /**
   * The end of the error message for a missing table: the tables that were found, and what the user
   * can do.
   *
   * @param names the names of the tables that Keywright has created in the database
   */
  public static String found(Collection<String> names) {
    return names.isEmpty()
        ? "found no such table, expected a table that Keywright has created, but the database has none; check which database is open"
        : "found no such table, expected one of the tables that Keywright has created: "
            + String.join(", ", names);
  }
}
