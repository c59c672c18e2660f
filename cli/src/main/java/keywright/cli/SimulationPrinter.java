package keywright.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import keywright.design.Balancer;
import keywright.design.Model;
import keywright.design.Partitions;
import keywright.design.RegionSettings;
import keywright.design.Simulation;
import keywright.key.Column;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/** Prints what simulations found, with the settings on which the figures depend. */
final class SimulationPrinter {
  private static final Type TEXT = Type.parse("text");
  private static final Type COUNT = Type.parse("bigint");
  private static final Type SHARE = Type.parse("decimal(5,4)");
  private static final Type SERVERS = Type.parse("decimal(12,2)");

  private final Output out;
  private final RegionSettings settings;
  private final Model model;

  SimulationPrinter(Output out, RegionSettings settings, Model model) {
    this.out = out;
    this.settings = settings;
    this.model = model;
  }

  void print(OutputFormat format, List<Simulation> simulations) {
    switch (format) {
      case JSON -> printJson(simulations);
      case CSV -> printRows(new CsvWriter(out), simulations, true);
      case TABLE -> {
        printSettings(simulations);
        printRows(new TableWriter(out), simulations, false);
        for (Simulation simulation : simulations) {
          out.line();
          out.line(Text.escape(simulation.strategy().name()) + ": " + simulation.verdict());
        }
      }
    }
  }

  private void printSettings(List<Simulation> simulations) {
    String rows = Rendering.counted(simulations.get(0).rows(), "row", "rows");
    if (model instanceof Model.TokenRing ring) {
      out.line(
          "%s into partitions on a ring of %d servers, each with %s"
              .formatted(
                  rows, settings.servers(), Rendering.counted(ring.tokens(), "token", "tokens")));
    } else {
      out.line(
          "%s into regions of %s (policy %s)%s on %d servers, balanced%s every %s rows"
              .formatted(
                  rows,
                  Rendering.number(settings.regionRows()),
                  policy(),
                  model instanceof Model.LoadSplits load
                      ? " or %s in a window"
                          .formatted(Rendering.counted(load.splitWrites(), "write", "writes"))
                      : "",
                  settings.servers(),
                  balancer() == Balancer.LOAD ? " by load" : "",
                  Rendering.number(settings.balanceRows())));
    }
    out.line(
        "windows of %s rows, means over the second half of them; seed %d"
            .formatted(Rendering.number(settings.windowRows()), settings.seed()));
    out.line();
  }

  /** What is evened; null on a ring. */
  private @Nullable Balancer balancer() {
    return model instanceof Model.LoadSplits load
        ? load.balancer()
        : model instanceof Model.SizeSplits size ? size.balancer() : null;
  }

  private String policy() {
    return settings.policy().name().toLowerCase(Locale.ROOT);
  }

  /** A column of the table that is printed, and what it holds of a simulation. */
  private record Figure(Column column, Function<Simulation, Object> value) {
    static Figure of(String name, Type type, Function<Simulation, Object> value) {
      return new Figure(new Column(name, type, false), value);
    }
  }

  private List<Figure> figures() {
    boolean isRing = model instanceof Model.TokenRing;
    List<Figure> figures = new ArrayList<>();
    figures.add(Figure.of("strategy", TEXT, found -> found.strategy().name()));
    figures.add(Figure.of("key", TEXT, this::key));
    figures.add(
        Figure.of(
            isRing ? "largest_partition_share" : "largest_region_share",
            SHARE,
            found -> rounded(found.load().largestRegionShare(), 4)));
    figures.add(
        Figure.of(
            "effective_servers", SERVERS, found -> rounded(found.load().effectiveServers(), 2)));
    figures.add(
        Figure.of("shuffled", SERVERS, found -> rounded(found.shuffled().effectiveServers(), 2)));
    if (isRing) {
      figures.add(Figure.of("partitions", COUNT, found -> (long) found.regions()));
      figures.add(Figure.of("largest_rows", COUNT, found -> partitions(found).largestRows()));
      figures.add(
          Figure.of(
              "largest_server_share",
              SHARE,
              found -> rounded(partitions(found).largestServerShare(), 4)));
    } else {
      figures.add(Figure.of("regions", COUNT, found -> (long) found.regions()));
      figures.add(Figure.of("splits", COUNT, found -> (long) found.splits()));
      figures.add(Figure.of("cold_regions", COUNT, found -> (long) found.coldRegions()));
    }
    return figures;
  }

  private String key(Simulation simulation) {
    return model instanceof Model.TokenRing
        ? simulation.strategy().partitionedKey()
        : simulation.strategy().key();
  }

  private static Partitions partitions(Simulation simulation) {
    return Objects.requireNonNull(simulation.partitions(), "partitions");
  }

  private void printRows(ResultWriter writer, List<Simulation> simulations, boolean withVerdict) {
    List<Figure> figures = figures();
    if (withVerdict) {
      figures.add(Figure.of("verdict", TEXT, Simulation::verdict));
    }
    writer.begin(figures.stream().map(Figure::column).toList());
    for (Simulation simulation : simulations) {
      writer.row(figures.stream().map(figure -> figure.value().apply(simulation)).toArray());
    }
    writer.end();
  }

  private static BigDecimal rounded(double number, int decimals) {
    return BigDecimal.valueOf(number).setScale(decimals, RoundingMode.HALF_UP);
  }

  private void printJson(List<Simulation> simulations) {
    out.print("{\"rows\": " + simulations.get(0).rows());
    boolean isRing = model instanceof Model.TokenRing;
    if (!isRing) {
      out.print(", \"region_rows\": " + settings.regionRows() + ", ");
      member("split_policy", policy());
    }
    out.print(", \"servers\": " + settings.servers());
    out.print(", \"window\": " + settings.windowRows());
    if (!isRing) {
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
      member("model", "ring");
      out.print(", \"tokens\": " + ring.tokens());
      return;
    }
    member("model", model instanceof Model.LoadSplits ? "load" : "regions");
    out.print(", ");
    member("balance", String.valueOf(balancer()).toLowerCase(Locale.ROOT));
    if (model instanceof Model.LoadSplits load) {
      out.print(", \"split_writes\": " + load.splitWrites());
    }
  }

  private void printJson(Simulation simulation) {
    member("name", simulation.strategy().name());
    out.print(", ");
    member("key", key(simulation));
    out.print(", \"largest_region_share\": " + rounded(simulation.load().largestRegionShare(), 4));
    out.print(", \"effective_servers\": " + rounded(simulation.load().effectiveServers(), 2));
    out.print(", \"shuffled_largest_region_share\": ");
    out.print(rounded(simulation.shuffled().largestRegionShare(), 4).toString());
    out.print(", \"shuffled_effective_servers\": ");
    out.print(rounded(simulation.shuffled().effectiveServers(), 2).toString());
    out.print(", \"regions\": " + simulation.regions() + ", \"splits\": " + simulation.splits());
    out.print(", \"cold_regions\": " + simulation.coldRegions());
    Partitions partitions = simulation.partitions();
    if (partitions != null) {
      out.print(", \"largest_partition_rows\": " + partitions.largestRows());
      out.print(", \"largest_partition_bytes\": " + partitions.largestBytes());
      out.print(", \"largest_server_share\": " + rounded(partitions.largestServerShare(), 4));
    }
    out.print(", \"overwritten\": " + simulation.overwritten());
    out.print(", \"fan_out\": {}, ");
    member("verdict", simulation.verdict());
  }

  private void member(String name, String value) {
    Json.name(out, name);
    Json.string(out, value);
  }
}
