package keywright.design.simulate;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import keywright.design.cluster.Partitions;
import keywright.design.rows.Strategy;
import keywright.key.Column;
import keywright.key.KeyExpression;
import keywright.key.KeyPart;
import keywright.key.KeySchema;

/** What is to be said of partitions that grow too large. */
final class PartitionGrowth {
  /** From this part of all rows on a partition matters that does not stop growing. */
  private static final double LARGE = 0.01;

  private final Simulation simulation;
  private final Partitions partitions;
  private final KeySchema schema;
  private final Workload workload;

  private PartitionGrowth(Simulation simulation, Partitions partitions, Workload workload) {
    this.workload = workload;
    this.simulation = simulation;
    this.partitions = partitions;
    this.schema = simulation.strategy().schema();
  }

  static String of(Simulation simulation, Partitions partitions, Workload workload) {
    return new PartitionGrowth(simulation, partitions, workload).text();
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
    return text.append("; ").append(advice()).toString();
  }

  /** What would divide the partition. */
  private String advice() {
    for (Column column : schema.columns()) {
      Class<?> kind = column.type().valueClass();
      boolean isTime = kind == Instant.class || kind == LocalDate.class;
      String name = column.name();
      if (isTime
          && schema.keyColumns().contains(name)
          && parts().stream().noneMatch(part -> part.name().equals(name))) {
        String unit = kind == Instant.class ? "day" : "month";
        KeyExpression period = KeyExpression.dateTrunc(unit, KeyExpression.column(name));
        return isServed(period)
            ? format("put the %s of %s, %s, into the partition", unit, name, period)
            : format(
                "%s in the partition would divide it, but the queries do not bound %s",
                period, name);
      }
    }
    return "put one more column into the partition";
  }

  /** Whether the queries that a key serves are still served with one more part of the partition. */
  private boolean isServed(KeyExpression more) {
    Strategy now = simulation.strategy();
    List<KeyPart> parts = new ArrayList<>(schema.parts());
    parts.add(now.partitionParts(), KeyPart.asc(more));
    KeySchema divided = KeySchema.of(schema.columns(), parts, schema.format());
    Strategy then = new Strategy(now.name(), divided, now.partitionParts() + 1);
    return workload.queries().stream()
        .allMatch(query -> !QueryReads.isServed(query, now) || QueryReads.isServed(query, then));
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
