package keywright.cql;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import keywright.cql.grammar.CqlParser;
import keywright.key.Column;
import keywright.store.stop.Cancellation;
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
   * A value for a parameter that does not change its column; in contrast, null deletes the value of
   * the column. It may be passed for a value of an INSERT outside the primary key, and for a value
   * after SET. It may also be passed for the number of a TTL or TIMESTAMP, which then has no
   * effect. For every other parameter it is refused.
   */
  public static final Object UNSET =
      new Object() {
        @Override
        public String toString() {
          return "unset";
        }
      };

  /** The kind of a statement. */
  public enum Kind {
    /** A SELECT. */
    QUERY,
    /** An INSERT, UPDATE, DELETE or BATCH without IF. */
    CHANGE,
    /** An INSERT, UPDATE, DELETE or BATCH with IF. Its result has the column {@code [applied]}. */
    CONDITIONAL_CHANGE,
    /** A TRUNCATE. */
    TRUNCATE,
    /** A CREATE, ATTACH, ALTER or DROP. */
    DEFINITION,
    /** A DESCRIBE or EXPLAIN, which returns lines of text. */
    DESCRIPTION,
    /** A USE. */
    USE
  }

  private final CqlSession session;
  private final Parsed<CqlParser.OneStatementContext> parsed;
  private final Parameters parameters;
  private final KnownColumns columns;

  PreparedStatement(CqlSession session, Parsed<CqlParser.OneStatementContext> parsed) {
    this(session, parsed, Parameters.of(parsed));
  }

  private PreparedStatement(
      CqlSession session, Parsed<CqlParser.OneStatementContext> parsed, Parameters parameters) {
    this.session = session;
    this.parsed = parsed;
    this.parameters = parameters;
    this.columns = new KnownColumns(parsed.source());
  }

  /**
   * The same statement with a parameter for each place, as in Cassandra's native protocol: a {@code
   * :name} that occurs twice has two markers. Values without names are given for each place, and
   * values by name for each name.
   */
  public PreparedStatement byPlace() {
    return new PreparedStatement(session, parsed, Parameters.byPlace(parsed));
  }

  /** The kind of the statement. */
  public Kind kind() {
    return StatementFacts.kind(parsed.tree().statement());
  }

  /**
   * The name of the table that the statement reads, changes or declares, or the table of the index
   * that it creates. Empty if the statement names no table, or more than one. A table of a keyspace
   * has its keyspace before its name, as in {@code Database.tables}.
   */
  public Optional<String> table() {
    return session.tableName(StatementFacts.table(parsed));
  }

  /**
   * The parameters of the statement, in the order in which {@link #execute(Object...)} takes their
   * values. Their columns and types are those of the current declarations of the tables.
   *
   * @throws CqlException if a table or column does not exist, or if a statement that declares a
   *     table or an index has a parameter
   */
  public List<Marker> markers() {
    return session.facts(parsed, columns, facts -> facts.markers(parameters));
  }

  /**
   * The columns of the result, computed with the current declarations of the tables; empty if the
   * statement returns no rows. For a change with IF it is the column {@code [applied]}. If a
   * condition of such a change is not met, its result has further columns.
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
    return execute(parameters.bind(values), Cancellation.NONE);
  }

  /**
   * Executes the statement.
   *
   * @param values the values by name, one for each {@code :name}; a collection for {@code IN :name}
   * @return the result, which the caller must close
   * @throws CqlException as {@link #execute(Object...)}
   */
  public Result execute(Map<String, ? extends @Nullable Object> values) {
    return execute(parameters.bind(values), Cancellation.NONE);
  }

  Result execute(Parameters bound, Cancellation cancellation) {
    return session.run(parsed, columns, bound, cancellation, StatementRunner::run);
  }

  /**
   * Makes a statement with values for its parameters, which {@link CqlSession#batch} can execute
   * together with others. The values are converted to the types of their columns when the statement
   * is executed.
   *
   * @param values one value for each {@code ?}; a collection for {@code IN ?}
   * @throws CqlException if the number of values is wrong
   */
  public BoundStatement bind(@Nullable Object... values) {
    return new BoundStatement(this, parameters.bind(values));
  }

  /**
   * Makes a statement with values for its parameters, as {@link #bind(Object...)} does.
   *
   * @param values the values by name, one for each {@code :name}
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
    return page(size, Long.MAX_VALUE, token, values);
  }

  /**
   * Executes the statement, a SELECT, and returns one page of its rows, as {@link #page(int,
   * String, Object...)} does. The page also ends after the row with which its values have {@code
   * bytes} bytes or more. So it exceeds this limit by less than one row.
   *
   * @param bytes the number of bytes, as a client of Cassandra's native protocol gets the values
   */
  public Result page(int size, long bytes, @Nullable String token, @Nullable Object... values) {
    return page(size, bytes, token, parameters.bind(values), Cancellation.NONE);
  }

  Result page(
      int size, long bytes, @Nullable String token, Parameters bound, Cancellation cancellation) {
    return session.run(
        parsed, columns, bound, cancellation, runner -> runner.page(size, bytes, token));
  }
}
