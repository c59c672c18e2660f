package keywright.table;

/**
 * A statement of which nobody can tell whether it was carried out: the engine did not answer, and
 * the row was written since by others. What the row holds now is for the caller to read.
 */
public final class OutcomeUnknownException extends TableException {
  private static final long serialVersionUID = 1;

  OutcomeUnknownException(String message) {
    super(message);
  }
}
