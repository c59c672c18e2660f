package keywright.cli.database;

import keywright.cli.console.CliException;
import keywright.table.Database;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options {@code --db} and {@code --config}. */
public final class DatabaseOption {
  @Option(
      names = "--db",
      paramLabel = "URL",
      defaultValue = "$" + "{env:KEYWRIGHT_DB:-rocksdb:./keywright-data}",
      description =
          "The database, such as rocksdb:./data or memory: (default: KEYWRIGHT_DB, else"
              + " rocksdb:./keywright-data).")
  private String url = "";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A configuration of the engine's client, such as hbase-site.xml.")
  private @Nullable String config;

  public Database open() {
    return Database.open(url());
  }

  /** Opens the database. It must exist: a mistyped URL must not create one. */
  Database openExisting() {
    return openExisting(url());
  }

  /** Opens the database at {@code url}, which must exist. */
  static Database openExisting(String url) {
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
    return url(url, config);
  }

  /**
   * {@code url} with the file {@code config} as its option {@code config}; {@code url} itself if
   * {@code config} is null.
   */
  public static String url(String url, @Nullable String config) {
    return config == null ? url : url + (url.indexOf('?') < 0 ? '?' : '&') + "config=" + config;
  }
}
