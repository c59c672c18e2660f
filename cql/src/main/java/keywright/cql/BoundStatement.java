package keywright.cql;

import keywright.store.stop.Cancellation;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement with the values of its parameters. {@link CqlSession#batch} executes several
 * of them as one batch. Immutable and safe for many threads.
 */
public final class BoundStatement {
  private final PreparedStatement statement;
  private final Parameters parameters;
  private final Cancellation cancellation;

  BoundStatement(PreparedStatement statement, Parameters parameters) {
    this(statement, parameters, Cancellation.NONE);
  }

  private BoundStatement(
      PreparedStatement statement, Parameters parameters, Cancellation cancellation) {
    this.statement = statement;
    this.parameters = parameters;
    this.cancellation = cancellation;
  }

  /**
   * The same statement, which {@code newCancellation} ends early when it is executed by itself, as
   * {@link keywright.table.Database#stoppedBy} describes. This cancellation replaces that of the
   * session; the timeout of the session stays. It has no effect on {@link CqlSession#batch}.
   */
  public BoundStatement stoppedBy(Cancellation newCancellation) {
    return new BoundStatement(statement, parameters, newCancellation);
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
    return statement.execute(parameters, cancellation);
  }

  /**
   * Executes the statement, a SELECT, and returns one page of its rows, as {@link
   * PreparedStatement#page(int, long, String, Object...)} does.
   */
  public Result page(int size, long bytes, @Nullable String token) {
    return statement.page(size, bytes, token, parameters, cancellation);
  }

  Parameters parameters() {
    return parameters;
  }
}
