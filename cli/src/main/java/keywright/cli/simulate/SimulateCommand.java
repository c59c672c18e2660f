package keywright.cli.simulate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import keywright.cli.console.CliException;
import keywright.cli.console.Console;
import keywright.cli.console.Errors;
import keywright.cli.console.OutputFile;
import keywright.cli.console.OutputOption;
import keywright.cli.console.Usage;
import keywright.cli.data.DesignFile;
import keywright.cli.data.InputFile;
import keywright.cli.data.TableDataOptions;
import keywright.design.cluster.Model;
import keywright.design.cluster.RegionOptions;
import keywright.design.cluster.SplitPolicy;
import keywright.design.rows.Arrivals;
import keywright.design.rows.GeneratedRows;
import keywright.design.rows.Strategy;
import keywright.design.simulate.Simulation;
import keywright.design.simulate.Workload;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code keywright simulate}: replays rows of a file or generated rows into a model of regions and
 * servers.
 */
@Command(
    name = "simulate",
    description = {
      "Replay rows in their order of arrival into a model of regions and servers, and report how the writes spread with the declared key and with others.",
      "Nothing is stored, and no database is needed."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  keywright simulate orders.cql --data orders.csv --compare",
      "  keywright simulate orders.cql --table payment --data payment.csv --ignore staff_id \\",
      "      --strategy 'paid_at, payment_id' --strategy 'bucket(8), paid_at, payment_id'",
      "",
      "  Without data: a million random rows in order of time, most of them of a few customers:",
      "  keywright simulate orders.cql --generate 1000000 --column order_id=sequence \\",
      "      --column ordered_at=clock --column 'customer_id=zipf(5000)'",
      "",
      "  For Cassandra, with a partition of several columns in parentheses, as in CREATE TABLE:",
      "  keywright simulate orders.cql --data orders.csv --model ring \\",
      "      --strategy '(customer_id, bucket(4)), ordered_at'",
      "",
      "  The heat maps of key space and time, side by side on one page:",
      "  keywright simulate orders.cql --data orders.csv --compare --out report.html",
      "",
      "What it prints: the largest region's share of the writes of a window, the effective servers",
      "(1/sum of squared shares: 1 is one hot server), the effective regions of a window, in order of",
      "arrival and in random order, the regions, the splits, and the cold regions that a split left",
      "half full. If FILE.cql has queries (QUERY name RATE 100/s AS SELECT …), also the ranges that",
      "each query scans, and how the reads spread. The exit status is 0 whatever the verdict."
    })
public final class SimulateCommand implements Callable<Integer> {
  private static final String DECLARED = "declared";

  private final Console console;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "FILE.cql",
      description = "The statements of a design; - is standard input.")
  private String schemaFile = "";

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description = "The table, when the file makes more than one.")
  private @Nullable String tableName;

  @Mixin private TableDataOptions data = new TableDataOptions();

  @Option(
      names = "--generate",
      paramLabel = "ROWS",
      description = "Generate N random rows instead of reading data.")
  private @Nullable Integer generated;

  @Option(
      names = "--column",
      paramLabel = "COLUMN=HOW",
      description =
          "With --generate, how to generate a column: sequence, clock (a row per second), bursts, uniform(n) or zipf(n). May be given more than once.")
  private Map<String, String> generators = new LinkedHashMap<>();

  @Option(
      names = "--strategy",
      paramLabel = "KEY",
      description =
          "A key to replay: declared, the name of an index, or parts such as"
              + " 'bucket(8), paid_at, payment_id'. May be given more than once. By default, declared"
              + " and the indexes that the queries of the file read.")
  private List<String> strategies = new ArrayList<>();

  @Option(
      names = "--compare",
      description =
          "Also replay common alternatives: natural, padded, reversed, hashed, digest salt, unit digit, buckets, random, columns swapped.")
  private boolean compare;

  @Option(
      names = "--region-rows",
      paramLabel = "N",
      description =
          "A region splits at this number of rows. By default the rows fill four regions for each server.")
  private @Nullable Integer regionRows;

  @Option(names = "--servers", paramLabel = "N", description = "Servers, 8 by default.")
  private int servers = RegionOptions.SERVERS;

  @Option(
      names = "--window",
      paramLabel = "N",
      description =
          "How many rows are written at the same time (a window); by default 8 to 64, depending on the number of rows.")
  private @Nullable Integer window;

  @Option(
      names = "--balance-every",
      paramLabel = "N",
      description = "The balancer runs after each N rows; by default as many as a region has.")
  private @Nullable Integer balanceEvery;

  @Option(
      names = "--split-policy",
      paramLabel = "constant|increasing",
      description =
          "When regions split: always at --region-rows (constant, the default), or earlier while the table has few regions (increasing).")
  private SplitPolicy policy = SplitPolicy.CONSTANT;

  @Mixin private ModelOptions modelOptions = new ModelOptions();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "The seed of all random choices; 1 by default.")
  private long seed = 1;

  @Mixin private OutputOption output = new OutputOption();
  @Mixin private PictureOptions pictures = new PictureOptions();

  public SimulateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    InputFile rows = data.file();
    if ((rows == null) == (generated == null)) {
      throw Usage.wrong(
          spec,
          rows == null
              ? "found no rows to replay, expected --data or --generate"
              : "found both --data and --generate, expected only one of them");
    }
    if (data.isWithoutFile()) {
      throw Usage.wrong(
          spec,
          "found --map, --ignore, --set, --parse, --skip-bad or --format without --data, expected --data too");
    }
    if (generated == null && !generators.isEmpty()) {
      throw Usage.wrong(spec, "found --column without --generate, expected both");
    }
    Model model = modelOptions.model();
    pictures.check(spec);
    if (rows != null && rows.isStandardInput() && new InputFile(schemaFile).isStandardInput()) {
      throw Usage.wrong(
          spec, "found - for the design and for --data, expected standard input for one of them");
    }
    OutputFile report = pictures.reportFile(); // A name that is refused is refused before the work.
    DesignFile file = DesignFile.read(console, new InputFile(schemaFile));
    TableDefinition table = file.table(tableName);
    Workload workload = Workload.of(file.design(), table.name());
    RegionOptions options =
        new RegionOptions(regionRows, servers, window, balanceEvery, policy, seed);
    Arrivals arrivals = arrivals(table, rows);
    List<Strategy> asked = strategies(table, workload);
    if (rows == null) {
      asked.forEach(strategy -> requireGenerators(strategy.schema()));
    }
    List<Strategy> compared = compare ? Strategy.comparison(declared(table), servers) : List.of();
    if (rows != null && rows.isStandardInput() && asked.size() + compared.size() > 1) {
      throw new CliException(
          "cannot replay standard input %d times: expected a file for more than one strategy"
              .formatted(asked.size() + compared.size()));
    }
    List<Simulation> simulations = new ArrayList<>();
    for (Strategy strategy : asked) {
      if (model.preSplit() > 1 && strategy.schema().spread(0).isEmpty()) {
        console.say(
            "keywright: %s starts as one region: its key does not say where to split"
                .formatted(strategy.name()));
      }
      simulations.add(Simulation.of(strategy, arrivals, workload, options, model));
    }
    for (Strategy strategy : compared) {
      try {
        simulations.add(Simulation.of(strategy, arrivals, workload, options, model));
      } catch (KeyException e) {
        console.say(
            "keywright: left out " + strategy.name() + ": " + Errors.oneLine(e.getMessage()));
      }
    }
    new SimulationPrinter(console.out(), simulations, pictures.maps(console))
        .print(output.format());
    if (report != null) {
      PictureOptions.write(report, table.name(), source(), simulations);
      console.say("report: " + report.name());
    }
    return 0;
  }

  /** Refuses a key with a column that cannot be null and has no generator. */
  private void requireGenerators(KeySchema schema) {
    for (Column column : schema.columns()) {
      String name = column.name();
      if (schema.keyColumns().contains(name)
          && !column.nullable()
          && !schema.randomColumns().containsKey(name)
          && !generators.containsKey(name)) {
        throw Usage.wrong(
            spec,
            "found no --column for %s, which the key reads; give --column %s=HOW, such as %s"
                .formatted(name, name, "sequence, clock or uniform(1000)"));
      }
    }
  }

  /** The source of the rows, for people. */
  private String source() {
    InputFile rows = data.file();
    if (rows != null) {
      return rows.label();
    }
    List<String> drawn = new ArrayList<>();
    generators.forEach((column, how) -> drawn.add(column + "=" + how));
    return "generated rows, " + String.join(", ", drawn);
  }

  private Arrivals arrivals(TableDefinition table, @Nullable InputFile rows) {
    if (rows == null) {
      int count = generated == null ? 0 : generated;
      return new GeneratedRows(table.allColumns(), generators, count, seed);
    }
    return data.rows(console, rows, table);
  }

  /**
   * The strategies that the command line names, in order; otherwise the declared key and the
   * indexes that queries read.
   */
  private List<Strategy> strategies(TableDefinition table, Workload workload) {
    List<String> names = new ArrayList<>(strategies.isEmpty() ? List.of(DECLARED) : strategies);
    if (strategies.isEmpty()) {
      table.indexes().stream()
          .map(IndexDefinition::name)
          .filter(workload::reads)
          .forEach(names::add);
    }
    return names.stream()
        .map(name -> strategy(table, name))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private static Strategy strategy(TableDefinition table, String name) {
    if (name.equalsIgnoreCase(DECLARED)) {
      return declared(table);
    }
    return table
        .index(name)
        .map(index -> new Strategy(name, table.indexSchema(name), index.partitionParts()))
        .orElseGet(() -> Strategy.parse(name, table.allColumns(), table.format()));
  }

  private static Strategy declared(TableDefinition table) {
    return new Strategy(DECLARED, table.primaryKeySchema(), table.partitionParts());
  }
}
