package keywright.table.model;

/** A statement or a definition that cannot be carried out, said in one line. */
public sealed class TableException extends RuntimeException
    permits OutcomeUnknownException, UnknownNameException {
  private static final long serialVersionUID = 1;

  private final int change;

  public TableException(String message) {
    super(message);
    this.change = -1;
  }

  public TableException(String message, Throwable cause) {
    this(message, cause, -1);
  }

  /** A change of several that are made together; {@code cause} says it without the place. */
  public TableException(String message, Throwable cause, int change) {
    super(message, cause);
    this.change = change;
  }

  /**
   * The place among the changes of {@code Database.apply} of the one that is refused, from 0; the
   * cause is the refusal without its place. -1 when it was the only one.
   */
  public int change() {
    return change;
  }
}
