package keywright.table.model;

import keywright.key.ErrorCode;

/** A table, an index or a column that the database does not have. */
public final class UnknownNameException extends TableException {
  private static final long serialVersionUID = 1;

  private final String name;

  /** There is nothing of this name. */
  public UnknownNameException(String name, String message) {
    super(ErrorCode.NOT_FOUND, message);
    this.name = name;
  }

  /** The name, as it was given. */
  public String name() {
    return name;
  }
}
