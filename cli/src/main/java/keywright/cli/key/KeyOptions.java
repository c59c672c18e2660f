package keywright.cli.key;

import java.util.ArrayList;
import java.util.List;
import keywright.cli.console.Text;
import keywright.cli.console.Usage;
import keywright.cql.Design;
import keywright.cql.Statements;
import keywright.design.lint.Code;
import keywright.design.lint.Finding;
import keywright.design.lint.Lint;
import keywright.design.lint.Severity;
import keywright.key.Column;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import keywright.table.model.ColumnDefinition;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that declare a key on the command line. */
final class KeyOptions {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--columns",
      required = true,
      paramLabel = "COLUMNS",
      description = "The columns with their types: 'customer_id int, paid_at timestamp'.")
  private String columns = "";

  @Option(
      names = "--key",
      required = true,
      paramLabel = "PARTS",
      description = "The parts of the key, in order: 'customer_id, paid_at DESC'.")
  private String key = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "kw1 (the default): binary, shown in hex. text: readable. Formats of existing keys of other systems, in hex: hbase, hbase-ordered, phoenix, fdb.")
  private String format = "kw1";

  @Option(
      names = "--delimiter",
      paramLabel = "D",
      description = "The delimiter between the parts of a text key; '' for none.")
  private @Nullable String delimiter;

  /** The key as declared. */
  KeySchema schema() {
    List<Column> columnList = Column.parseList(columns);
    List<KeyPart> parts = KeyPart.parseList(key);
    return KeySchema.of(columnList, parts, keyFormat(parts.size()));
  }

  /**
   * What is wrong with the key, a line for each error of lint, and for the text of a date reversed.
   * Columns that the key does not give back are added after it for that, since two rows of a table
   * could not share one key.
   */
  List<String> warnings(KeySchema schema) {
    List<KeyPart> parts = new ArrayList<>(schema.parts());
    for (Column column : schema.columns()) {
      if (!schema.recovers(column.name())) {
        parts.addAll(KeyPart.parseList(Statements.quote(column.name())));
      }
    }
    boolean isWhole = parts.size() == schema.parts().size();
    TableDefinition table =
        TableDefinition.of(
                "key",
                schema.columns().stream()
                    .map(c -> ColumnDefinition.of(c.name(), c.type()))
                    .toList(),
                parts)
            .withFormat(isWhole ? schema.format() : KeyFormat.kw1());
    return Lint.of(Design.of(table)).findings().stream()
        .filter(KeyOptions::isWrong)
        .map(finding -> "warning %s: %s".formatted(finding.code().id(), finding.reason()))
        .map(Text::escape)
        .toList();
  }

  private static boolean isWrong(Finding finding) {
    return finding.code() == Code.REVERSED_DATE_TEXT
        || (finding.severity() == Severity.ERROR && finding.code() != Code.REFUSED);
  }

  private KeyFormat keyFormat(int parts) {
    if (!KeyFormat.names().contains(format)) {
      throw wrongUsage(
          "cannot use --format '" + Text.escape(format) + "': expected " + KeyFormat.choices());
    }
    if (!format.equals("text")) {
      if (delimiter != null) {
        throw wrongUsage("--delimiter is for text keys; add --format text");
      }
      return KeyFormat.of(format);
    }
    if (delimiter == null && parts > 1) {
      throw wrongUsage(
          "a text key of "
              + parts
              + " parts needs --delimiter, such as --delimiter _ or --delimiter '' for none");
    }
    return KeyFormat.text(delimiter == null ? "" : delimiter);
  }

  private ParameterException wrongUsage(String message) {
    return new ParameterException(Usage.commandLine(spec), message);
  }
}
