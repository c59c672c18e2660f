package keywright.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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

  SimulationPrinter(Output out, RegionSettings settings) {
    this.out = out;
    this.settings = settings;
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
    out.line(
        "%s rows into regions of %s (policy %s) on %d servers, balanced every %s rows"
            .formatted(
                Rendering.number(simulations.get(0).rows()),
                Rendering.number(settings.regionRows()),
                policy(),
                settings.servers(),
                Rendering.number(settings.balanceRows())));
    out.line(
        "windows of %s rows, means over the second half of them; seed %d"
            .formatted(Rendering.number(settings.windowRows()), settings.seed()));
    out.line();
  }

  private String policy() {
    return settings.policy().name().toLowerCase(Locale.ROOT);
  }

  private static void printRows(
      ResultWriter writer, List<Simulation> simulations, boolean withVerdict) {
    List<Column> columns =
        List.of(
            new Column("strategy", TEXT, false),
            new Column("key", TEXT, false),
            new Column("largest_region_share", SHARE, false),
            new Column("effective_servers", SERVERS, false),
            new Column("shuffled", SERVERS, false),
            new Column("regions", COUNT, false),
            new Column("splits", COUNT, false),
            new Column("cold_regions", COUNT, false),
            new Column("verdict", TEXT, false));
    int shown = withVerdict ? columns.size() : columns.size() - 1;
    writer.begin(columns.subList(0, shown));
    for (Simulation simulation : simulations) {
      @Nullable Object[] row = {
        simulation.strategy().name(),
        simulation.strategy().key(),
        rounded(simulation.load().largestRegionShare(), 4),
        rounded(simulation.load().effectiveServers(), 2),
        rounded(simulation.shuffled().effectiveServers(), 2),
        (long) simulation.regions(),
        (long) simulation.splits(),
        (long) simulation.coldRegions(),
        simulation.verdict()
      };
      writer.row(Arrays.copyOf(row, shown));
    }
    writer.end();
  }

  private static BigDecimal rounded(double number, int decimals) {
    return BigDecimal.valueOf(number).setScale(decimals, RoundingMode.HALF_UP);
  }

  private void printJson(List<Simulation> simulations) {
    out.print("{\"rows\": " + simulations.get(0).rows());
    out.print(", \"region_rows\": " + settings.regionRows());
    out.print(", \"split_policy\": ");
    Json.string(out, policy());
    out.print(", \"servers\": " + settings.servers());
    out.print(", \"window\": " + settings.windowRows());
    out.print(", \"balance_every\": " + settings.balanceRows());
    out.print(", \"seed\": " + settings.seed() + ",\n \"strategies\": [");
    for (int i = 0; i < simulations.size(); i++) {
      out.print(i == 0 ? "\n  {" : ",\n  {");
      printJson(simulations.get(i));
      out.print("}");
    }
    out.line("]}");
  }

  private void printJson(Simulation simulation) {
    member("name", simulation.strategy().name());
    out.print(", ");
    member("key", simulation.strategy().key());
    out.print(", \"largest_region_share\": " + rounded(simulation.load().largestRegionShare(), 4));
    out.print(", \"effective_servers\": " + rounded(simulation.load().effectiveServers(), 2));
    out.print(", \"shuffled_largest_region_share\": ");
    out.print(rounded(simulation.shuffled().largestRegionShare(), 4).toString());
    out.print(", \"shuffled_effective_servers\": ");
    out.print(rounded(simulation.shuffled().effectiveServers(), 2).toString());
    out.print(", \"regions\": " + simulation.regions() + ", \"splits\": " + simulation.splits());
    out.print(", \"cold_regions\": " + simulation.coldRegions());
    out.print(", \"overwritten\": " + simulation.overwritten());
    out.print(", \"fan_out\": {}, ");
    member("verdict", simulation.verdict());
  }

  private void member(String name, String value) {
    Json.name(out, name);
    Json.string(out, value);
  }
}
