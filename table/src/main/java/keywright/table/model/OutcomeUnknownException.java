package keywright.table.model;

import keywright.key.ErrorCode;

/**
 * It is unknown whether a statement was executed. Either the engine did not answer, and other
 * writers have written the row since then. Or the engine failed after it had written some of
 * several rows. The caller has to read the rows to find out whether they were written.
 */
public final class OutcomeUnknownException extends TableException {
  private static final long serialVersionUID = 1;

  private final String table;

  /**
   * Makes an error for a table.
   *
   * @param table the name of the table
   */
  public OutcomeUnknownException(String table, String message) {
    super(ErrorCode.OUTCOME_UNKNOWN, message);
    this.table = table;
  }

  /**
   * Makes an error for a table that was caused by another error.
   *
   * @param table the name of the table
   */
  public OutcomeUnknownException(String table, String message, Throwable cause) {
    super(ErrorCode.OUTCOME_UNKNOWN, message, cause);
    this.table = table;
  }

  /**
   * The name of the table whose rows the caller must read. For a batch with several tables it is
   * the name of the first table.
   */
  public String table() {
    return table;
  }
}
