package keywright.cli.database;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import keywright.cli.console.BoundaryText;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Hex;
import keywright.cli.console.NameMatch;
import keywright.cli.console.OutputOption;
import keywright.cli.console.Rendering;
import keywright.cli.console.ResultWriter;
import keywright.cli.console.Text;
import keywright.cli.console.Usage;
import keywright.key.Column;
import keywright.key.KeySchema;
import keywright.store.Region;
import keywright.table.Database;
import keywright.table.Table;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code keywright regions}: lists the regions of a table, with their reads and writes. */
@Command(
    name = "regions",
    description =
        "List the regions of a table or an index, on an engine with regions: the start of each as column values and in hex, its server, its size, and its reads and writes.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright regions payment --db hbase:zk1.example.org/shop",
      "  keywright regions payment --indexes --watch 5 --db hbase:zk1.example.org/shop",
      "",
      "Reads and writes are counted since the server opened the region; with --watch they are rates between two readings. A line on standard error names each region that takes much more than its share of the writes."
    })
public final class RegionsCommand implements Callable<Integer> {
  private static final int MOST_SECONDS = 86_400;

  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "TABLE|INDEX", description = "The table or index.")
  private String name = "";

  @Option(names = "--indexes", description = "List the regions of the table's indexes too.")
  private boolean indexes;

  @Option(
      names = "--watch",
      paramLabel = "SECONDS",
      description = "Print rates every SECONDS seconds, until Ctrl-C.")
  private @Nullable Integer watch;

  @Option(
      names = "--times",
      paramLabel = "N",
      description = "With --watch, print rates N times, then end.")
  private long times = Long.MAX_VALUE;

  @Mixin private DatabaseOption databaseOption = new DatabaseOption();
  @Mixin private OutputOption output = new OutputOption();

  public RegionsCommand(Console console) {
    this.console = console;
  }

  /** A table, or an index of it. */
  private record Listed(Table table, @Nullable String index) {
    String name() {
      TableDefinition definition = table.definition();
      return index == null ? definition.name() : Names.in(definition.keyspace(), index);
    }

    KeySchema schema() {
      TableDefinition definition = table.definition();
      return index == null ? definition.primaryKeySchema() : definition.indexSchema(index);
    }

    List<Region> regions() {
      return index == null ? table.regions() : table.regions(index);
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    if (watch != null && (watch < 1 || watch > MOST_SECONDS)) {
      throw Usage.wrong(
          spec, "cannot use --watch " + watch + ": expected 1 to " + MOST_SECONDS + " seconds");
    }
    if (times < 1 || (times < Long.MAX_VALUE && watch == null)) {
      throw Usage.wrong(
          spec, "cannot use --times " + times + ": expected 1 or more, together with --watch");
    }
    try (Database database = databaseOption.openExisting()) {
      List<Listed> listed = listed(database);
      if (watch == null) {
        List<RegionRates> now = new ArrayList<>();
        listed.forEach(each -> now.add(RegionRates.sinceOpened(each.regions())));
        print(listed, now, 0);
      } else {
        watch(listed, watch);
      }
    }
    return 0;
  }

  private List<Listed> listed(Database database) {
    String name = NameMatch.resolve(database, this.name);
    TableDefinition table = database.find(name).or(() -> database.findByIndex(name)).orElse(null);
    if (table == null) {
      database.table(name); // says which tables there are
      throw new CliException(
          "cannot list the regions of \""
              + name
              + "\": found no such table or index; run keywright tables to list the tables and indexes");
    }
    boolean isIndex = database.find(name).isEmpty();
    List<Listed> listed = new ArrayList<>();
    listed.add(
        new Listed(
            database.table(Names.qualified(table.name())),
            isIndex ? Names.unqualified(name) : null));
    if (indexes && !isIndex) {
      for (IndexDefinition index : table.indexes()) {
        listed.add(new Listed(database.table(Names.qualified(table.name())), index.name()));
      }
    }
    return listed;
  }

  private void watch(List<Listed> listed, int seconds) throws InterruptedException {
    List<List<Region>> before = listed.stream().map(Listed::regions).toList();
    long since = System.nanoTime();
    int regions = before.stream().mapToInt(List::size).sum();
    console.say(
        "counting the reads and writes of %s, over %s at a time"
            .formatted(
                Rendering.counted(regions, "region", "regions"),
                Rendering.counted(seconds, "second", "seconds")));
    for (long time = 0; time < times; time++) {
      Thread.sleep(seconds * 1_000L);
      List<List<Region>> after = listed.stream().map(Listed::regions).toList();
      long now = System.nanoTime();
      List<RegionRates> rates = new ArrayList<>();
      for (int i = 0; i < after.size(); i++) {
        rates.add(RegionRates.between(before.get(i), after.get(i)));
      }
      print(listed, rates, (now - since) / 1e9);
      console.out().flush();
      before = after;
      since = now;
    }
  }

  /**
   * @param seconds the time between the two readings; 0 for counts since regions were opened
   */
  private void print(List<Listed> listed, List<RegionRates> rates, double seconds) {
    ResultWriter writer = ResultWriter.of(output.format(), console.out());
    String counted = seconds > 0 ? "_per_s decimal(20,1)" : " bigint";
    writer.begin(
        Column.parseList(
            (indexes ? "name text, " : "")
                + "region int, start text, start_key text, server text, bytes bigint, reads"
                + counted
                + ", writes"
                + counted
                + ", write_share decimal(5,4)"));
    for (int i = 0; i < listed.size(); i++) {
      print(writer, listed.get(i), rates.get(i), seconds);
    }
    writer.end();
    for (int i = 0; i < listed.size(); i++) {
      sayHot(listed.get(i), rates.get(i));
    }
  }

  private void print(ResultWriter writer, Listed listed, RegionRates rates, double seconds) {
    KeySchema schema = listed.schema();
    for (int i = 0; i < rates.regions().size(); i++) {
      Region region = rates.regions().get(i);
      List<@Nullable Object> row = new ArrayList<>();
      if (indexes) {
        row.add(listed.name());
      }
      row.add(i + 1);
      row.add(BoundaryText.of(schema, region.range().start()));
      row.add(Hex.format(region.range().start()));
      row.add(region.server());
      row.add(region.bytes());
      row.add(counted(rates.reads(i), seconds));
      row.add(counted(rates.writes(i), seconds));
      row.add(BigDecimal.valueOf(rates.writeShare(i)).setScale(4, RoundingMode.HALF_UP));
      writer.row(row.toArray());
    }
  }

  private static Object counted(long count, double seconds) {
    return seconds > 0
        ? (Object) BigDecimal.valueOf(count / seconds).setScale(1, RoundingMode.HALF_UP)
        : (Object) count;
  }

  private void sayHot(Listed listed, RegionRates rates) {
    for (int i = 0; i < rates.regions().size(); i++) {
      if (rates.isHot(i)) {
        String start = BoundaryText.of(listed.schema(), rates.regions().get(i).range().start());
        console.say(
            String.format(
                Locale.ROOT,
                "keywright: region %d of %s, %s, takes %.0f %% of the writes, %.1f times an even"
                    + " share; keywright simulate shows which keys would spread them",
                i + 1,
                listed.name(),
                start.isEmpty() ? "the first" : "from " + Text.escape(start) + " on",
                100 * rates.writeShare(i),
                rates.timesEven(i)));
      }
    }
  }
}
