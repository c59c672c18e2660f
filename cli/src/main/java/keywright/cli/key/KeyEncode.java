package keywright.cli.key;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import keywright.cli.console.BadLineException;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Output;
import keywright.cli.console.Usage;
import keywright.cli.data.CsvReader;
import keywright.cli.data.ParallelCsv;
import keywright.cli.data.TextRows;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keywright key encode}: prints the row keys of given values. */
@Command(
    name = "encode",
    description = "Print the row key of one value for each key column.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  Four characters of a digest in front of a time:",
      "  keywright key encode --columns 'ts bigint' --key 'right(md5(ts), 4), ts' \\",
      "      --format text --delimiter '' 1364248490",
      "",
      "  The binary format, in hex; NULL is null, and -- ends the options:",
      "  keywright key encode --columns 'a int NULL, b int' --key 'a, b DESC' -- NULL -5",
      "",
      "  Many keys, one CSV line each:",
      "  keywright key encode --columns 'id bigint, name text' --key 'mod(id, 10), id, name' - \\",
      "      < rows.csv > keys.txt"
    })
public final class KeyEncode implements Callable<Integer> {
  private final Console console;

  @Spec private @Nullable CommandSpec spec;
  @Mixin private KeyOptions keyOptions = new KeyOptions();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Draw the values of random(n) parts from this seed.")
  private @Nullable Long seed;

  @Parameters(
      paramLabel = "VALUE",
      description =
          "One value for each key column, in the order of --columns; NULL for null. A single -"
              + " reads CSV lines from standard input instead.")
  private List<String> values = new ArrayList<>();

  public KeyEncode(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Usage.refuseUnknownOptions(spec, values);
    KeySchema schema = keyOptions.schema();
    KeyOperands columns =
        new KeyOperands(schema, seed == null ? new SplittableRandom() : new SplittableRandom(seed));
    keyOptions.warnings(schema).forEach(console::say);
    boolean isText = schema.format().delimiter() != null;
    if (values.equals(List.of("-")) && !Usage.hasSeparator(Usage.commandLine(spec))) {
      encodeLines(schema, columns, isText);
      return 0;
    }
    if (!columns.accepts(values.size())) {
      throw Usage.wrong(spec, columns.expectation(values.size()));
    }
    byte[] rowKey =
        columns.encode(values.size(), i -> values.get(i).equals("NULL") ? null : values.get(i));
    print(rowKey, isText, console.out());
    return 0;
  }

  private void encodeLines(KeySchema schema, KeyOperands columns, boolean isText)
      throws IOException {
    int fieldBytes = TextRows.textBytes(TextRows.MAX_VALUE_BYTES);
    if (!schema.randomColumns().isEmpty()) {
      // Random numbers are drawn in the order of the lines.
      CsvReader csv = new CsvReader(console.in(), fieldBytes);
      while (csv.next()) {
        encodeLine(csv, columns, isText, console.out());
      }
      return;
    }
    Lines lines = new Lines(schema, isText);
    new ParallelCsv<>(fieldBytes, lines, some -> console.out().print(some.bytes()))
        .read(console.in(), csv -> {});
  }

  /** The row keys of some lines, as they are printed. Used by one thread at a time. */
  private static final class EncodedLines {
    private final KeyOperands columns;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Output out = new Output(bytes, "the row keys");

    EncodedLines(KeySchema schema) {
      this.columns = new KeyOperands(schema, new SplittableRandom());
    }

    byte[] bytes() {
      out.flush();
      return bytes.toByteArray();
    }
  }

  /** Encodes lines on any thread. */
  private record Lines(KeySchema schema, boolean isText) implements ParallelCsv.Work<EncodedLines> {
    @Override
    public EncodedLines begin() {
      return new EncodedLines(schema);
    }

    @Override
    public void add(CsvReader csv, EncodedLines lines) {
      encodeLine(csv, lines.columns, isText, lines.out);
    }
  }

  private static void encodeLine(CsvReader csv, KeyOperands columns, boolean isText, Output out) {
    if (!columns.accepts(csv.size())) {
      throw new BadLineException(csv.line(), columns.expectation(csv.size()));
    }
    byte[] rowKey;
    try {
      rowKey = columns.encode(csv.size(), csv::field);
    } catch (KeyException | CliException e) {
      throw new BadLineException(csv.line(), String.valueOf(e.getMessage()));
    }
    if (isText && hasLineBreak(rowKey)) {
      throw new BadLineException(
          csv.line(),
          "found a line break in the row key, expected a row key that fits on one line; use --format kw1");
    }
    print(rowKey, isText, out);
  }

  private static boolean hasLineBreak(byte[] rowKey) {
    for (byte b : rowKey) {
      if (b == '\n' || b == '\r') {
        return true;
      }
    }
    return false;
  }

  private static void print(byte[] rowKey, boolean isText, Output out) {
    if (isText) {
      out.print(rowKey).line();
    } else {
      out.hex(rowKey).line();
    }
  }
}
