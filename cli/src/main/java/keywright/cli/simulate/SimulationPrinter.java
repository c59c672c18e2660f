package keywright.cli.simulate;

import static keywright.cli.simulate.SimulationFigures.rounded;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import keywright.cli.console.CsvWriter;
import keywright.cli.console.Json;
import keywright.cli.console.Output;
import keywright.cli.console.OutputFormat;
import keywright.cli.console.Rendering;
import keywright.cli.console.ResultWriter;
import keywright.cli.console.TableWriter;
import keywright.cli.console.Text;
import keywright.cli.simulate.SimulationFigures.Figure;
import keywright.design.cluster.Model;
import keywright.design.cluster.Partitions;
import keywright.design.cluster.RegionSettings;
import keywright.design.simulate.Estimate;
import keywright.design.simulate.KeySpaceMap;
import keywright.design.simulate.Load;
import keywright.design.simulate.QueryPath;
import keywright.design.simulate.Reads;
import keywright.design.simulate.Simulation;
import keywright.key.Column;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/** Prints what simulations found, with the settings on which the figures depend. */
final class SimulationPrinter {
  private static final MathContext RATE_DIGITS = new MathContext(4);

  private final Output out;
  private final List<Simulation> simulations;
  private final RegionSettings settings;
  private final Model model;
  private final SimulationFigures figures;
  private final @Nullable Function<KeySpaceMap, TerminalMap> maps;

  /**
   * @param simulations at least one, all of the same settings and model
   * @param maps makes the heat map that is printed with each verdict; null for none
   */
  SimulationPrinter(
      Output out, List<Simulation> simulations, @Nullable Function<KeySpaceMap, TerminalMap> maps) {
    this.out = out;
    this.simulations = simulations;
    this.settings = simulations.get(0).settings();
    this.model = simulations.get(0).model();
    this.figures = new SimulationFigures(simulations.get(0));
    this.maps = maps;
  }

  void print(OutputFormat format) {
    switch (format) {
      case JSON -> printJson();
      case CSV -> printRows(new CsvWriter(out), true);
      case TABLE -> {
        out.line(figures.model(simulations.get(0)));
        out.line(figures.measuring());
        out.line();
        printRows(new TableWriter(out), false);
        printQueries();
        simulations.forEach(this::printVerdict);
      }
    }
  }

  private void printVerdict(Simulation simulation) {
    out.line();
    out.line(Text.escape(simulation.strategy().name()) + ": " + simulation.verdict());
    if (maps != null) {
      out.line();
      maps.apply(simulation.map()).lines().forEach(out::line);
    }
  }

  private void printRows(ResultWriter writer, boolean withVerdict) {
    List<Figure> shown = figures.figures();
    if (withVerdict) {
      shown.add(Figure.of("verdict", Type.parse("text"), found -> found.verdict().text()));
    }
    writer.begin(shown.stream().map(Figure::column).toList());
    for (Simulation simulation : simulations) {
      writer.row(shown.stream().map(figure -> figure.value().apply(simulation)).toArray());
    }
    writer.end();
  }

  private void printQueries() {
    List<QueryPath> queries = simulations.get(0).reads().paths();
    if (queries.isEmpty()) {
      return;
    }
    out.line();
    ResultWriter writer = new TableWriter(out);
    writer.begin(Column.parseList("query text, rate_per_s decimal, strategy text, fan_out text"));
    for (int i = 0; i < queries.size(); i++) {
      for (Simulation simulation : simulations) {
        QueryPath path = simulation.reads().paths().get(i);
        writer.row(
            new Object[] {
              path.query(),
              BigDecimal.valueOf(path.ratePerSecond()).round(RATE_DIGITS).stripTrailingZeros(),
              simulation.strategy().name(),
              (path.isFullScan() ? "full scan: " : "")
                  + Rendering.number(path.ranges())
                  + (path.otherKey() == null ? "" : " of " + path.otherKey())
            });
      }
    }
    writer.end();
  }

  private void printJson() {
    out.print("{\"rows\": " + simulations.get(0).rows());
    if (!figures.isRing()) {
      out.print(", \"region_rows\": " + settings.regionRows() + ", ");
      Json.member(out, "split_policy", figures.policy());
    }
    out.print(", \"servers\": " + settings.servers());
    out.print(", \"window\": " + settings.windowRows());
    if (!figures.isRing()) {
      out.print(", \"balance_every\": " + settings.balanceRows());
    }
    out.print(", \"seed\": " + settings.seed() + ", ");
    printModel();
    out.print(",\n \"strategies\": [");
    for (int i = 0; i < simulations.size(); i++) {
      out.print(i == 0 ? "\n  {" : ",\n  {");
      printJson(simulations.get(i));
      out.print("}");
    }
    out.line("]}");
  }

  private void printModel() {
    if (model instanceof Model.TokenRing ring) {
      Json.member(out, "model", "ring");
      out.print(", \"tokens\": " + ring.tokens());
      return;
    }
    Json.member(out, "model", model instanceof Model.LoadSplits ? "load" : "regions");
    out.print(", ");
    Json.member(out, "balance", String.valueOf(figures.balancer()).toLowerCase(Locale.ROOT));
    if (model.preSplit() > 1) {
      out.print(", \"pre_split\": " + model.preSplit());
    }
    if (model instanceof Model.LoadSplits load) {
      out.print(", \"split_writes\": " + load.splitWrites(settings));
    }
  }

  private void printJson(Simulation simulation) {
    Json.member(out, "name", simulation.strategy().name());
    out.print(", ");
    Json.member(out, "key", figures.key(simulation));
    out.print(", \"largest_region_share\": " + rounded(simulation.load().largestRegionShare(), 4));
    out.print(", \"effective_servers\": " + rounded(simulation.load().effectiveServers(), 2));
    out.print(", \"shuffled_largest_region_share\": ");
    out.print(rounded(simulation.shuffled().largestRegionShare(), 4).toString());
    out.print(", \"shuffled_effective_servers\": ");
    out.print(rounded(simulation.shuffled().effectiveServers(), 2).toString());
    printRegions(out, "effective_regions", simulation.load().regions());
    printRegions(out, "shuffled_effective_regions", simulation.shuffled().regions());
    out.print(", \"regions\": " + simulation.regions() + ", \"splits\": " + simulation.splits());
    out.print(", \"cold_regions\": " + simulation.coldRegions());
    Partitions partitions = simulation.partitions();
    if (partitions != null) {
      out.print(", \"largest_partition_rows\": " + partitions.largestRows());
      out.print(", \"largest_partition_bytes\": " + partitions.largestBytes());
      out.print(", \"largest_server_share\": " + rounded(partitions.largestServerShare(), 4));
    }
    out.print(", \"overwritten\": " + simulation.overwritten());
    printReads(simulation.reads());
    out.print(", ");
    Json.member(out, "grade", name(simulation.verdict().grade()));
    out.print(", ");
    Json.member(out, "cause", name(simulation.verdict().cause()));
    out.print(", ");
    Json.member(out, "verdict", simulation.verdict().text());
  }

  /** {@code few values}. */
  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static void printRegions(Output out, String name, Estimate regions) {
    out.print(", \"%s\": %s".formatted(name, rounded(regions.value(), 2)));
    out.print(", \"%s_low\": %s".formatted(name, rounded(regions.low(), 2)));
    out.print(", \"%s_high\": %s".formatted(name, rounded(regions.high(), 2)));
  }

  private void printReads(Reads reads) {
    out.print(", \"fan_out\": {");
    for (int i = 0; i < reads.paths().size(); i++) {
      out.print(i == 0 ? "" : ", ");
      Json.name(out, reads.paths().get(i).query());
      out.print(Long.toString(reads.paths().get(i).ranges()));
    }
    out.print("}");
    List<QueryPath> elsewhere =
        reads.paths().stream().filter(path -> path.otherKey() != null).toList();
    if (!elsewhere.isEmpty()) {
      out.print(", \"other_keys\": {");
      for (int i = 0; i < elsewhere.size(); i++) {
        out.print(i == 0 ? "" : ", ");
        Json.member(out, elsewhere.get(i).query(), String.valueOf(elsewhere.get(i).otherKey()));
      }
      out.print("}");
    }
    if (!reads.paths().isEmpty()) {
      out.print(", \"full_scans\": [");
      List<String> scans = reads.fullScans();
      for (int i = 0; i < scans.size(); i++) {
        out.print(i == 0 ? "" : ", ");
        Json.string(out, scans.get(i));
      }
      out.print("]");
    }
    Load load = reads.load();
    if (load != null) {
      out.print(", \"largest_region_read_share\": " + rounded(load.largestRegionShare(), 4));
      out.print(", \"effective_read_servers\": " + rounded(load.effectiveServers(), 2));
    }
    if (reads.serversWithWrites() > 0) {
      out.print(", \"effective_servers_of_all\": " + rounded(reads.serversWithWrites(), 2));
    }
  }
}
