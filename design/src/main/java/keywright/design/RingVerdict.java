package keywright.design;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import keywright.key.Column;
import keywright.key.KeyPart;
import keywright.key.KeySchema;

/** What the figures of a simulation on a token ring mean, in one sentence. */
final class RingVerdict {
  /** What partitions are kept below, by Cassandra's own advice. */
  private static final long MOST_ROWS = 100_000;

  private static final long MOST_BYTES = 100_000_000;

  /** From this part of all rows on a partition matters that does not stop growing. */
  private static final double LARGE = 0.01;

  /** So many partitions for each server share it fairly, wherever their tokens fall. */
  private static final int FAIRLY_MANY = 4;

  private static final double EVEN = 0.75;

  private final Simulation simulation;
  private final Partitions partitions;
  private final int servers;
  private final KeySchema schema;

  private RingVerdict(Simulation simulation, Partitions partitions) {
    this.simulation = simulation;
    this.partitions = partitions;
    this.servers = simulation.settings().servers();
    this.schema = simulation.strategy().schema();
  }

  static String of(Simulation simulation, Partitions partitions) {
    RingVerdict verdict = new RingVerdict(simulation, partitions);
    return verdict.sentence() + verdict.growth();
  }

  private String sentence() {
    String busy = Verdict.servers(simulation.load(), servers);
    if (isEven(simulation.load())) {
      return format(
          "fine: the writes keep %s busy, and the largest of %s takes %s of them",
          busy, count(), percent(simulation.load().largestRegionShare()));
    }
    if (partitions.count() < FAIRLY_MANY * servers) {
      return format(
          "hot: %s for %d servers, on which they fall as their tokens do, keep only %s busy; give"
              + " %s several times as many values as there are servers",
          count(), servers, busy, partition());
    }
    if (isEven(simulation.shuffled())) {
      return format(
          "hot by order: one partition takes %s of the writes and only %s busy, because rows arrive"
              + " in the order of %s; put bucket(%d) into the partition, at %d partitions for each"
              + " query, or a column whose values come mixed",
          percent(simulation.load().largestRegionShare()),
          busy + (simulation.load().effectiveServers() < 1.05 ? " is" : " are"),
          partition(),
          servers,
          servers);
    }
    return format(
        "hot by value: the largest partition takes %s of the writes and only %s are busy, for most"
            + " rows share a few values of %s; put one more column into the partition",
        percent(simulation.load().largestRegionShare()), busy, partition());
  }

  /** As busy as the shares of the ring allow, which are drawn and not quite even. */
  private boolean isEven(Load load) {
    double drawn = partitions.evenServers() / servers;
    return load.effectiveServers() >= EVEN * drawn * simulation.settings().evenServers();
  }

  private String growth() {
    long rows = simulation.rows() - simulation.overwritten();
    boolean isWide = partitions.largestRows() > MOST_ROWS || partitions.largestBytes() > MOST_BYTES;
    boolean isLarge = partitions.largestRows() > LARGE * rows;
    boolean isEndless =
        partitions.countAtHalf() >= 0.9 * partitions.count()
            && partitions.largestRowsAtHalf() >= 0.3 * partitions.largestRows()
            && partitions.largestRowsAtHalf() <= 0.7 * partitions.largestRows();
    if (!isWide && !(isLarge && isEndless)) {
      return "";
    }
    StringBuilder text = new StringBuilder("; ");
    text.append(
        format(
            "the largest partition has %,d rows, %s of all",
            partitions.largestRows(), percent((double) partitions.largestRows() / rows)));
    if (isWide) {
      text.append(
          format(
              ", about %,d MB: more than the 100,000 rows or 100 MB that a partition should have",
              Math.round(partitions.largestBytes() / 1e6)));
    }
    if (isEndless) {
      text.append(", and grows without end, for few new partitions come");
    }
    return text.append("; put ").append(divider()).append(" into the partition").toString();
  }

  /** What would divide the partition. */
  private String divider() {
    for (Column column : schema.columns()) {
      Class<?> kind = column.type().valueClass();
      boolean isTime = kind == Instant.class || kind == LocalDate.class;
      if (isTime
          && schema.keyColumns().contains(column.name())
          && parts().stream().noneMatch(part -> part.name().equals(column.name()))) {
        String unit = kind == Instant.class ? "day" : "month";
        return "a period such as date_trunc('%s', %s)".formatted(unit, column.name());
      }
    }
    return "one more column";
  }

  private List<KeyPart> parts() {
    return schema.parts().subList(0, simulation.strategy().partitionParts());
  }

  private String partition() {
    List<String> names = parts().stream().map(KeyPart::name).toList();
    return names.size() == 1 ? names.get(0) : "(" + String.join(", ", names) + ")";
  }

  private String count() {
    return partitions.count() == 1 ? "1 partition" : format("%,d partitions", partitions.count());
  }

  private static String percent(double share) {
    return format("%.1f %%", 100 * share);
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
