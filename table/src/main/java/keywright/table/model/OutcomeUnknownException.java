package keywright.table.model;

import keywright.key.ErrorCode;

/**
 * It is unknown whether a statement was executed. The engine did not answer and other writers have
 * written the row since, or the engine failed after some of several rows were written. The caller
 * has to read the rows.
 */
public final class OutcomeUnknownException extends TableException {
  private static final long serialVersionUID = 1;

  private final String table;

  /** Of a table. */
  public OutcomeUnknownException(String table, String message) {
    super(ErrorCode.OUTCOME_UNKNOWN, message);
    this.table = table;
  }

  /** An unknown outcome for a table, caused by another error. */
  public OutcomeUnknownException(String table, String message, Throwable cause) {
    super(ErrorCode.OUTCOME_UNKNOWN, message, cause);
    this.table = table;
  }

  /**
   * The table whose rows the caller must read. For a batch of several tables it is the first table.
   */
  public String table() {
    return table;
  }
}
