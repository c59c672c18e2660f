package keywright.design.simulate;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import keywright.design.cluster.Partitions;
import keywright.key.Column;
import keywright.key.KeyPart;
import keywright.key.KeySchema;

/** What is to be said of partitions that grow too large. */
final class PartitionGrowth {
  /** From this part of all rows on a partition matters that does not stop growing. */
  private static final double LARGE = 0.01;

  private final Simulation simulation;
  private final Partitions partitions;
  private final KeySchema schema;

  private PartitionGrowth(Simulation simulation, Partitions partitions) {
    this.simulation = simulation;
    this.partitions = partitions;
    this.schema = simulation.strategy().schema();
  }

  static String of(Simulation simulation, Partitions partitions) {
    return new PartitionGrowth(simulation, partitions).text();
  }

  private String text() {
    long rows = simulation.rows() - simulation.overwritten();
    boolean isWide = partitions.isTooLarge();
    boolean isLarge = partitions.largestRows() > LARGE * rows;
    boolean isEndless = partitions.growsWithoutEnd() && parts().stream().noneMatch(this::isTime);
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
      text.append(", and grows without end, because few new partitions are added");
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
        return "the %1$s of %2$s, date_trunc('%1$s', %2$s),".formatted(unit, column.name());
      }
    }
    return "one more column";
  }

  /** Whether a part has a new value for each period of time. */
  private boolean isTime(KeyPart part) {
    return schema.columns().stream()
        .filter(column -> part.expression().columns().contains(column.name()))
        .map(column -> column.type().valueClass())
        .anyMatch(kind -> kind == Instant.class || kind == LocalDate.class);
  }

  private List<KeyPart> parts() {
    return schema.parts().subList(0, simulation.strategy().partitionParts());
  }

  private static String percent(double share) {
    return format("%.1f %%", 100 * share);
  }

  private static String format(String format, Object... arguments) {
    return String.format(Locale.ROOT, format, arguments);
  }
}
