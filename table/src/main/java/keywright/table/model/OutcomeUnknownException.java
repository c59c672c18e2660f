package keywright.table.model;

import keywright.key.ErrorCode;

/**
 * A statement of which nobody can tell whether it was carried out: the engine did not answer, and
 * the row was written since by others, or some of several rows were written before it failed. What
 * the rows hold now is for the caller to read.
 */
public final class OutcomeUnknownException extends TableException {
  private static final long serialVersionUID = 1;

  private final String table;

  /** Of a table. */
  public OutcomeUnknownException(String table, String message) {
    super(ErrorCode.OUTCOME_UNKNOWN, message);
    this.table = table;
  }

  /** Of a table, where another error led to it. */
  public OutcomeUnknownException(String table, String message, Throwable cause) {
    super(ErrorCode.OUTCOME_UNKNOWN, message, cause);
    this.table = table;
  }

  /** The table whose rows are to be read; of a batch of several tables the first. */
  public String table() {
    return table;
  }
}
