package keywright.cli.database;

import keywright.cli.console.CliException;
import keywright.table.Database;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --db} and {@code --config}. */
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

  /** The database, which must be there: a mistyped URL shall not make one. */
  Database openExisting() {
    return openExisting(url());
  }

  /** The database at {@code url}, which must be there. */
  static Database openExisting(String url) {
    if (!Database.exists(url)) {
      throw new CliException(
          "cannot open "
              + url
              + ": found no database there, expected one; name another by --db, or make one with"
              + " keywright run -e \"CREATE TABLE …\" or keywright demo");
    }
    return Database.open(url);
  }

  /** The URL, with the configuration as its option. */
  public String url() {
    return url(url, config);
  }

  /** A URL with a configuration as its option; null for none. */
  public static String url(String url, @Nullable String config) {
    return config == null ? url : url + (url.indexOf('?') < 0 ? '?' : '&') + "config=" + config;
  }
}
