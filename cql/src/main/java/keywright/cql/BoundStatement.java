package keywright.cql;

/**
 * A prepared statement with the values of its parameters. {@link CqlSession#batch} executes several
 * of them as one batch. Immutable and safe for many threads.
 */
public final class BoundStatement {
  private final PreparedStatement statement;
  private final Parameters parameters;

  BoundStatement(PreparedStatement statement, Parameters parameters) {
    this.statement = statement;
    this.parameters = parameters;
  }

  /** The prepared statement, which has no values. */
  public PreparedStatement statement() {
    return statement;
  }

  /**
   * Executes this statement by itself, not in a batch.
   *
   * @return the result, which the caller must close
   * @throws CqlException as {@link PreparedStatement#execute(Object...)}
   */
  public Result execute() {
    return statement.execute(parameters);
  }

  Parameters parameters() {
    return parameters;
  }
}
