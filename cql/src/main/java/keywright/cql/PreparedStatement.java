package keywright.cql;

import java.util.Map;
import keywright.cql.grammar.CqlParser;
import keywright.table.Database;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is parsed once and run many times, with values for its {@code ?} or its {@code
 * :name} parameters. Immutable and safe for many threads.
 *
 * <p>Each run checks names and values against the current tables. A value must have its column's
 * type, or be convertible to it without loss.
 */
public final class PreparedStatement {
  private final CqlSession session;
  private final Parsed<CqlParser.OneStatementContext> parsed;
  private final Parameters parameters;
  private final KnownColumns columns;

  PreparedStatement(CqlSession session, Parsed<CqlParser.OneStatementContext> parsed) {
    this.session = session;
    this.parsed = parsed;
    this.parameters = Parameters.of(parsed);
    this.columns = new KnownColumns(parsed.source());
  }

  /** Whether the statement has parameters. */
  boolean hasParameters() {
    return parameters.count() > 0;
  }

  void check(Database database) {
    new NameChecks(database, parsed).check();
  }

  /**
   * Runs the statement.
   *
   * @param values one for each {@code ?}; for {@code IN ?} a collection
   * @throws CqlException if the number of values is wrong, if a column cannot store its value, or
   *     if the statement cannot be executed
   */
  public Result execute(@Nullable Object... values) {
    return session.run(parsed, columns, parameters.bind(values), StatementRunner::run);
  }

  /**
   * Runs the statement.
   *
   * @param values one for each {@code :name}; a collection for {@code IN :name}
   * @throws CqlException as {@link #execute(Object...)}
   */
  public Result execute(Map<String, ? extends @Nullable Object> values) {
    return session.run(parsed, columns, parameters.bind(values), StatementRunner::run);
  }

  /**
   * Returns a page of the rows of a SELECT, as {@link CqlSession#page}.
   *
   * @throws CqlException as {@link CqlSession#page}
   */
  public Result page(int size, @Nullable String token, @Nullable Object... values) {
    return session.run(
        parsed, columns, parameters.bind(values), runner -> runner.page(size, token));
  }
}
