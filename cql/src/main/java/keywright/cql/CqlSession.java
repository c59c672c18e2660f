package keywright.cql;

import java.util.function.Predicate;
import keywright.key.KeyException;
import keywright.table.BuildOptions;
import keywright.table.BuildProgress;
import keywright.table.Database;
import keywright.table.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements on a database, one at a time. It keeps nothing between them and may be shared
 * between threads.
 *
 * <p>Keyspaces are accepted and hold nothing: CREATE KEYSPACE and USE do nothing and say so, and
 * {@code shop.payment} is the table {@code payment}.
 */
public final class CqlSession {
  private final Database database;
  private final Predicate<BuildProgress> builds;

  private CqlSession(Database database, Predicate<BuildProgress> builds) {
    this.database = database;
    this.builds = builds;
  }

  /** A session on {@code database}, which stays the caller's to close. */
  public static CqlSession over(Database database) {
    return new CqlSession(database, BuildOptions.DEFAULT.goesOn());
  }

  /**
   * The same session, whose CREATE INDEX tells {@code listener} how far it is; when that answers
   * false the build stops, to be taken up by the next CREATE INDEX.
   */
  public CqlSession tellingBuilds(Predicate<BuildProgress> listener) {
    return new CqlSession(database, listener);
  }

  /**
   * Runs one statement; a semicolon may close it.
   *
   * @param parameters a value for each {@code ?}: of its column's type, or one that converts
   *     without loss; a collection for {@code IN ?}
   * @throws CqlException when it cannot be read or carried out
   */
  public Result execute(String statement, @Nullable Object... parameters) {
    return execute(Source.statement(statement, 1, 1), parameters);
  }

  /** Runs a statement of a script; errors have their place in the script. */
  public Result execute(CqlScript.Statement statement, @Nullable Object... parameters) {
    return execute(
        Source.statement(statement.text(), statement.line(), statement.column()), parameters);
  }

  private Result execute(Source source, @Nullable Object... parameters) {
    Parsed<CqlParser.OneStatementContext> parsed = Parsing.parse(source, CqlParser::oneStatement);
    try {
      return new StatementRunner(database, parsed, new Values(parsed, parameters), builds)
          .visit(parsed.tree().statement());
    } catch (TableException | KeyException e) {
      throw source.failed(String.valueOf(e.getMessage()), e);
    }
  }
}
