package keywright.cli;

import keywright.table.Database;
import picocli.CommandLine.Option;

/** {@code --db}. */
final class DatabaseOption {
  @Option(
      names = "--db",
      paramLabel = "URL",
      defaultValue = "$" + "{env:KEYWRIGHT_DB:-rocksdb:./keywright-data}",
      description =
          "The database, such as rocksdb:./data or memory: (default: KEYWRIGHT_DB, else"
              + " rocksdb:./keywright-data).")
  private String url = "";

  Database open() {
    return Database.open(url);
  }

  String url() {
    return url;
  }
}
