package keywright.cli.database;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import keywright.cli.console.CliException;
import keywright.cql.CqlSession;
import keywright.cql.client.CqlClient;
import keywright.table.Database;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options {@code --db} and {@code --config}. */
public final class DatabaseOption {
  private static final String DEFAULT = "rocksdb:./keywright-data";

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--db",
      paramLabel = "URL",
      defaultValue = "$" + "{env:KEYWRIGHT_DB:-" + DEFAULT + "}",
      description =
          "The database, such as rocksdb:./data or memory:, or a server, such as cql:HOST:9042 (default: KEYWRIGHT_DB, else"
              + " "
              + DEFAULT
              + ").")
  private String given = "";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A configuration of the engine's client, such as hbase-site.xml.")
  private @Nullable String config;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description =
          "The user of a server that asks for one. The password is KEYWRIGHT_PASSWORD, or is asked for.")
  private String user = "";

  /** Opens the database, which is created if it does not exist. */
  public Database open() {
    requireNoUser();
    return open(command(), url());
  }

  /** The URL of a database, for a command that opens it in its own way. */
  String databaseUrl() {
    requireNoUser();
    requireNoServer(command(), url());
    return url();
  }

  /**
   * Opens the database at {@code url}.
   *
   * @param command for messages
   */
  static Database open(String command, String url) {
    requireNoServer(command, url);
    return Database.open(url);
  }

  /** Opens the database. It must exist: a mistyped URL must not create one. */
  Database openExisting() {
    requireNoUser();
    return openExisting(command(), url());
  }

  private void requireNoUser() {
    if (!user.isEmpty() && !isServer()) {
      throw new CliException(
          "cannot use --user with %s: found the URL of a database, expected the address of a server, such as cql:127.0.0.1:9042; leave the option out"
              .formatted(plainUrl()));
    }
  }

  private String command() {
    return spec == null ? "keywright" : spec.qualifiedName();
  }

  /** Whether {@code --db} names a server. */
  public boolean isServer() {
    return CqlClient.isServer(plainUrl());
  }

  /**
   * Opens the database for statements, or connects to the server that has it open. Closing the
   * client closes the database. A database is created if it does not exist.
   *
   * @param options of the session on a database of this process
   */
  public CqlClient openClient(UnaryOperator<CqlSession> options) {
    return isServer() ? connect() : over(open(), options);
  }

  /** As {@link #openClient}, for a database that must exist. */
  CqlClient openExistingClient(UnaryOperator<CqlSession> options) {
    return isServer() ? connect() : over(openExisting(), options);
  }

  private static CqlClient over(Database database, UnaryOperator<CqlSession> options) {
    return CqlClient.over(database, options.apply(CqlSession.over(database)), database::close);
  }

  private CqlClient connect() {
    requireNoServer(config != null, "--config");
    if (user.isEmpty()) {
      return CqlClient.connect(plainUrl());
    }
    char[] password = PasswordInput.ofServer(user);
    try {
      return CqlClient.connect(plainUrl(), user, password);
    } finally {
      Arrays.fill(password, '\0');
    }
  }

  /**
   * Refuses an option that a server cannot obey.
   *
   * @param isGiven whether the user has given the option {@code name}
   */
  public void requireNoServer(boolean isGiven, String name) {
    if (isGiven && isServer()) {
      throw new CliException(
          "cannot use %s with %s: found the address of a server, expected the URL of a database; leave the option out"
              .formatted(name, plainUrl()));
    }
  }

  /** Refuses the address of a server for a command that needs the database itself. */
  private static void requireNoServer(String command, String url) {
    if (CqlClient.isServer(url)) {
      throw new CliException(
          "cannot run '%s' on %s: found the address of a server, expected the URL of a database; run it where the server runs, with the --db of the server, and stop the server first if its database is embedded"
              .formatted(command, url));
    }
  }

  /**
   * Opens the database at {@code url}, which must exist.
   *
   * @param command for messages
   */
  static Database openExisting(String command, String url) {
    requireNoServer(command, url);
    if (!Database.exists(url)) {
      throw new CliException(
          "cannot open "
              + url
              + ": found no database, expected an existing one; name another with --db, or create one with"
              + " keywright run -e \"CREATE TABLE …\" or keywright demo");
    }
    return Database.open(url);
  }

  /** The URL of {@code --db}, with the file of {@code --config} as its option {@code config}. */
  public String url() {
    return url(plainUrl(), config);
  }

  /** The URL that is given; the default where there is none, or KEYWRIGHT_DB is empty. */
  private String plainUrl() {
    return given.isEmpty() ? DEFAULT : given;
  }

  /**
   * {@code url} with the file {@code config} as its option {@code config}; {@code url} itself if
   * {@code config} is null.
   */
  public static String url(String url, @Nullable String config) {
    return config == null ? url : url + (url.indexOf('?') < 0 ? '?' : '&') + "config=" + config;
  }
}
