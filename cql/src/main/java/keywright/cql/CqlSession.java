package keywright.cql;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import keywright.cql.grammar.CqlParser;
import keywright.key.KeyException;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import keywright.table.Database;
import keywright.table.model.BuildOptions;
import keywright.table.model.BuildProgress;
import keywright.table.model.Limits;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.UnknownNameException;
import org.jspecify.annotations.Nullable;

/**
 * Executes statements on a database. The only state of a session is the keyspace of its last USE
 * statement. A session is safe for many threads; each {@link Result} is used by one thread.
 *
 * <p>After USE, a name without a keyspace means the table in the keyspace of the session. Without
 * USE, {@link Database#tables} describes what it means. A prepared statement keeps the keyspace in
 * which it was prepared.
 */
public final class CqlSession implements AutoCloseable {
  /** The number of kept statements at which all are dropped. */
  private static final int REPEATED_MAX = 128;

  private static final int REPEATED_LENGTH_MAX = 1_024;

  private final Database database;
  private final Predicate<BuildProgress> builds;
  private final UnaryOperator<Query> options;
  private final AtomicReference<String> keyspace;
  private final Cancellation cancellation;
  private final @Nullable Duration timeout;

  /** The kept statements with parameters, by their text. Programs execute the same text again. */
  private final Map<String, PreparedStatement> repeated = new ConcurrentHashMap<>();

  private volatile boolean closed;

  private CqlSession(
      Database database,
      AtomicReference<String> keyspace,
      Predicate<BuildProgress> builds,
      UnaryOperator<Query> options,
      Cancellation cancellation,
      @Nullable Duration timeout) {
    this.cancellation = cancellation;
    this.timeout = timeout;
    this.database = database;
    this.keyspace = keyspace;
    this.builds = builds;
    this.options = options;
  }

  /** Makes a session on a database. Closing the session does not close the database. */
  public static CqlSession over(Database database) {
    return new CqlSession(
        database,
        new AtomicReference<>(""),
        BuildOptions.DEFAULT.continueWhile(),
        UnaryOperator.identity(),
        Cancellation.NONE,
        null);
  }

  /**
   * Makes a new session on the same database with the same options, whose CREATE INDEX statements
   * report their progress.
   *
   * @param listener receives the progress from time to time. If it returns false, the build of the
   *     index stops; a repeated CREATE INDEX resumes it
   * @return the new session. A USE in one of the two sessions is one in both
   */
  public CqlSession tellingBuilds(Predicate<BuildProgress> listener) {
    return new CqlSession(database, keyspace, listener, options, cancellation, timeout);
  }

  /**
   * Makes a new session on the same database with the same options, whose SELECT statements have
   * the limits {@code newLimits}.
   *
   * @return the new session. A USE in one of the two sessions is one in both
   */
  public CqlSession withLimits(Limits newLimits) {
    return with(query -> query.withLimits(newLimits));
  }

  /**
   * Makes a new session on the same database with the same options, whose SELECT statements skip
   * rows that cannot be decoded. {@link Result#skipped} has the number of skipped rows.
   *
   * @return the new session. A USE in one of the two sessions is one in both
   */
  public CqlSession skippingUnreadable() {
    return with(Query::skippingUnreadable);
  }

  private CqlSession with(UnaryOperator<Query> option) {
    return new CqlSession(
        database,
        keyspace,
        builds,
        query -> option.apply(options.apply(query)),
        cancellation,
        timeout);
  }

  /**
   * Makes a new session on the same database with the same options, each of whose statements ends
   * when {@code newTimeout} has passed since it began. {@link Database#stoppedBy} tells where a
   * statement can end. The error of a statement that ends early has the code {@link
   * keywright.key.ErrorCode#TIMED_OUT}. A SELECT ends with its last row: the time in which the
   * program uses its rows counts.
   *
   * @return the new session. A USE in one of the two sessions is one in both
   */
  public CqlSession withTimeout(Duration newTimeout) {
    return new CqlSession(database, keyspace, builds, options, cancellation, newTimeout);
  }

  /**
   * Makes a new session on the same database with the same options, whose statements {@code
   * newCancellation} ends early, as {@link Database#stoppedBy} describes.
   *
   * @return the new session. A USE in one of the two sessions is one in both
   */
  public CqlSession stoppedBy(Cancellation newCancellation) {
    return new CqlSession(database, keyspace, builds, options, newCancellation, timeout);
  }

  /**
   * The cancellation of one statement, which begins now.
   *
   * @param ofStatement that of the statement; {@link Cancellation#NONE} for that of the session
   */
  private Cancellation begin(Cancellation ofStatement) {
    Cancellation outer = ofStatement.isNone() ? cancellation : ofStatement;
    return timeout == null ? outer : outer.within(timeout);
  }

  /**
   * Executes one statement. QUERY and WRITE statements only describe the load of a design. They are
   * not executed, and the message of the result says so.
   *
   * @param statement the text of the statement, with or without a semicolon at its end
   * @param parameters one value for each {@code ?} of the statement, of the column's type or
   *     convertible to this type without loss; a collection for {@code IN ?}
   * @return the result, which the caller must close
   * @throws CqlException if the statement cannot be parsed or executed
   */
  public Result execute(String statement, @Nullable Object... parameters) {
    return execute(statement, prepared -> prepared.execute(parameters));
  }

  /**
   * Executes one statement with named parameters, as {@link #execute(String, Object...)} does.
   *
   * @param parameters the values by name, one for each {@code :name} of the statement
   */
  public Result execute(String statement, Map<String, ? extends @Nullable Object> parameters) {
    return execute(statement, prepared -> prepared.execute(parameters));
  }

  /**
   * Executes a statement of a script, as {@link #execute(String, Object...)} does. Lines and
   * columns in errors count from the start of the script.
   */
  public Result execute(CqlScript.Statement statement, @Nullable Object... parameters) {
    return execute(
        Source.statement(statement.text(), statement.line(), statement.column()),
        prepared -> prepared.execute(parameters));
  }

  /**
   * Runs INSERTs, UPDATEs, DELETEs and batches of them as one batch, as {@code BEGIN BATCH … APPLY
   * BATCH} does: all of their changes are made in one atomic step, or none.
   *
   * @throws CqlException if a statement cannot be executed or is of another kind, or if the engine
   *     has no atomic batches and the statements change more than one row
   */
  public Result batch(List<BoundStatement> statements) {
    if (statements.isEmpty()) {
      return Result.message("batch applied: 0 rows changed", 0);
    }
    Source first = statements.get(0).statement().parsed().source();
    requireOpen(first);
    Cancellation stop = begin(Cancellation.NONE);
    Database stopped = stop.isNone() ? database : database.stoppedBy(stop);
    return withLatestNames(
        () ->
            whole(
                first,
                () -> {
                  List<BatchRunner.Part> parts = new ArrayList<>();
                  for (BoundStatement bound : statements) {
                    PreparedStatement statement = bound.statement();
                    parts.addAll(
                        runner(
                                stopped,
                                statement.parsed(),
                                statement.knownColumns(),
                                bound.parameters())
                            .parts());
                  }
                  return new BatchRunner(stopped).run(parts, false);
                }));
  }

  /**
   * Executes one SELECT and returns one page of its rows. {@link Result#nextPage} has the token for
   * the next page. The caller must pass the same statement and parameters for each page; the sizes
   * of pages may differ.
   *
   * @param size the largest number of rows of the page, at least 1
   * @param token the token that the previous page has returned; null for the first page
   * @throws CqlException if the statement is not a SELECT, or cannot be parsed or executed, or if
   *     the token is damaged or belongs to another query or another order of the rows
   */
  public Result page(
      int size, @Nullable String token, String statement, @Nullable Object... parameters) {
    return page(size, token, new CqlScript.Statement(statement, 1, 1), parameters);
  }

  /**
   * Returns one page of a SELECT of a script, as {@link #page(int, String, String, Object...)}
   * does. Lines and columns in errors count from the start of the script.
   */
  public Result page(
      int size,
      @Nullable String token,
      CqlScript.Statement statement,
      @Nullable Object... parameters) {
    return prepared(Source.statement(statement.text(), statement.line(), statement.column()))
        .page(size, token, parameters);
  }

  /**
   * Parses a statement that will be executed many times with different parameters, and checks that
   * its tables and columns exist.
   *
   * @throws CqlException if the statement cannot be parsed, or names a table or column that does
   *     not exist
   */
  public PreparedStatement prepare(String statement) {
    return prepare(new CqlScript.Statement(statement, 1, 1));
  }

  /**
   * Parses a statement of a script, as {@link #prepare(String)} does. Lines and columns in errors
   * count from the start of the script.
   */
  public PreparedStatement prepare(CqlScript.Statement statement) {
    PreparedStatement prepared =
        prepared(Source.statement(statement.text(), statement.line(), statement.column()));
    return withLatestNames(
        () -> {
          prepared.check(database);
          return prepared;
        });
  }

  /** Runs the statement again if another process has just changed a declaration that it names. */
  private <R> R withLatestNames(Supplier<R> statement) {
    try {
      return statement.get();
    } catch (CqlException e) {
      boolean mayBeNew =
          e.getCause() instanceof UnknownNameException || e.getCause() instanceof KeyException;
      if (mayBeNew && database.refresh()) {
        return statement.get();
      }
      throw e;
    }
  }

  /** Runs a kept statement, or parses the statement. */
  private Result execute(String statement, Function<PreparedStatement, Result> run) {
    PreparedStatement known = repeated.get(statement);
    if (known != null && known.parsed().keyspace().equals(keyspace())) {
      return run.apply(known);
    }
    return execute(
        Source.statement(statement, 1, 1),
        prepared -> {
          if (prepared.hasParameters() && statement.length() <= REPEATED_LENGTH_MAX) {
            if (repeated.size() >= REPEATED_MAX) {
              repeated.clear();
            }
            repeated.put(statement, prepared);
          }
          return run.apply(prepared);
        });
  }

  private Result execute(Source source, Function<PreparedStatement, Result> run) {
    Parsed<CqlParser.OneStatementContext> parsed = parsed(source);
    String load = DesignReader.loadName(parsed);
    return load == null
        ? run.apply(new PreparedStatement(this, parsed))
        : Result.message(load + " " + DesignReader.DESCRIBES_A_LOAD, 0);
  }

  private PreparedStatement prepared(Source source) {
    Parsed<CqlParser.OneStatementContext> parsed = parsed(source);
    String load = DesignReader.loadName(parsed);
    if (load != null) {
      throw source.refused(
          parsed.tree().getStart(),
          "cannot prepare %s: found a statement that only describes a load for lint and simulate, expected a statement that can be executed; leave this statement to lint and simulate"
              .formatted(load),
          null);
    }
    return new PreparedStatement(this, parsed);
  }

  Parsed<CqlParser.OneStatementContext> parsed(Source source) {
    requireOpen(source);
    return Parsing.parse(source, CqlParser::oneStatement).in(keyspace());
  }

  /** The keyspace of the last USE; empty for none. */
  public String keyspace() {
    return Objects.requireNonNull(keyspace.get());
  }

  /** The name of a table as the database has it; as it is if there is no such table. */
  Optional<String> tableName(Optional<String> name) {
    return name.map(
        given -> {
          try {
            return database.find(given).map(TableDefinition::name).orElse(given);
          } catch (TableException e) {
            return given;
          }
        });
  }

  Result run(
      Parsed<CqlParser.OneStatementContext> parsed,
      KnownColumns columns,
      Parameters parameters,
      Cancellation ofStatement,
      Function<StatementRunner, Result> run) {
    requireOpen(parsed.source());
    Cancellation stop = begin(ofStatement);
    Database stopped = stop.isNone() ? database : database.stoppedBy(stop);
    return withLatestNames(
        () ->
            whole(parsed.source(), () -> run.apply(runner(stopped, parsed, columns, parameters))));
  }

  <R> R facts(
      Parsed<CqlParser.OneStatementContext> parsed,
      KnownColumns columns,
      Function<StatementFacts, R> read) {
    requireOpen(parsed.source());
    return withLatestNames(
        () ->
            whole(
                parsed.source(), () -> read.apply(new StatementFacts(database, parsed, columns))));
  }

  /**
   * @param stopped the database, whose calls end with the statement
   */
  private StatementRunner runner(
      Database stopped,
      Parsed<CqlParser.OneStatementContext> parsed,
      KnownColumns columns,
      Parameters parameters) {
    Values values = new Values(parsed, parameters, new FunctionValues(database::now));
    return new StatementRunner(stopped, parsed, values, columns, builds, options, keyspace);
  }

  /** Runs a part of a statement; errors without a place in it belong to the whole statement. */
  private static <R> R whole(Source source, Supplier<R> part) {
    try {
      return part.get();
    } catch (TableException | KeyException | StoppedException e) {
      throw source.failed(String.valueOf(e.getMessage()), e);
    }
  }

  private void requireOpen(Source source) {
    if (closed) {
      throw source.failed(
          "cannot run the statement: the session is closed; open another with CqlSession.over",
          null);
    }
  }

  /**
   * Closes the session: it then refuses statements. Open results and the database are not closed.
   */
  @Override
  public void close() {
    closed = true;
  }
}
