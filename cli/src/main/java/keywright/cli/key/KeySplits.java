package keywright.cli.key;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import keywright.cli.console.Console;
import keywright.cli.console.CsvWriter;
import keywright.cli.console.Hex;
import keywright.cli.console.Json;
import keywright.cli.console.Output;
import keywright.cli.console.OutputOption;
import keywright.cli.console.Rendering;
import keywright.cli.console.ResultWriter;
import keywright.cli.console.TableWriter;
import keywright.cli.console.Usage;
import keywright.cli.data.DataOptions;
import keywright.cli.data.InputFile;
import keywright.design.rows.SplitPoints;
import keywright.key.Column;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code keywright key splits}: prints the row keys that split a new table into regions. */
@Command(
    name = "splits",
    description = {
      "Print the row keys that split a table into regions of equal shares.",
      "If the values of the leading key parts are equally frequent (bucket, mod, random, digests, reversed digits, random uuids), the key alone gives the split points. Otherwise they are quantiles of the rows of --data."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright key splits --columns 'paid_at timestamp, payment_id bigint' \\",
      "      --key 'bucket(8), paid_at, payment_id' --regions 8",
      "",
      "  From rows, each region with as many keys as the others:",
      "  keywright key splits --columns 'customer_id int, paid_at timestamp' \\",
      "      --key 'customer_id, paid_at' --data payment.csv --ignore payment_id,amount --regions 16",
      "",
      "A split point is the shortest prefix of a row key that is above all keys before it. The",
      "last line printed creates the table in the HBase shell. Cassandra has no such regions:",
      "keywright simulate --model ring shows how its partitions spread."
    })
public final class KeySplits implements Callable<Integer> {
  private static final long SEED = 1;

  private final Console console;

  @Spec private @Nullable CommandSpec spec;
  @Mixin private KeyOptions keyOptions = new KeyOptions();
  @Mixin private DataOptions data = new DataOptions();

  @Option(
      names = "--regions",
      required = true,
      paramLabel = "N",
      description = "How many regions to make.")
  private int regions;

  @Mixin private OutputOption output = new OutputOption();

  public KeySplits(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    KeySchema schema = keyOptions.schema();
    InputFile file = data.file();
    if (data.isWithoutFile()) {
      throw Usage.wrong(
          spec,
          "found --map, --ignore, --set, --parse or --skip-bad without --data, expected --data too");
    }
    SplitPoints splits =
        file == null
            ? SplitPoints.ofKey(schema, regions)
            : SplitPoints.ofRows(schema, data.rows(console, file, schema), regions, SEED);
    if (splits.regions() < regions) {
      console.say(
          "keywright: made %s instead of %s: %s"
              .formatted(
                  Rendering.counted(splits.regions(), "region", "regions"),
                  Rendering.number(regions),
                  tooFew(schema, splits)));
    }
    switch (output.format()) {
      case TABLE -> {
        console.out().line(basis(schema, splits));
        console.out().line();
        printRows(new TableWriter(console.out()), splits);
        console.out().line();
        console.out().line(HBaseShell.create(points(splits)));
      }
      case CSV -> printRows(new CsvWriter(console.out()), splits);
      case JSON -> printJson(splits);
    }
    return 0;
  }

  private static String used(KeySchema schema, SplitPoints splits) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < splits.partsUsed(); i++) {
      parts.add(schema.parts().get(i).name());
    }
    return String.join(", ", parts);
  }

  private static String tooFew(KeySchema schema, SplitPoints splits) {
    if (splits.isOfRows()) {
      return "the rows have %s"
          .formatted(Rendering.counted(splits.keys(), "different key", "different keys"));
    }
    boolean isAll = splits.partsUsed() == schema.parts().size();
    return "%s has %s%s"
        .formatted(
            used(schema, splits),
            Rendering.counted(splits.keys(), "value", "values"),
            isAll
                ? ""
                : ", and it is unknown how often each value of %s occurs; give rows with --data"
                    .formatted(schema.parts().get(splits.partsUsed()).name()));
  }

  private static String basis(KeySchema schema, SplitPoints splits) {
    String count = Rendering.counted(splits.regions(), "region", "regions");
    return splits.isOfRows()
        ? "%s by %s of %s"
            .formatted(
                count,
                Rendering.counted(splits.keys(), "different key", "different keys"),
                Rendering.counted(splits.rows(), "row", "rows"))
        : "%s, if all values of %s are equally frequent".formatted(count, used(schema, splits));
  }

  private static List<byte[]> points(SplitPoints splits) {
    List<byte[]> points = new ArrayList<>();
    for (int region = 1; region < splits.regions(); region++) {
      points.add(splits.point(region));
    }
    return points;
  }

  private static void printRows(ResultWriter writer, SplitPoints splits) {
    List<Column> columns = Column.parseList("region int, start text, split text, keys bigint");
    int shown = splits.isOfRows() ? columns.size() : columns.size() - 1;
    writer.begin(columns.subList(0, shown));
    for (int region = 1; region < splits.regions(); region++) {
      List<Object> row = new ArrayList<>();
      row.add(region + 1);
      row.add(splits.start(region));
      row.add(Hex.format(splits.point(region)));
      if (splits.isOfRows()) {
        row.add((long) splits.keys(region));
      }
      writer.row(row.toArray());
    }
    writer.end();
  }

  private void printJson(SplitPoints splits) {
    Output out = console.out();
    out.print("{\"regions\": " + splits.regions() + ", \"asked\": " + regions);
    out.print(", \"keys\": " + (splits.isOfRows() ? splits.keys() : "null") + ",\n \"splits\": [");
    for (int region = 1; region < splits.regions(); region++) {
      out.print(region == 1 ? "\n  {" : ",\n  {");
      Json.member(console.out(), "start", splits.start(region));
      out.print(", ");
      Json.member(console.out(), "split", Hex.format(splits.point(region)));
      out.print("}");
    }
    out.print("],\n ");
    Json.member(console.out(), "hbase_shell", HBaseShell.create(points(splits)));
    out.line("}");
  }
}
