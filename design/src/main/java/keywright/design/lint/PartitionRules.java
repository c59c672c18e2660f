package keywright.design.lint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import keywright.design.cluster.Partitions;
import keywright.design.rows.DesignedKey;
import keywright.design.simulate.Simulation;
import keywright.key.KeyExpression;
import keywright.key.KeyExpression.Call;
import keywright.key.KeyExpression.TextLiteral;
import keywright.key.KeyPart;
import keywright.table.model.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * KW406: partitions that become larger than Cassandra should have, by sample rows and by the rate
 * of writes; with the period of time in the partition that keeps them below.
 */
final class PartitionRules {
  /** Seconds of a period, at most; the long ones first. */
  private static final Map<String, Long> PERIODS = new LinkedHashMap<>();

  static {
    PERIODS.put("year", 366 * 86_400L);
    PERIODS.put("month", 31 * 86_400L);
    PERIODS.put("day", 86_400L);
    PERIODS.put("hour", 3_600L);
    PERIODS.put("minute", 60L);
  }

  private static final long YEAR = 365 * 86_400L;

  /** What takes longer is not warned of. */
  private static final long FORESEEN = 10 * YEAR;

  private static final int MOST_BUCKETS = 64;

  private static final String LIMITS = "a partition should have 100,000 rows or 100 MB at most";

  private final LintedTable table;
  private final DesignedKey key;

  /** The time that the key holds, of a single moment or a period; null when it holds none. */
  private final @Nullable String time;

  private PartitionRules(LintedTable table, DesignedKey key) {
    this.table = table;
    this.key = key;
    this.time =
        key.schema().keyColumns().stream()
            .filter(column -> !key.schema().randomColumns().containsKey(column))
            .filter(key::isTime)
            .findFirst()
            .orElse(null);
  }

  static void check(LintedTable table) {
    if (table.isInPartitions()) {
      table.keys().forEach(key -> new PartitionRules(table, key).find());
    }
  }

  private void find() {
    Simulation replay = table.replay(key);
    Partitions partitions = replay == null ? null : replay.partitions();
    if (partitions != null) {
      findInRows(partitions);
    } else {
      findByDeclaration();
    }
  }

  private void find(Severity severity, String reason, @Nullable Fix fix) {
    table.find(Code.LARGE_PARTITION, severity, key.place(), reason, fix);
  }

  private void findInRows(Partitions partitions) {
    DataProfile data = table.data();
    double period =
        period(new LintedTable.Candidate(key.schema().parts(), key.partitionParts(), ""));
    boolean isEndless = period == 0 && partitions.growsWithoutEnd();
    double rate = table.writesPerSecond();
    if (data == null || !(partitions.isTooLarge() || isEndless || period > 0 || rate > 0)) {
      return;
    }
    PartitionSizes now = data.sizes(key.strategy(), time);
    double span = now.seconds();
    double scale = rate > 0 && span > 0 ? Math.max(1, rate * span / data.rows()) : 1;
    double more = scale * whole(period, span);
    double ratio = ratio(now.largestRows() * more, now.largestBytes() * more);
    boolean isReached = isEndless && span > 0 && span / ratio < FORESEEN;
    if (!partitions.isTooLarge() && !isReached && ratio <= 1) {
      return;
    }
    String size =
        "the largest partition of %s has %s rows%s in the sample"
            .formatted(
                key.title(),
                number((double) now.largestRows()),
                now.largestBytes() < 1_000_000
                    ? ""
                    : " and %s MB of values".formatted(number(now.largestBytes() / 1e6)));
    String growth =
        !isEndless
            ? more > 1 ? ", and %s times as many in the end".formatted(number(more)) : ""
            : isReached && ratio < 1
                ? ", grows without end and is full in about " + duration(span / ratio)
                : ", and grows without end";
    find(
        Severity.WARNING,
        size + growth + "; " + LIMITS,
        divided(
            !isEndless,
            candidate -> {
              TableDefinition after = table.with(key, candidate).orElse(null);
              if (after == null) {
                return Double.MAX_VALUE;
              }
              PartitionSizes sizes = data.sizes(key.in(after).strategy(), time);
              double then = scale * whole(period(candidate), span);
              return ratio(sizes.largestRows() * then, sizes.largestBytes() * then);
            },
            ratio));
  }

  /** How many times as many rows a period has as those of the sample, which may end before. */
  private static double whole(double period, double span) {
    return span > 0 ? Math.max(1, period / span) : 1;
  }

  private void findByDeclaration() {
    double partitions = 1;
    double seconds = 0;
    for (int part = 0; part < key.partitionParts(); part++) {
      double values = key.schema().partValues(part);
      double period = period(key.schema().parts().get(part));
      if (values <= 0 && period == 0) {
        return; // Nobody says how many there are.
      }
      partitions *= period > 0 ? 1 : values;
      seconds = Math.max(seconds, period);
    }
    double rate = table.writesPerSecond() / partitions;
    String shared =
        partitions == 1
            ? "one partition of %s takes all rows".formatted(key.title())
            : "each of the %s partitions of %s takes its share of all rows"
                .formatted(number(partitions), key.title());
    boolean isEndless = seconds == 0;
    double secondsToLimit = Partitions.MOST_ROWS / rate;
    if (rate == 0) {
      if (isEndless && !isFoundHot()) {
        find(Severity.INFO, shared + " without end", divided(false, this::atLeast, 0));
      }
    } else if (secondsToLimit < (isEndless ? FORESEEN : seconds)) {
      find(
          Severity.WARNING,
          isEndless
              ? "%s without end, and has 100,000 rows after %s at the rate of the design; %s"
                  .formatted(shared, duration(secondsToLimit), LIMITS)
              : "%s of %s, %s rows at the rate of the design; %s"
                  .formatted(shared, duration(seconds), number(rate * seconds), LIMITS),
          divided(false, candidate -> ratio(rate * period(candidate), 0), 0));
    }
  }

  /** Of a rate that nobody knows: below 1 for a day, of dates a month. */
  private double atLeast(LintedTable.Candidate candidate) {
    boolean isDate = time != null && key.type(time).toString().equals("date");
    return period(candidate) / seconds(isDate ? "month" : "day");
  }

  /** Whether the partition is known as hot, which says the same. */
  private boolean isFoundHot() {
    return table.findings().stream()
        .anyMatch(
            finding ->
                finding.place().equals(key.placeOf(0))
                    && Stream.of(Code.FEW_FIRST_VALUES, Code.RISING_KEY, Code.HOT_INDEX)
                        .anyMatch(code -> finding.code() == code));
  }

  /**
   * The longest period in the partition that keeps it below the limits, and leaves no query refused
   * that was served; or else buckets.
   *
   * @param ratio of the largest partition of a candidate to the limit
   * @param now the same of the key as it is
   */
  private @Nullable Fix divided(
      boolean mayBucket, ToDoubleFunction<LintedTable.Candidate> ratio, double now) {
    List<LintedTable.Candidate> candidates = new ArrayList<>();
    if (time != null) {
      PERIODS.keySet().forEach(unit -> addPeriod(unit, time, candidates));
    }
    int buckets = (int) Math.min(Integer.MAX_VALUE, Math.ceil(2 * now));
    if (mayBucket && buckets <= MOST_BUCKETS && now > 1) {
      List<KeyPart> parts = new ArrayList<>(key.parts());
      parts.add(0, KeyPart.asc(KeyExpression.bucket(buckets)));
      candidates.add(
          new LintedTable.Candidate(
              parts,
              key.partitionParts() + 1,
              "a query of a whole partition reads %d partitions instead, merged in order"
                  .formatted(buckets)));
    }
    long served = table.served(table.table());
    for (LintedTable.Candidate candidate : candidates) {
      TableDefinition after = table.with(key, candidate).orElse(null);
      if (after != null && table.served(after) >= served && ratio.applyAsDouble(candidate) <= 1) {
        return table.fix(key, candidate);
      }
    }
    return null;
  }

  /** The key with a period of {@code column} in the partition, shorter than one that it has. */
  private void addPeriod(String unit, String column, List<LintedTable.Candidate> candidates) {
    boolean isDate = key.type(column).toString().equals("date");
    if (isDate && seconds(unit) < seconds("day")) {
      return;
    }
    KeyExpression plain = KeyExpression.column(column);
    KeyPart period =
        KeyPart.asc(isDate && unit.equals("day") ? plain : KeyExpression.dateTrunc(unit, plain));
    List<KeyPart> parts = new ArrayList<>(key.parts());
    int partition = key.partitionParts();
    int place = 0;
    while (place < partition && !parts.get(place).expression().columns().contains(column)) {
      place++;
    }
    if (place < partition) {
      double before = period(parts.get(place));
      if (before == 0 || before <= seconds(unit)) {
        return;
      }
      parts.set(place, period);
    } else {
      parts.add(place, period);
      partition++;
    }
    candidates.add(
        new LintedTable.Candidate(
            parts,
            partition,
            "a query reads one partition for each %s of its range, and a query that does not bound %s on both sides is refused"
                .formatted(unit, column)));
  }

  /** The seconds of the period that divides the partitions of a key; 0 when none does. */
  private double period(LintedTable.Candidate candidate) {
    return candidate.parts().stream()
        .limit(candidate.partitionParts())
        .mapToDouble(this::period)
        .max()
        .orElse(0);
  }

  /** The seconds of the period that a part stands for; 0 when it stands for none. */
  private double period(KeyPart part) {
    KeyExpression expression = part.expression();
    String column = DesignedKey.columnOf(expression);
    if (column != null) {
      return key.type(column).toString().equals("date") ? seconds("day") : 0;
    }
    return expression instanceof Call call
            && call.function().equals("date_trunc")
            && call.arguments().get(0) instanceof TextLiteral unit
        ? PERIODS.getOrDefault(unit.value().toLowerCase(Locale.ROOT), 1L)
        : 0;
  }

  private static double seconds(String unit) {
    return Objects.requireNonNull(PERIODS.get(unit));
  }

  private static double ratio(double rows, double bytes) {
    return Math.max(rows / Partitions.MOST_ROWS, bytes / Partitions.MOST_BYTES);
  }

  private static String number(double number) {
    return String.format(Locale.ROOT, "%,d", Math.round(number));
  }

  /** In the largest unit of which there are two. */
  private static String duration(double seconds) {
    String name = "second";
    double size = 1;
    for (Map.Entry<String, Long> unit :
        List.of(
            Map.entry("minute", 60L),
            Map.entry("hour", 3_600L),
            Map.entry("day", 86_400L),
            Map.entry("year", YEAR))) {
      if (seconds >= unit.getValue()) {
        name = unit.getKey();
        size = unit.getValue();
      }
    }
    long count = Math.round(seconds / size);
    return count == 1 ? "a " + name : number((double) count) + " " + name + "s";
  }
}
