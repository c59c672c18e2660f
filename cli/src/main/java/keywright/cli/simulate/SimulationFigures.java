package keywright.cli.simulate;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import keywright.cli.console.Rendering;
import keywright.design.cluster.Balancer;
import keywright.design.cluster.Model;
import keywright.design.cluster.Partitions;
import keywright.design.cluster.RegionSettings;
import keywright.design.simulate.Load;
import keywright.design.simulate.Reads;
import keywright.design.simulate.Simulation;
import keywright.key.Column;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/** The figures of simulations as a table, and the settings on which they depend. Immutable. */
public final class SimulationFigures {
  private static final Type TEXT = Type.parse("text");
  private static final Type COUNT = Type.parse("bigint");
  private static final Type SHARE = Type.parse("decimal(5,4)");
  private static final Type SERVERS = Type.parse("decimal(12,2)");

  private final RegionSettings settings;
  private final Model model;
  private final Reads reads;

  /**
   * The figures of {@code simulation}, and of other simulations with the same settings and model.
   */
  public SimulationFigures(Simulation simulation) {
    this.settings = simulation.settings();
    this.model = simulation.model();
    this.reads = simulation.reads();
  }

  /** A column of the table, and the figure of a simulation that it contains. */
  record Figure(Column column, Function<Simulation, Object> value) {
    static Figure of(String name, Type type, Function<Simulation, Object> value) {
      return new Figure(new Column(name, type, false), value);
    }
  }

  /** The columns of the table; the caller may add one. */
  List<Figure> figures() {
    boolean isRing = isRing();
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
    if (!isRing) {
      figures.add(
          Figure.of(
              "effective_regions", SERVERS, found -> rounded(found.load().effectiveRegions(), 2)));
    }
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
    if (reads.load() != null) {
      figures.add(
          Figure.of("read_share", SHARE, found -> rounded(load(found).largestRegionShare(), 4)));
      figures.add(
          Figure.of("read_servers", SERVERS, found -> rounded(load(found).effectiveServers(), 2)));
    }
    if (reads.serversWithWrites() > 0) {
      figures.add(
          Figure.of(
              "all_servers", SERVERS, found -> rounded(found.reads().serversWithWrites(), 2)));
    }
    return figures;
  }

  /** Of the reads; where a key could be given no value to read, nothing. */
  private static Load load(Simulation simulation) {
    Load load = simulation.reads().load();
    return load == null ? new Load(0, 0, 0) : load;
  }

  /** The key of a simulation as its table shows it. */
  String key(Simulation simulation) {
    return isRing() ? simulation.strategy().partitionedKey() : simulation.strategy().key();
  }

  private static Partitions partitions(Simulation simulation) {
    return Objects.requireNonNull(simulation.partitions(), "partitions");
  }

  /** The rows, and the settings that shape the model. */
  public String model(Simulation simulation) {
    String rows = Rendering.counted(simulation.rows(), "row", "rows");
    String servers = Rendering.counted(settings.servers(), "server", "servers");
    if (model instanceof Model.TokenRing ring) {
      return "%s into partitions on a ring of %s, each with %s"
          .formatted(rows, servers, Rendering.counted(ring.tokens(), "token", "tokens"));
    }
    return "%s into regions of %s (policy %s)%s on %s, %sbalanced%s every %s rows"
        .formatted(
            rows,
            Rendering.number(settings.regionRows()),
            policy(),
            model instanceof Model.LoadSplits load
                ? " or %s in a window"
                    .formatted(Rendering.counted(load.splitWrites(settings), "write", "writes"))
                : "",
            servers,
            model.preSplit() == 1 ? "" : "pre-split into " + model.preSplit() + ", ",
            balancer() == Balancer.LOAD ? " by load" : "",
            Rendering.number(settings.balanceRows()));
  }

  /** The way in which the figures were measured. */
  String measuring() {
    return "windows of %s rows, means over the second half of them; seed %d"
        .formatted(Rendering.number(settings.windowRows()), settings.seed());
  }

  /** Whether the simulation is of partitions on a token ring instead of regions. */
  boolean isRing() {
    return model instanceof Model.TokenRing;
  }

  /** The quantity that the balancer distributes evenly; null on a ring. */
  @Nullable Balancer balancer() {
    return model instanceof Model.LoadSplits load
        ? load.balancer()
        : model instanceof Model.SizeSplits size ? size.balancer() : null;
  }

  String policy() {
    return settings.policy().name().toLowerCase(Locale.ROOT);
  }

  static BigDecimal rounded(double number, int decimals) {
    return BigDecimal.valueOf(number).setScale(decimals, RoundingMode.HALF_UP);
  }
}
