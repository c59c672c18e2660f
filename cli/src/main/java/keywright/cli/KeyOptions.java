package keywright.cli;

import java.util.List;
import keywright.key.Column;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
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
          "kw1 (the default): binary, shown in hex. text: readable. Those of other systems, for keys"
              + " that exist already, in hex: hbase, hbase-ordered, phoenix, fdb.")
  private String format = "kw1";

  @Option(
      names = "--delimiter",
      paramLabel = "D",
      description = "What stands between the parts of a text key, possibly '' for nothing.")
  private @Nullable String delimiter;

  /** The key as declared. */
  KeySchema schema() {
    List<Column> columnList = Column.parseList(columns);
    List<KeyPart> parts = KeyPart.parseList(key);
    return KeySchema.of(columnList, parts, keyFormat(parts.size()));
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
