package keywright.key;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Instants in units of a second, millisecond, microsecond or nanosecond.
 *
 * <p>Layout: units since 1970-01-01T00:00:00Z as bigint, floor division before it. Order:
 * chronological. A text that is finer than the unit is refused, never rounded; an {@link Instant},
 * as clocks give it, counts as the unit that it falls in, truncated towards the past. Example:
 * timestamp(ms) 1970-01-01T00:00:00.001Z is {@code 8000000000000001}.
 */
final class TimestampType extends Type {
  /** Instants that are closer to 1970 than these seconds are values of every unit. */
  private static final long SECONDS_OF_ALL = 9_000_000_000L;

  static final TimestampType MILLIS = new TimestampType("timestamp", 3);
  private static final TimestampType SECONDS = new TimestampType("timestamp(s)", 0);
  private static final TimestampType MICROS = new TimestampType("timestamp(us)", 6);
  private static final TimestampType NANOS = new TimestampType("timestamp(ns)", 9);

  private final int decimals;
  private final long unitsPerSecond;
  private final String expectation;

  private TimestampType(String name, int decimals) {
    super(name);
    this.decimals = decimals;
    this.unitsPerSecond = (long) Math.pow(10, decimals);
    // Made once: it goes along with each text that is read.
    this.expectation =
        "a UTC timestamp such as "
            + format(Instant.EPOCH)
            + (decimals == 0
                ? " (whole seconds)"
                : " (at most "
                    + decimals
                    + " decimals of a second"
                    // The years that the others lack are beyond all calendars.
                    + (decimals == 9 ? ", from 1677-09-21 to 2262-04-11)" : ")"));
  }

  static @Nullable TimestampType of(String unit) {
    return switch (unit) {
      case "s" -> SECONDS;
      case "ms" -> MILLIS;
      case "us" -> MICROS;
      case "ns" -> NANOS;
      default -> null;
    };
  }

  /** The decimals of a second that a value holds: 0, 3, 6 or 9. */
  int decimals() {
    return decimals;
  }

  /** The units of a second that the type counts. */
  long unitsPerSecond() {
    return unitsPerSecond;
  }

  @Override
  public long units(Object value) {
    return units((Instant) value, unitsPerSecond);
  }

  Instant instant(long units) {
    return instant(units, unitsPerSecond);
  }

  static long units(Instant instant, long unitsPerSecond) {
    long second = instant.getEpochSecond();
    long fraction = instant.getNano() / (1_000_000_000 / unitsPerSecond);
    if (second < 0 && fraction > 0) {
      // One second later and less than none of it: the product alone would overflow at the low end.
      return Math.addExact(
          Math.multiplyExact(second + 1, unitsPerSecond), fraction - unitsPerSecond);
    }
    return Math.addExact(Math.multiplyExact(second, unitsPerSecond), fraction);
  }

  /** The last whole unit that is not after {@code instant}. */
  private Instant truncated(Instant instant) {
    long nanos = instant.getLong(ChronoField.NANO_OF_SECOND);
    return instant.minusNanos(nanos % (1_000_000_000 / unitsPerSecond));
  }

  static Instant instant(long units, long unitsPerSecond) {
    return Instant.ofEpochSecond(
        Math.floorDiv(units, unitsPerSecond),
        Math.floorMod(units, unitsPerSecond) * (1_000_000_000 / unitsPerSecond));
  }

  @Override
  public Class<?> valueClass() {
    return Instant.class;
  }

  @Override
  String expectation() {
    return expectation;
  }

  @Override
  boolean isValue(Object value) {
    return value instanceof Instant instant
        && Math.abs(instant.getEpochSecond()) < SECONDS_OF_ALL
        && instant.getNano() % (1_000_000_000 / unitsPerSecond) == 0;
  }

  @Override
  @Nullable Fit fit(Object literal) {
    if (literal instanceof Instant instant) {
      return fit(truncated(instant));
    }
    if (literal instanceof String text) {
      return fit(IsoTime.parse(text, expectation()));
    }
    if (literal instanceof LocalDate date) {
      return fit(date.atStartOfDay(ZoneOffset.UTC).toInstant());
    }
    BigDecimal number = Numbers.exact(literal);
    if (number == null) {
      return null;
    }
    BigDecimal floor = number.setScale(0, RoundingMode.FLOOR);
    if (floor.compareTo(BigDecimal.valueOf(lowest())) < 0) {
      return Fit.BELOW;
    }
    if (floor.compareTo(BigDecimal.valueOf(highest())) > 0) {
      return Fit.above(instant(highest()));
    }
    return Fit.of(instant(floor.longValueExact()), floor.compareTo(number) == 0);
  }

  /** Seconds reach further in a long than years do in a {@link LocalDateTime}. */
  @Override
  long lowest() {
    return decimals == 0 ? LocalDateTime.MIN.toEpochSecond(ZoneOffset.UTC) : Long.MIN_VALUE;
  }

  @Override
  long highest() {
    return decimals == 0 ? LocalDateTime.MAX.toEpochSecond(ZoneOffset.UTC) : Long.MAX_VALUE;
  }

  private Fit fit(Instant instant) {
    if (isValue(instant)) {
      return Fit.exact(instant);
    }
    if (instant.isBefore(instant(lowest()))) {
      return Fit.BELOW;
    }
    if (instant.isAfter(instant(highest()))) {
      return Fit.above(instant(highest()));
    }
    Instant floor = instant(units(instant));
    return Fit.of(floor, floor.equals(instant));
  }

  @Override
  Carrier carrier() {
    return Carrier.TIMESTAMP;
  }

  @Override
  public int fixedLength() {
    return 8;
  }

  @Override
  int textWidth() {
    return decimals == 0 ? 20 : 21 + decimals;
  }

  @Override
  boolean textSorts() {
    return true;
  }

  @Override
  void write(Object value, KeyWriter out) {
    out.putBits(units((Instant) value) ^ Long.MIN_VALUE, 8);
  }

  @Override
  Object read(KeyReader in) {
    int offset = in.offset();
    long units = in.bits(8) ^ Long.MIN_VALUE;
    if (units < lowest() || units > highest()) {
      throw in.error(offset, "holds " + units + " units since 1970", expectation());
    }
    return instant(units);
  }

  @Override
  public int compare(Object a, Object b) {
    return ((Instant) a).compareTo((Instant) b);
  }

  /** ISO-8601, or digits alone: units since 1970. */
  @Override
  public Object parseValue(String text) {
    return convert(Numbers.isPlainInteger(text) ? (Object) Numbers.parse(text, this) : text);
  }

  @Override
  public String format(Object value) {
    return IsoTime.format((Instant) value, decimals);
  }

  @Override
  List<Object> samples() {
    return SampleTimes.MOMENTS.stream().<Object>map(this::truncated).toList();
  }
}
