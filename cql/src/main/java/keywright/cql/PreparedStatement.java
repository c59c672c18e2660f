package keywright.cql;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import keywright.cql.grammar.CqlParser;
import keywright.key.Column;
import keywright.table.Database;
import org.jspecify.annotations.Nullable;

/**
 * A statement that is parsed once and executed many times, each time with values for its {@code ?}
 * or {@code :name} parameters. Immutable and safe for many threads.
 *
 * <p>Each execution checks the names and values with the current declarations of the tables. A
 * value must be of the type of its column, or convertible to this type without loss.
 */
public final class PreparedStatement {
  /**
   * The value of a parameter that leaves its column as it is, whereas null deletes the value of the
   * column. A value of an INSERT outside the primary key and a value after SET can be unset; so can
   * the number of a TTL or TIMESTAMP, which then has no effect. Everywhere else it is refused.
   */
  public static final Object UNSET =
      new Object() {
        @Override
        public String toString() {
          return "unset";
        }
      };

  /** What a statement does. */
  public enum Kind {
    /** SELECT. */
    QUERY,
    /** INSERT, UPDATE, DELETE and BATCH without IF. */
    CHANGE,
    /** A change with IF: its result has the column {@code [applied]}. */
    CONDITIONAL_CHANGE,
    /** TRUNCATE. */
    TRUNCATE,
    /** CREATE, ATTACH, ALTER and DROP. */
    DEFINITION,
    /** DESCRIBE and EXPLAIN, which return lines of text. */
    DESCRIPTION,
    /** USE. */
    USE
  }

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

  /** What the statement does. */
  public Kind kind() {
    return StatementFacts.kind(parsed.tree().statement());
  }

  /**
   * The table that the statement reads, changes or defines, or the table of the index that it
   * creates. Empty if the statement names no table, or more than one.
   */
  public Optional<String> table() {
    return StatementFacts.table(parsed.tree().statement());
  }

  /**
   * The parameters of the statement, in the order in which {@link #execute(Object...)} takes their
   * values. Columns and types are those of the current declarations.
   *
   * @throws CqlException if a table or column does not exist, and for a parameter in a definition
   */
  public List<Marker> markers() {
    return session.facts(parsed, columns, StatementFacts::markers);
  }

  /**
   * The columns of the result, by the current declarations; empty if the statement returns no rows.
   * For a change with IF this is {@code [applied]}. If its condition is not met, the result has
   * further columns.
   *
   * @throws CqlException if a table or column does not exist
   */
  public List<Column> columns() {
    return session.facts(parsed, columns, StatementFacts::columns);
  }

  /** Whether the statement has parameters. */
  boolean hasParameters() {
    return parameters.count() > 0;
  }

  void check(Database database) {
    new NameChecks(database, parsed).check();
  }

  /**
   * Executes the statement.
   *
   * @param values one value for each {@code ?}; a collection for {@code IN ?}; {@link #UNSET}
   *     leaves a column as it is
   * @return the result, which the caller must close
   * @throws CqlException if the number of values is wrong, if a column cannot store its value, or
   *     if the statement cannot be executed
   */
  public Result execute(@Nullable Object... values) {
    return execute(parameters.bind(values));
  }

  /**
   * Executes the statement.
   *
   * @param values the values by name, one for each {@code :name}; a collection for {@code IN :name}
   * @return the result, which the caller must close
   * @throws CqlException as {@link #execute(Object...)}
   */
  public Result execute(Map<String, ? extends @Nullable Object> values) {
    return execute(parameters.bind(values));
  }

  Result execute(Parameters bound) {
    return session.run(parsed, columns, bound, StatementRunner::run);
  }

  /**
   * The statement with these values, as a part of {@link CqlSession#batch}. Values are converted
   * when the batch is executed.
   *
   * @throws CqlException if the number of values is wrong
   */
  public BoundStatement bind(@Nullable Object... values) {
    return new BoundStatement(this, parameters.bind(values));
  }

  /**
   * The statement with a value for each {@code :name}.
   *
   * @throws CqlException if a value is missing, or if no parameter has the name of a value
   */
  public BoundStatement bind(Map<String, ? extends @Nullable Object> values) {
    return new BoundStatement(this, parameters.bind(values));
  }

  Parsed<CqlParser.OneStatementContext> parsed() {
    return parsed;
  }

  KnownColumns knownColumns() {
    return columns;
  }

  /**
   * Executes the statement, a SELECT, and returns one page of its rows.
   *
   * @param size the largest number of rows of the page, at least 1
   * @param token the token that the previous page has returned; null for the first page
   * @param values one value for each {@code ?}; a collection for {@code IN ?}
   * @return the page, whose {@link Result#nextPage} has the token for the next page
   * @throws CqlException as {@link CqlSession#page}
   */
  public Result page(int size, @Nullable String token, @Nullable Object... values) {
    return session.run(
        parsed, columns, parameters.bind(values), runner -> runner.page(size, token));
  }
}
