package keywright.table.model;

/**
 * A statement of which nobody can tell whether it was carried out: the engine did not answer, and
 * the row was written since by others, or some of several rows were written before it failed. What
 * the rows hold now is for the caller to read.
 */
public final class OutcomeUnknownException extends TableException {
  private static final long serialVersionUID = 1;

  public OutcomeUnknownException(String message) {
    super(message);
  }

  public OutcomeUnknownException(String message, Throwable cause) {
    super(message, cause);
  }
}
