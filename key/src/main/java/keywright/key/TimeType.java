package keywright.key;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Times of the day in units of a second, millisecond, microsecond or nanosecond.
 *
 * <p>Layout: units since midnight, unsigned, in 3, 4, 5 or 6 bytes. Order: chronological. A finer
 * time than the unit is refused, never rounded. Example: time(s) 00:00:01 is {@code 000001}.
 */
final class TimeType extends Type {
  static final TimeType NANOS = new TimeType("time", 9, 6);
  private static final TimeType SECONDS = new TimeType("time(s)", 0, 3);
  private static final TimeType MILLIS = new TimeType("time(ms)", 3, 4);
  private static final TimeType MICROS = new TimeType("time(us)", 6, 5);
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;

  private final int decimals;
  private final int bytes;
  private final long nanosPerUnit;
  private final long unitsPerDay;

  private TimeType(String name, int decimals, int bytes) {
    super(name);
    this.decimals = decimals;
    this.bytes = bytes;
    this.nanosPerUnit = (long) Math.pow(10, 9 - decimals);
    this.unitsPerDay = NANOS_PER_DAY / nanosPerUnit;
  }

  static @Nullable TimeType of(String unit) {
    return switch (unit) {
      case "s" -> SECONDS;
      case "ms" -> MILLIS;
      case "us" -> MICROS;
      case "ns" -> NANOS;
      default -> null;
    };
  }

  @Override
  public Class<?> valueClass() {
    return LocalTime.class;
  }

  @Override
  String expectation() {
    return "a time of the day such as "
        + format(LocalTime.MIDNIGHT)
        + (decimals == 0 ? " (whole seconds)" : " (at most " + decimals + " decimals of a second)");
  }

  private LocalTime time(long units) {
    return LocalTime.ofNanoOfDay(units * nanosPerUnit);
  }

  @Override
  @Nullable Fit fit(Object literal) {
    if (literal instanceof LocalTime time) {
      return fit(time);
    }
    if (literal instanceof String text) {
      return fit(IsoTime.parseTime(text, expectation()));
    }
    BigDecimal number = Numbers.exact(literal);
    if (number == null) {
      return null;
    }
    BigDecimal floor = number.setScale(0, RoundingMode.FLOOR);
    if (floor.signum() < 0) {
      return Fit.BELOW;
    }
    return floor.compareTo(BigDecimal.valueOf(unitsPerDay)) >= 0
        ? Fit.above(time(unitsPerDay - 1))
        : Fit.of(time(floor.longValueExact()), floor.compareTo(number) == 0);
  }

  private Fit fit(LocalTime time) {
    LocalTime floor = time(time.toNanoOfDay() / nanosPerUnit);
    return Fit.of(floor, floor.equals(time));
  }

  @Override
  public int fixedLength() {
    return bytes;
  }

  @Override
  int textWidth() {
    return decimals == 0 ? 8 : 9 + decimals;
  }

  @Override
  boolean textSorts() {
    return true;
  }

  @Override
  void write(Object value, KeyWriter out) {
    out.putBits(((LocalTime) value).toNanoOfDay() / nanosPerUnit, bytes);
  }

  @Override
  Object read(KeyReader in) {
    int offset = in.offset();
    long units = in.bits(bytes);
    if (units >= unitsPerDay) {
      throw in.error(offset, "holds " + units + " units since midnight", expectation());
    }
    return time(units);
  }

  @Override
  public int compare(Object a, Object b) {
    return ((LocalTime) a).compareTo((LocalTime) b);
  }

  /** ISO-8601, or digits alone: units since midnight. */
  @Override
  public Object parseValue(String text) {
    return convert(Numbers.isPlainInteger(text) ? (Object) Numbers.parse(text, this) : text);
  }

  @Override
  public String format(Object value) {
    return IsoTime.format((LocalTime) value, decimals);
  }

  @Override
  List<Object> samples() {
    return SampleTimes.TIMES.stream()
        .<Object>map(time -> time(time.toNanoOfDay() / nanosPerUnit))
        .toList();
  }
}
