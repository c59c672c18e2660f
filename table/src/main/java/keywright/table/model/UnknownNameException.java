package keywright.table.model;

import keywright.key.ErrorCode;

/** The error for the name of a table, an index or a column that the database does not have. */
public final class UnknownNameException extends TableException {
  private static final long serialVersionUID = 1;

  private final String name;

  /**
   * Makes the error for an unknown name.
   *
   * @param name the unknown name
   */
  public UnknownNameException(String name, String message) {
    super(ErrorCode.NOT_FOUND, message);
    this.name = name;
  }

  /** The unknown name, as the caller gave it. */
  public String name() {
    return name;
  }
}
