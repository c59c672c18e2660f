package keywright.cli.database;

import keywright.cli.console.CliException;
import keywright.cql.client.CqlClient;
import keywright.table.Database;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options {@code --db} and {@code --config} of a command that opens the database itself. {@link
 * ClientOption} is for the commands that a server can run too.
 */
public final class DatabaseOption {
  private static final String DEFAULT = "rocksdb:./keywright-data";

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--db",
      paramLabel = "URL",
      defaultValue = "$" + "{env:KEYWRIGHT_DB:-" + DEFAULT + "}",
      description =
          "The database, such as rocksdb:./data or memory: (default: KEYWRIGHT_DB, else "
              + DEFAULT
              + ").")
  private String given = "";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A configuration of the engine's client, such as hbase-site.xml.")
  private @Nullable String config;

  /** Opens the database, which is created if it does not exist. */
  public Database open() {
    return open(command(), url());
  }

  /** The URL of a database, for a command that opens it in its own way. */
  String databaseUrl() {
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
    return openExisting(command(), url());
  }

  private String command() {
    return spec == null ? "keywright" : spec.qualifiedName();
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

  boolean hasConfig() {
    return config != null;
  }

  /** The URL that is given; the default where there is none, or KEYWRIGHT_DB is empty. */
  String plainUrl() {
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
