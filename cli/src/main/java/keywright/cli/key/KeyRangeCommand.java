package keywright.cli.key;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.CsvWriter;
import keywright.cli.console.Hex;
import keywright.cli.console.Json;
import keywright.cli.console.Output;
import keywright.cli.console.OutputOption;
import keywright.cli.console.Rendering;
import keywright.cli.console.ResultWriter;
import keywright.cli.console.Text;
import keywright.cql.Conditions;
import keywright.key.ByteRange;
import keywright.key.Column;
import keywright.key.ComputedPart;
import keywright.key.Condition;
import keywright.key.KeyRange;
import keywright.key.KeyRanges;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code keywright key range}: prints the ranges of row keys that conditions select. */
@Command(
    name = "range",
    description = "Print start and stop of each range that conditions give for a key.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  One customer on one day, the newest first:",
      "  keywright key range \\",
      "      --columns 'customer_id int, paid_at timestamp, payment_id bigint' \\",
      "      --key 'customer_id, paid_at DESC, payment_id' \\",
      "      --where \"customer_id = 123 AND paid_at >= '2017-01-01' AND paid_at < '2017-01-02'\"",
      "",
      "  If the bucket is not known, there is a range for each of its values:",
      "  keywright key range --columns 'paid_at timestamp, payment_id bigint' \\",
      "      --key 'bucket(4), paid_at, payment_id' --where \"paid_at >= '2017-01-01'\" --output json",
      "",
      "  Text keys, as they were joined by hand:",
      "  keywright key range --columns 'customer_id int, day date, id int' --format text \\",
      "      --delimiter _ --key 'lpad(customer_id, 6), day, lpad(id, 9)' \\",
      "      --where \"customer_id = 123 AND day = '2017-01-01'\""
    })
public final class KeyRangeCommand implements Callable<Integer> {
  private static final int FAN_OUT_LIMIT = 1_024;

  private final Console console;

  @Mixin private KeyOptions keyOptions = new KeyOptions();
  @Mixin private OutputOption output = new OutputOption();

  @Option(
      names = "--where",
      required = true,
      paramLabel = "CONDITIONS",
      description =
          "Conditions joined by AND: = < <= > >= IN BETWEEN LIKE 'x%%' IS [NOT] NULL, and"
              + " 1 < a < 9.")
  private String where = "";

  public KeyRangeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    KeySchema schema = keyOptions.schema();
    List<Condition> conditions = Conditions.parse(where);
    checkColumns(schema, conditions);
    KeyRanges ranges = schema.ranges(conditions);
    if (ranges.count() > FAN_OUT_LIMIT) {
      throw new CliException(
          "cannot print %s ranges (%s): expected at most %s; add conditions with = on more columns, or use fewer values in IN"
              .formatted(
                  Rendering.number(ranges.count()),
                  String.join(" times ", ranges.fanOuts()),
                  Rendering.number(FAN_OUT_LIMIT)));
    }
    List<KeyRange> list = ranges.ranges();
    switch (output.format()) {
      case TABLE -> printText(schema, ranges, list);
      case JSON -> printJson(schema, ranges, list);
      case CSV -> printCsv(schema, list);
    }
    if (list.isEmpty()) {
      console.say("keywright: no ranges: no row can meet these conditions");
    }
    return 0;
  }

  private static void checkColumns(KeySchema schema, List<Condition> conditions) {
    List<String> names = schema.columns().stream().map(Column::name).toList();
    for (Condition condition : conditions) {
      ComputedPart computed = schema.computedParts().get(condition.column());
      if (computed != null) {
        throw new CliException(computed.isNoColumn("--columns"));
      }
      if (!names.contains(condition.column())) {
        throw new CliException(
            "cannot read condition %s: found column \"%s\", expected one of --columns (%s)"
                .formatted(condition, condition.column(), String.join(", ", names)));
      }
    }
  }

  private void printText(KeySchema schema, KeyRanges ranges, List<KeyRange> list) {
    Output out = console.out();
    for (int i = 0; i < list.size(); i++) {
      KeyRange range = list.get(i);
      ByteRange bytes = schema.bytes(range);
      out.line("range " + (i + 1) + " of " + list.size());
      String start = schema.readableStart(range);
      String stop = schema.readableStop(range);
      out.line("  start  " + Text.escape(start));
      if (!start.equals("from the first key")) {
        out.line("         " + stored(schema, bytes.start(), "the first key"));
      }
      out.line("  stop   " + Text.escape(stop));
      if (!stop.equals("through the last key")) {
        out.line("         " + stored(schema, bytes.stop(), "the end of the table"));
      }
    }
    if (list.isEmpty()) {
      return;
    }
    if (!ranges.fanOuts().isEmpty()) {
      out.line("fan-out  " + String.join(" times ", ranges.fanOuts()));
    }
    out.line("filter   " + (ranges.residual().isEmpty() ? "none" : filter(ranges)));
    out.line("prefix   " + prefix(schema, ranges));
  }

  private static String filter(KeyRanges ranges) {
    List<String> conditions = ranges.residual().stream().map(Condition::toString).toList();
    return Text.escape(String.join(" AND ", conditions));
  }

  private static String prefix(KeySchema schema, KeyRanges ranges) {
    int used = ranges.fixedParts() + (ranges.hasRange() ? 1 : 0);
    String parts = used + " of " + schema.parts().size() + " parts used";
    return ranges.stop().isEmpty() ? parts : parts + ": " + ranges.stop();
  }

  /** The bytes in the form of the key format: text for a text key, otherwise hex. */
  private static String stored(KeySchema schema, byte @Nullable [] key, String open) {
    if (key == null || key.length == 0) {
      return open;
    }
    String text = schema.format().delimiter() == null ? null : text(key);
    return text == null ? Hex.format(key) : text;
  }

  private static @Nullable String text(byte[] key) {
    try {
      return Text.escape(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key)).toString());
    } catch (CharacterCodingException e) {
      return null; // A stop after all that a text prefixes need not be text.
    }
  }

  private void printJson(KeySchema schema, KeyRanges ranges, List<KeyRange> list) {
    Output out = console.out();
    out.print("[");
    for (int i = 0; i < list.size(); i++) {
      ByteRange bytes = schema.bytes(list.get(i));
      byte[] stop = bytes.stop();
      out.print(i == 0 ? "\n  {" : ",\n  {");
      Json.member(out, "start", Hex.format(bytes.start()));
      out.print(", ");
      Json.member(out, "stop", stop == null ? null : Hex.format(stop));
      out.print(", ");
      Json.member(out, "readable_start", schema.readableStart(list.get(i)));
      out.print(", ");
      Json.member(out, "readable_stop", schema.readableStop(list.get(i)));
      if (schema.format().delimiter() != null) {
        out.print(", ");
        Json.member(out, "text_start", text(bytes.start()));
        out.print(", ");
        Json.member(out, "text_stop", stop == null ? null : text(stop));
      }
      out.print(", ");
      Json.member(out, "filter", ranges.residual().isEmpty() ? null : filter(ranges));
      out.print("}");
    }
    out.line(list.isEmpty() ? "]" : "\n]");
  }

  private void printCsv(KeySchema schema, List<KeyRange> list) {
    Type text = Type.parse("text");
    ResultWriter writer = new CsvWriter(console.out());
    writer.begin(
        List.of(
            new Column("start", text, false),
            new Column("stop", text, true),
            new Column("readable_start", text, false),
            new Column("readable_stop", text, false)));
    for (KeyRange range : list) {
      ByteRange bytes = schema.bytes(range);
      byte[] stop = bytes.stop();
      writer.row(
          new @Nullable Object[] {
            Hex.format(bytes.start()),
            stop == null ? null : Hex.format(stop),
            schema.readableStart(range),
            schema.readableStop(range)
          });
    }
    writer.end();
  }
}
