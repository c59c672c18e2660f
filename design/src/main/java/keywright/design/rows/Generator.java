package keywright.design.rows;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.Type;

/**
 * Makes the values of one column, row by row, for want of real ones. Used by one thread.
 *
 * <ul>
 *   <li>{@code sequence}: 1, 2, 3, …
 *   <li>{@code clock}: one row a second from 2024 on, for columns of times and of timeuuids
 *   <li>{@code bursts}: as the clock, but now and then a hundred rows come in one second
 *   <li>{@code uniform(n)}: 1 to n, each as often
 *   <li>{@code zipf(n)}: 1 to n, the k-th most frequent 1/k times as often as the first
 * </ul>
 */
final class Generator {
  private static final long START = Instant.parse("2024-01-01T00:00:00Z").getEpochSecond();

  /** From 15 October 1582, where the time of a timeuuid begins. */
  private static final long SECONDS_BEFORE_1970 = 12_219_292_800L;

  private static final long UNITS_PER_SECOND = 10_000_000;
  private static final int BURST_ROWS = 100;
  private static final int LARGEST_ZIPF = 10_000_000;
  private static final Pattern SYNTAX =
      Pattern.compile("(sequence|clock|bursts)|(uniform|zipf)\\(([1-9][0-9]{0,8})\\)");

  private final Column column;
  private final String kind;
  private final int values;
  private final SplittableRandom random;

  /** For zipf: the sum of the weights up to each value, in units of the whole. */
  private double[] cumulative = {};

  private long last;
  private int ofBurst;

  /**
   * The generator that {@code declaration} names.
   *
   * @throws KeyException for an unknown one, or one that does not fit the type
   */
  Generator(Column column, String declaration, SplittableRandom random) {
    Matcher matcher = SYNTAX.matcher(declaration.strip());
    if (!matcher.matches()) {
      throw KeyException.of(
          "cannot generate %s: found \"%s\", expected sequence, clock, bursts, uniform(n) or zipf(n)"
              .formatted(column.name(), declaration));
    }
    this.column = column;
    this.random = random;
    this.kind = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    this.values = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
    Class<?> kindOfValue = column.type().valueClass();
    boolean isTime =
        kindOfValue == Instant.class
            || kindOfValue == LocalDate.class
            || DesignedKey.isTimeUuid(column.type());
    if (isTime != (kind.equals("clock") || kind.equals("bursts"))) {
      throw KeyException.of(
          "cannot generate %s: found %s for a column of type %s, expected %s"
              .formatted(
                  column.name(),
                  declaration,
                  column.type(),
                  isTime ? "clock or bursts" : "sequence, uniform(n) or zipf(n)"));
    }
    if (kind.equals("zipf")) {
      cumulative = cumulative(Math.min(values, LARGEST_ZIPF));
    }
  }

  private static double[] cumulative(int count) {
    double[] sums = new double[count];
    double sum = 0;
    for (int k = 0; k < count; k++) {
      sum += 1.0 / (k + 1);
      sums[k] = sum;
    }
    for (int k = 0; k < count; k++) {
      sums[k] /= sum;
    }
    return sums;
  }

  /** The value of the next row. */
  Object next() {
    long number =
        switch (kind) {
          case "uniform" -> 1 + random.nextInt(values);
          case "zipf" -> {
            int found = Arrays.binarySearch(cumulative, random.nextDouble());
            yield 1 + Math.min(found < 0 ? -found - 1 : found, cumulative.length - 1);
          }
          case "bursts" -> burst();
          default -> ++last;
        };
    return value(column, number);
  }

  /** The second of the next row: every hundredth, on average, is the first of a burst. */
  private long burst() {
    if (ofBurst > 0) {
      ofBurst--;
      return last;
    }
    ofBurst = random.nextInt(BURST_ROWS) == 0 ? BURST_ROWS - 1 : 0;
    return ++last;
  }

  /** A UUID of version 1 with a time in units of 100 ns since 1582, and a random node. */
  private UUID timeUuid(long time) {
    long high = time << 32 | (time >>> 16 & 0xFFFF_0000L) | 0x1000 | time >>> 48;
    return new UUID(high, Long.MIN_VALUE | random.nextLong() >>> 2);
  }

  private Object value(Column of, long number) {
    Type type = of.type();
    if (type.valueClass() == Instant.class) {
      return type.convert(Instant.ofEpochSecond(START + number));
    }
    if (type.valueClass() == LocalDate.class) {
      return type.convert(
          LocalDate.ofInstant(Instant.ofEpochSecond(START + number), ZoneOffset.UTC));
    }
    if (DesignedKey.isTimeUuid(type)) {
      return timeUuid((START + number + SECONDS_BEFORE_1970) * UNITS_PER_SECOND);
    }
    return Number.class.isAssignableFrom(type.valueClass())
        ? type.convert(number)
        : type.parseValue(Long.toString(number));
  }
}
