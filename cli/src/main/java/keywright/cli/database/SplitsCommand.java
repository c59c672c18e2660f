package keywright.cli.database;

import java.util.List;
import java.util.concurrent.Callable;
import keywright.cli.console.BoundaryText;
import keywright.cli.console.Console;
import keywright.cli.console.Hex;
import keywright.cli.console.NameMatch;
import keywright.cli.console.OutputOption;
import keywright.cli.console.Rendering;
import keywright.cli.console.ResultWriter;
import keywright.cli.console.Usage;
import keywright.cql.Conditions;
import keywright.key.Column;
import keywright.key.KeySchema;
import keywright.table.Database;
import keywright.table.Table;
import keywright.table.model.Plan;
import keywright.table.model.Query;
import keywright.table.model.TableSplit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keywright splits}: divides a table into ranges of row keys for a parallel job. */
@Command(
    name = "splits",
    description = {
      "Divide a table, or the result of conditions, into ranges of row keys for a job that reads them in parallel. Every row is in exactly one range.",
      "Ranges start where regions start, and between values that the key distributes evenly. If neither gives enough ranges, the row keys are read once and divided at their quantiles."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright splits payment --count 16",
      "  keywright splits payment --where \"paid_at >= '2017-01-01'\" --output json",
      "",
      "A split is [start, stop) in hex, with the server that has it where that is known. In Java",
      "Table.splits makes them and Table.query(query, split) reads one."
    })
public final class SplitsCommand implements Callable<Integer> {
  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "TABLE", description = "The table.")
  private String name = "";

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "How many ranges to make (default: one for each region). There are fewer if the table cannot be divided so finely, and more if there are more regions or the query has more ranges.")
  private int count;

  @Option(
      names = "--where",
      paramLabel = "CONDITIONS",
      description =
          "Divide only the rows that meet these conditions, by the key that a SELECT with them reads.")
  private @Nullable String where;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();
  @Mixin private OutputOption output = new OutputOption();

  public SplitsCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (count < 1) {
      throw Usage.wrong(spec, "cannot use --count " + count + ": expected 1 or more");
    }
    try (Database database = databaseOption.openExisting()) {
      Table table = database.table(NameMatch.resolve(database, name));
      Query query = where == null ? Query.all() : Query.all().where(Conditions.parse(where));
      Plan plan = table.plan(query);
      List<TableSplit> splits = table.splits(query, count);
      print(plan.keySchema(), splits);
      console.say(
          "%s of %s"
              .formatted(
                  Rendering.counted(splits.size(), "split", "splits"),
                  plan.index().map(index -> "index " + index).orElse("the table")));
    }
    return 0;
  }

  private void print(KeySchema schema, List<TableSplit> splits) {
    ResultWriter writer = ResultWriter.of(output.format(), console.out());
    writer.begin(
        Column.parseList("split int, start text, start_key text, stop_key text NULL, server text"));
    for (int i = 0; i < splits.size(); i++) {
      TableSplit split = splits.get(i);
      byte[] start = split.part().positions().start();
      byte[] stop = split.part().positions().stop();
      writer.row(
          new @Nullable Object[] {
            i + 1,
            BoundaryText.of(schema, start),
            Hex.format(start),
            stop == null ? null : Hex.format(stop),
            split.server()
          });
    }
    writer.end();
  }
}
