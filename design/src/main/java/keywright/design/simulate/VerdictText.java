package keywright.design.simulate;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import keywright.design.cluster.Model;
import keywright.design.cluster.Partitions;
import keywright.key.KeySchema;

/** What the figures of a simulation mean, in one sentence. */
final class VerdictText {
  /** The part of the servers below which reads count as hot. */
  private static final double HALF = 0.5;

  /** A figure whose 95 % interval is wider than this part of it is shown with the interval. */
  private static final double UNSURE = 0.5;

  /** So many partitions for each server share it fairly, wherever their tokens fall. */
  private static final int FAIRLY_MANY = 4;

  private static final List<String> NUMBERS =
      List.of(
          "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
          "eleven", "twelve");

  private final Simulation simulation;
  private final Judge.Diagnosis found;
  private final int servers;
  private final WriteShares load;
  private final WriteShares shuffled;

  private VerdictText(Simulation simulation, Judge.Diagnosis found) {
    this.simulation = simulation;
    this.found = found;
    this.servers = simulation.settings().servers();
    this.load = simulation.load();
    this.shuffled = simulation.shuffled();
  }

  static Verdict of(Simulation simulation, Judge.Diagnosis found, Workload workload) {
    VerdictText text = new VerdictText(simulation, found);
    Partitions partitions = simulation.partitions();
    String growth = partitions == null ? "" : PartitionGrowth.of(simulation, partitions, workload);
    return new Verdict(
        found.grade(),
        found.cause(),
        text.reason() + text.order(),
        text.label()
            + text.reason()
            + text.advice()
            + growth
            + text.reads()
            + text.overwritten()
            + text.order()
            + ".");
  }

  private String label() {
    return switch (found.grade()) {
      case UNDECIDED -> "undecided: ";
      case FINE -> "fine: ";
      case TAILS ->
          format(
              "spread, with %s hot %s: ",
              inWords(Math.round(load.effectiveRegions())),
              load.effectiveRegions() < 1.5 ? "tail" : "tails");
      case UNEVEN -> "uneven: ";
      case HOT -> "hot: ";
    };
  }

  private String reason() {
    return switch (found.grade()) {
      case UNDECIDED -> undecided();
      case FINE -> fine();
      case TAILS -> tails();
      case UNEVEN, HOT -> cause();
    };
  }

  private String undecided() {
    WriteShares byTime = found.byTime();
    String time = found.time();
    if (byTime != null && time != null) {
      return format(
          "in the order in which the rows are given, the writes of a moment go to %s, but in the order of %s only to %s: %s",
          places(load), time, number(byTime.regions()), why());
    }
    if (simulation.regions() == 1) {
      return format(
          "all rows fit into one %s of %,d, so nothing can spread; simulate with more"
              + " rows, or with smaller regions",
          place(), simulation.settings().regionRows());
    }
    return format(
        "%,d rows are too few: the writes of a moment go to between %.1f and %.1f of %s;"
            + " simulate with more rows",
        simulation.rows(), load.regions().low(), load.regions().high(), allPlaces());
  }

  private String fine() {
    boolean isFew = shuffled.effectiveRegions() < Judge.EVEN * servers;
    return format(
        "the writes keep %s busy, and go to %s at a time%s",
        servers(load),
        places(load),
        isFew && simulation.partitions() == null
            ? format(
                ", as they do when the rows are shuffled; with these rows the table has %s, too few for %d servers",
                allPlaces(), servers)
            : "");
  }

  private String tails() {
    long tails = Math.round(load.effectiveRegions());
    return format(
        "the writes keep %s busy, but go to about %s of %s at a time%s; more than %d servers would not share these writes",
        servers(load), inWords(tails), allPlaces(), left(), tails);
  }

  private String cause() {
    return found.cause() == Verdict.Cause.HOT_ROWS
        ? format(
            "%s, so they keep only %s busy, whatever the order of the key", why(), servers(load))
        : because(why());
  }

  private String why() {
    return switch (found.cause()) {
      case RISING ->
          // Tokens have another order than values.
          simulation.partitions() == null
              ? format("%s %s as rows arrive", part(), found.isFalling() ? "falls" : "rises")
              : together();
      case TOGETHER -> together();
      case FEW_VALUES -> fewValues();
      case BOTH -> fewValues() + ", and they come one after the other";
      case HOT_ROWS ->
          (found.keys() < 1.5 ? "one row key takes" : format("%.1f row keys take", found.keys()))
              + " most of the writes";
      case NONE -> "";
    };
  }

  private String advice() {
    if (found.byTime() != null) {
      return "; sort the rows by the order in which they arrive, and simulate again";
    }
    return switch (found.cause()) {
      case RISING, TOGETHER -> mixed();
      case FEW_VALUES, BOTH -> spread();
      case HOT_ROWS ->
          "; put another column into the key, then the writes go to different rows; or add up the writes of one row in the program before they are sent";
      case NONE -> "";
    };
  }

  private String together() {
    return format("rows that arrive together have the same or neighbouring values of %s", part());
  }

  private String because(String reason) {
    boolean isLoad = simulation.model() instanceof Model.LoadSplits;
    return format(
        "%s, so the writes of a moment go to %s and keep only %s busy%s%s; the same rows shuffled go"
            + " to %s",
        reason,
        places(load),
        servers(load),
        left(),
        isLoad
            ? ", and splits by load do not help: a key that halves the writes of one window sorts before all writes of the next"
            : "",
        number(shuffled.regions()));
  }

  private String mixed() {
    return simulation.partitions() == null
        ? format(
            "; put bucket(%d) in front, which costs %d ranges for each scan, or a column whose values arrive in random order",
            servers, servers)
        : format(
            "; put bucket(%d) into the partition, which costs %d partitions for each query, or a column whose values arrive in random order",
            servers, servers);
  }

  private String fewValues() {
    long declared = schema().partValues(found.leading().part());
    int values = found.leading().values();
    if (simulation.partitions() != null) {
      return isFewPartitions()
          ? format(
              "there %s %s for %d servers, and their tokens decide which servers have them",
              values == 1 ? "is" : "are", allPlaces(), servers)
          : format("a few of %s have most rows", allPlaces());
    }
    String effective = format("%.1f", found.leading().effectiveValues());
    return declared > 0 && found.leading().effectiveValues() >= Judge.EVEN * declared
        ? format("%s has %,d values, and the rows of each arrive in key order", name(), declared)
        : format(
            "%s has %s effective %s, and the rows of each arrive in key order",
            name(), effective, effective.equals("1.0") ? "value" : "values");
  }

  private String spread() {
    long declared = schema().partValues(found.leading().part());
    if (simulation.partitions() != null) {
      return isFewPartitions()
          ? format("; give %s several times as many values as there are servers", part())
          : format(
              "; put bucket(%d) into the partition, which costs %d partitions for each query, or one more column",
              servers, servers);
    }
    return declared > 0 && declared < servers
        ? format("; give it at least as many values as there are servers")
        : format(
            "; hashing %s does not help, put a column of more values in front, or bucket(%d) over the"
                + " whole key",
            part(), servers);
  }

  private boolean isFewPartitions() {
    return simulation.regions() < FAIRLY_MANY * servers;
  }

  /** The regions that were left behind. */
  private String left() {
    return simulation.coldRegions() == 0
        ? ""
        : format(", leaving %,d of %s cold and half full", simulation.coldRegions(), allPlaces());
  }

  private String reads() {
    Load reads = simulation.reads().load();
    String hot =
        reads == null || reads.effectiveServers() >= HALF * servers
            ? ""
            : format(
                "; the reads of its queries are hot: the largest %s takes %.1f %% of them and only"
                    + " %.1f of %d servers serve them",
                place(), 100 * reads.largestRegionShare(), reads.effectiveServers(), servers);
    List<String> scans = simulation.reads().fullScans();
    return scans.isEmpty()
        ? hot
        : hot + format("; %s would read every row", String.join(" and ", scans));
  }

  private String overwritten() {
    return simulation.overwritten() == 0
        ? ""
        : format(
            "; %,d of %,d rows overwrite another, because the key is not unique",
            simulation.overwritten(), simulation.rows());
  }

  /** What the times of the rows say against their order. */
  private String order() {
    String time = found.time();
    return time == null || found.byTime() != null
        ? ""
        : format(
            "; the rows are not in the order of %s, so this verdict holds only for the order in which they were given",
            time);
  }

  /** The part that decides; the column itself when the part is in its order. */
  private String part() {
    int parts = simulation.partitions() == null ? 1 : simulation.strategy().partitionParts();
    if (parts > 1) {
      List<String> names = schema().parts().stream().limit(parts).map(part -> part.name()).toList();
      return "(" + String.join(", ", names) + ")";
    }
    int part = found.leading().part();
    Set<String> columns = schema().parts().get(part).expression().columns();
    String column = columns.size() == 1 ? columns.iterator().next() : "";
    return column.isEmpty() || schema().follows(part, column) == KeySchema.Following.NO
        ? name()
        : column;
  }

  private String name() {
    return schema().parts().get(found.leading().part()).name();
  }

  private KeySchema schema() {
    return simulation.strategy().schema();
  }

  private static String inWords(long number) {
    return number < NUMBERS.size()
        ? NUMBERS.get((int) number)
        : String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code 5.8}, or when that is unsure {@code 5.8 (4.9 to 7.0)}. */
  static String number(Estimate estimate) {
    return estimate.high() - estimate.low() > UNSURE * estimate.value()
        ? format("%.1f (%.1f to %.1f)", estimate.value(), estimate.low(), estimate.high())
        : format("%.1f", estimate.value());
  }

  private String servers(WriteShares some) {
    return format("%s of %d servers", number(some.servers()), servers);
  }

  private String places(WriteShares some) {
    return number(some.regions()) + " of " + allPlaces();
  }

  private String place() {
    return simulation.partitions() == null ? "region" : "partition";
  }

  private String allPlaces() {
    return simulation.regions() == 1
        ? "1 " + place()
        : format("%,d %ss", simulation.regions(), place());
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
