package keywright.cli.key;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --against-table}, and where that table is. */
final class TableOption {
  @Option(
      names = "--against-table",
      paramLabel = "TABLE",
      description =
          "Check each row key of this table of another program. The table need not be declared, and nothing is written to it.")
  private @Nullable String table;

  @Option(
      names = "--db",
      paramLabel = "URL",
      defaultValue = "$" + "{env:KEYWRIGHT_DB:-hbase:/default}",
      description =
          "Where the table is: hbase:HOST/NAMESPACE (default: KEYWRIGHT_DB, else hbase:/default).")
  private String url = "";

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A configuration of HBase's client, such as hbase-site.xml.")
  private @Nullable String config;

  @Option(
      names = "--examples",
      paramLabel = "N",
      defaultValue = "5",
      description = "Show up to N row keys that do not agree (default: 5).")
  private int examples;

  boolean isGiven() {
    return table != null;
  }

  String table() {
    return String.valueOf(table);
  }

  int examples() {
    return examples;
  }

  /** The URL, with the configuration as its option. */
  String url() {
    return config == null ? url : url + (url.indexOf('?') < 0 ? '?' : '&') + "config=" + config;
  }
}
