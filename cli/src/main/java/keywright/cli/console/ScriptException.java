package keywright.cli.console;

import keywright.cql.CqlException;

/** A statement of a file that cannot be read or carried out. */
public final class ScriptException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final CqlException statement;

  public ScriptException(String file, CqlException statement) {
    super(file + " line " + statement.line() + ": " + statement.getMessage(), statement);
    this.statement = statement;
  }

  /** What is wrong with the statement. */
  CqlException statement() {
    return statement;
  }
}
