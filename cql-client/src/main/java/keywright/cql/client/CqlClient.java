package keywright.cql.client;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import keywright.cql.CqlScript;
import keywright.cql.CqlSession;
import keywright.cql.Marker;
import keywright.cql.PreparedStatement;
import keywright.cql.Result;
import keywright.key.Column;
import keywright.store.stop.Cancellation;
import keywright.table.Database;
import keywright.table.model.BuildProgress;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * Statements on a database, and its declarations. The database is open in this process ({@link
 * #over}), or a server has it open ({@link #connect}). Both give the same results, with the same
 * types, and the same errors.
 *
 * <p>Safe for many threads; each {@link Result} is used by one thread. The methods throw a {@link
 * keywright.key.KeywrightException}: a {@link keywright.cql.CqlException} if a statement is
 * refused, a {@link ClientException} if the server does not answer.
 */
public interface CqlClient extends AutoCloseable {
  /** The beginning of the URL of a server. */
  String SCHEME = "cql:";

  /** Whether {@code url} is that of a server. */
  static boolean isServer(String url) {
    return url.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
  }

  /**
   * Connects to a server.
   *
   * @param url {@code cql:HOST:PORT/KEYSPACE}, as docs/serve.md describes
   * @throws ClientException if the URL is wrong, or if there is no server that answers
   */
  static CqlClient connect(String url) {
    return connect(url, "", new char[0]);
  }

  /**
   * Connects to a server as a user.
   *
   * @param user the name of the user; empty for a server that asks for none
   * @param password of the user. It is kept, so that the client can connect again
   * @throws ClientException as {@link #connect(String)}, and if the name or the password is wrong
   */
  static CqlClient connect(String url, String user, char[] password) {
    return ServerClient.connect(ServerAddress.parse(url), new ServerLogin(user, password));
  }

  /** A client of a database of this process. Closing the client does not close the database. */
  static CqlClient over(Database database) {
    return over(database, CqlSession.over(database), () -> {});
  }

  /**
   * A client of a database of this process.
   *
   * @param session on the database. Closing the client closes it
   * @param close is run when the client is closed
   */
  static CqlClient over(Database database, CqlSession session, Runnable close) {
    return new DatabaseClient(database, session, close);
  }

  /** A statement that was prepared. */
  interface Prepared {
    /** The kind of the statement. */
    PreparedStatement.Kind kind();

    /** The table of the statement, as {@link PreparedStatement#table}. */
    Optional<String> table();

    /** The parameters, as {@link PreparedStatement#markers}. */
    List<Marker> markers();

    /** The columns of the result, as {@link PreparedStatement#columns}. */
    List<Column> columns();

    /**
     * The statement with values.
     *
     * @param values one value for each of {@link #markers}, also if they have names
     */
    Bound bind(@Nullable Object... values);
  }

  /** A prepared statement with values for its parameters. */
  interface Bound {
    /** The statement. */
    Prepared statement();

    /** Executes the statement. The caller must close the result. */
    default Result execute() {
      return execute(Cancellation.NONE);
    }

    /**
     * Executes the statement. The caller must close the result.
     *
     * @param cancellation ends the statement early, as {@link Database#stoppedBy} describes, and
     *     the reading of its rows
     */
    Result execute(Cancellation cancellation);
  }

  /** Parses a statement, and checks that its tables and columns exist. */
  Prepared prepare(String statement);

  /** Executes a statement without parameters. The caller must close the result. */
  default Result execute(String statement) {
    return execute(new CqlScript.Statement(statement, 1, 1), build -> true, Cancellation.NONE);
  }

  /**
   * Executes a statement of a script. The caller must close the result.
   *
   * @param builds receives the progress of an index build, if the database is open in this process;
   *     it returns false to stop the build
   * @param cancellation ends the statement early, as {@link Database#stoppedBy} describes, and the
   *     reading of its rows
   */
  Result execute(
      CqlScript.Statement statement, Predicate<BuildProgress> builds, Cancellation cancellation);

  /**
   * Returns one page of a SELECT, as {@link CqlSession#page}.
   *
   * @param cancellation ends the statement early
   */
  Result page(
      int size, @Nullable String token, CqlScript.Statement statement, Cancellation cancellation);

  /**
   * Makes changes in one atomic step, as {@link CqlSession#batch}.
   *
   * @param statements prepared by this client
   */
  default Result batch(List<Bound> statements) {
    return batch(statements, Cancellation.NONE);
  }

  /**
   * Makes changes in one atomic step, as {@link #batch(List)} does.
   *
   * @param cancellation ends the statement early
   */
  Result batch(List<Bound> statements, Cancellation cancellation);

  /** Whether a batch of several rows is possible. */
  boolean hasAtomicBatches();

  /** The names of the tables, sorted, as {@link Database#tables}. */
  List<String> tables();

  /** The names of the keyspaces, sorted, as {@link Database#keyspaces}. */
  List<String> keyspaces();

  /** The name of the default keyspace, as {@link Database#defaultKeyspace}. */
  default String defaultKeyspace() {
    List<String> all = keyspaces();
    return all.contains(Names.DEFAULT_KEYSPACE) ? Names.DEFAULT_KEYSPACE : all.get(0);
  }

  /** The keyspace of the last USE, or of the URL; empty for none. */
  String keyspace();

  /**
   * The declaration of a table; empty if there is none with this name.
   *
   * @param table the name as in a statement of this client: without a keyspace it is in the
   *     keyspace of the last USE
   */
  Optional<TableDefinition> find(String table);

  /** Whether there is a table or an index with this name. */
  boolean exists(String tableOrIndex);

  /** Throws if the database is closed, or if the server does not answer. */
  void requireOpen();

  /**
   * The object of a class below this client: its {@link Database} or {@link CqlSession}. Empty if
   * there is none, as for a server.
   */
  <T> Optional<T> unwrap(Class<T> target);

  @Override
  void close();
}
