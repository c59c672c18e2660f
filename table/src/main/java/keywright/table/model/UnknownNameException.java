package keywright.table.model;

/** A table, an index or a column that the database does not have. */
public final class UnknownNameException extends TableException {
  private static final long serialVersionUID = 1;

  /** A refusal. */
  public UnknownNameException(String message) {
    super(message);
  }
}
