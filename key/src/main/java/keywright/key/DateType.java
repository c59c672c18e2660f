package keywright.key;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calendar days.
 *
 * <p>Layout: the day since 1970-01-01 as int. Order: chronological. Example: 1970-01-02 is {@code
 * 80000001}.
 */
final class DateType extends Type {
  static final DateType DATE = new DateType();
  private static final long SECONDS_PER_DAY = 86_400;

  private DateType() {
    super("date");
  }

  @Override
  public Class<?> valueClass() {
    return LocalDate.class;
  }

  @Override
  String expectation() {
    return "a date such as 2017-01-31";
  }

  @Override
  @Nullable Fit fit(Object literal) {
    if (literal instanceof LocalDate date) {
      return fit(date.toEpochDay(), true);
    }
    if (!(literal instanceof Instant) && !(literal instanceof String)) {
      return null;
    }
    Instant instant =
        literal instanceof Instant given ? given : IsoTime.parse((String) literal, expectation());
    long day = Math.floorDiv(instant.getEpochSecond(), SECONDS_PER_DAY);
    return fit(day, Instant.ofEpochSecond(day * SECONDS_PER_DAY).equals(instant));
  }

  private static Fit fit(long day, boolean midnight) {
    if (day < Integer.MIN_VALUE) {
      return Fit.BELOW;
    }
    return day > Integer.MAX_VALUE
        ? Fit.above(LocalDate.ofEpochDay(Integer.MAX_VALUE))
        : Fit.of(LocalDate.ofEpochDay(day), midnight);
  }

  @Override
  Carrier carrier() {
    return Carrier.DATE;
  }

  @Override
  long lowest() {
    return Integer.MIN_VALUE;
  }

  @Override
  long highest() {
    return Integer.MAX_VALUE;
  }

  @Override
  public int fixedLength() {
    return 4;
  }

  @Override
  int textWidth() {
    return 10;
  }

  @Override
  boolean textSorts() {
    return true;
  }

  @Override
  void write(Object value, KeyWriter out) {
    out.putBits(((LocalDate) value).toEpochDay() ^ 0x80000000L, 4);
  }

  @Override
  Object read(KeyReader in) {
    return LocalDate.ofEpochDay((in.bits(4) ^ 0x80000000L) << 32 >> 32);
  }

  @Override
  public int compare(Object a, Object b) {
    return ((LocalDate) a).compareTo((LocalDate) b);
  }

  @Override
  List<Object> samples() {
    return List.copyOf(SampleTimes.DATES);
  }
}
