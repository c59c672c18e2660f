package keywright.cli.key;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import keywright.cli.console.BadLineException;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Csv;
import keywright.cli.console.Hex;
import keywright.cli.console.Json;
import keywright.cli.console.Output;
import keywright.cli.console.OutputFormat;
import keywright.cli.console.OutputOption;
import keywright.cli.console.ResultWriter;
import keywright.cli.console.Usage;
import keywright.cli.data.ByteLines;
import keywright.cli.data.TextRows;
import keywright.key.Column;
import keywright.key.EncodedPart;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keywright key decode}: prints the values of given row keys. */
@Command(
    name = "decode",
    description = "Print the values of the key columns of a row key, as one CSV line.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright key decode --columns 'order_id bigint' --key 'reverse(lpad(order_id, 9))' \\",
      "      --format text 543210000",
      "",
      "  keywright key decode --columns 'tenant text, ts timestamp, id bigint' \\",
      "      --key 'tenant, ts DESC, id' --output json \\",
      "      61636d6500017fffffffffffffff8000000000000001",
      "",
      "  Which bytes belong to which part:",
      "  keywright key decode --columns 'id bigint' --key 'mod(id, 10), id' --annotate \\",
      "      078000000000000007",
      "",
      "  Many keys, one on each line:",
      "  keywright key decode --columns 'id bigint' --key 'mod(id, 10), id' - < keys.txt"
    })
public final class KeyDecode implements Callable<Integer> {
  private static final List<Column> ANNOTATIONS =
      Column.parseList("part text, offset int, length int, bytes text, value text NULL");

  private final Console console;

  @Spec private @Nullable CommandSpec spec;
  @Mixin private KeyOptions keyOptions = new KeyOptions();
  @Mixin private OutputOption output = new OutputOption();

  @Parameters(
      paramLabel = "KEY",
      description =
          "Row keys: hex, or the text of a text key. A single - reads one key on each line of"
              + " standard input instead.")
  private List<String> keys = new ArrayList<>();

  @Option(
      names = "--annotate",
      description = "Print which bytes of each key hold which part, and the value in them.")
  private boolean annotate;

  public KeyDecode(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Usage.refuseUnknownOptions(spec, keys);
    if (keys.isEmpty()) {
      throw Usage.wrong(spec, "found no key to decode, expected KEY or - for standard input");
    }
    KeySchema schema = keyOptions.schema();
    KeyOperands columns = new KeyOperands(schema, new SplittableRandom(0));
    boolean isText = schema.format().delimiter() != null;
    if (!annotate && !columns.lost().isEmpty()) {
      console.say(
          "keywright: the row key does not contain "
              + String.join(", ", columns.lost())
              + "; fields without a value are empty");
    }
    if (keys.equals(List.of("-")) && !Usage.hasSeparator(Usage.commandLine(spec))) {
      decodeLines(schema, columns, isText);
    } else {
      for (String key : keys) {
        print(schema, columns, rowKey(key.getBytes(StandardCharsets.UTF_8), isText));
      }
    }
    return 0;
  }

  private void decodeLines(KeySchema schema, KeyOperands columns, boolean isText)
      throws IOException {
    ByteLines lines = new ByteLines(console.in(), TextRows.textBytes(TextRows.MAX_VALUE_BYTES));
    for (byte[] line = lines.next(); line != null; line = lines.next()) {
      try {
        print(schema, columns, rowKey(line, isText));
      } catch (KeyException | CliException e) {
        throw new BadLineException(lines.line(), String.valueOf(e.getMessage()));
      }
    }
  }

  private void print(KeySchema schema, KeyOperands columns, byte[] rowKey) {
    if (annotate) {
      annotate(schema.annotate(rowKey));
    } else {
      print(columns, columns.decode(rowKey));
    }
  }

  private void annotate(List<EncodedPart> parts) {
    ResultWriter writer = ResultWriter.of(output.format(), console.out());
    writer.begin(ANNOTATIONS);
    for (EncodedPart part : parts) {
      writer.row(
          new @Nullable Object[] {
            part.name(), part.offset(), part.length(), part.hex(), part.value()
          });
    }
    writer.end();
  }

  private static byte[] rowKey(byte[] text, boolean isText) {
    return isText ? text : Hex.parse(text);
  }

  private void print(KeyOperands columns, @Nullable Object[] values) {
    List<Column> shown = columns.columns();
    Output out = console.out();
    if (output.format() == OutputFormat.JSON) {
      out.print("{");
      for (int i = 0; i < values.length; i++) {
        out.print(i == 0 ? "" : ", ");
        Json.name(out, shown.get(i).name());
        Json.value(out, shown.get(i).type(), values[i]);
      }
      out.line("}");
      return;
    }
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      out.print(i == 0 ? "" : ",");
      Csv.field(out, value == null ? null : shown.get(i).type().format(value));
    }
    out.line();
  }
}
