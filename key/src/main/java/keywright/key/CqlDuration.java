package keywright.key;

import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The value of a column of type {@code duration}: a number of months, days and nanoseconds, as in
 * Cassandra. All three are at most 0, or all three are at least 0.
 *
 * <p>Durations have no order, because a month has 28 to 31 days and a day 23 to 25 hours. Two
 * durations are equal if all three numbers are equal: 24 hours are not equal to a day.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class CqlDuration {
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000 * MICRO;
  private static final long SECOND = 1_000 * MILLI;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;

  private static final long[] NANOS = {HOUR, MINUTE, SECOND, MILLI, MICRO, 1};
  private static final String[] NAMES = {"h", "m", "s", "ms", "us", "ns"};

  /** Numbers with units, such as 1h30m; the units from large to small, each once. */
  private static final Pattern UNITS =
      Pattern.compile(
          "(?:(\\d+)y)?(?:(\\d+)mo)?(?:(\\d+)w)?(?:(\\d+)d)?(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?"
              + "(?:(\\d+)ms)?(?:(\\d+)(?:us|\u00b5s|\u03bcs))?(?:(\\d+)ns)?");

  private static final Pattern ISO =
      Pattern.compile(
          "p(?:(\\d+)y)?(?:(\\d+)m)?(?:(\\d+)d)?(?:t(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?)?");

  private static final Pattern ISO_WEEKS = Pattern.compile("p(\\d+)w");
  private static final Pattern ISO_FIELDS =
      Pattern.compile("p(\\d{4})-(\\d\\d)-(\\d\\d)t(\\d\\d):(\\d\\d):(\\d\\d)");

  private final int months;
  private final int days;
  private final long nanoseconds;

  private CqlDuration(int months, int days, long nanoseconds) {
    this.months = months;
    this.days = days;
    this.nanoseconds = nanoseconds;
  }

  /**
   * A duration of these months, days and nanoseconds.
   *
   * @throws KeyException if one of the numbers is below 0 and another one above 0
   */
  public static CqlDuration of(int months, int days, long nanoseconds) {
    if (!hasOneSign(months, days, nanoseconds)) {
      throw KeyException.of(
          "found a duration of "
              + months
              + " months, "
              + days
              + " days and "
              + nanoseconds
              + " nanoseconds, expected numbers of one sign");
    }
    return new CqlDuration(months, days, nanoseconds);
  }

  static boolean hasOneSign(int months, int days, long nanoseconds) {
    return (months >= 0 && days >= 0 && nanoseconds >= 0)
        || (months <= 0 && days <= 0 && nanoseconds <= 0);
  }

  /**
   * Parses a duration: numbers with the units {@code y mo w d h m s ms us ns}, from large to small,
   * as in {@code 1y2mo} or {@code 1h30m}; or ISO 8601, as in {@code P1Y2M3DT4H5M6S}, {@code P2W} or
   * {@code P0001-02-03T04:05:06}. A minus in front makes all numbers negative. Letters may be upper
   * or lower case.
   *
   * @throws KeyException if the text is no duration, or a number is too large
   */
  public static CqlDuration parse(String text) {
    int sign = text.startsWith("-") ? -1 : 1;
    String written = (sign < 0 ? text.substring(1) : text).toLowerCase(Locale.ROOT);
    CqlDuration parsed = null;
    try {
      parsed = written.startsWith("p") ? iso(written, sign) : units(written, sign);
    } catch (ArithmeticException | NumberFormatException e) {
      // Too large.
    }
    if (parsed == null) {
      throw KeyException.of(
          "found " + Type.describe(text) + ", expected " + DurationType.DURATION.expectation());
    }
    return parsed;
  }

  private static @Nullable CqlDuration units(String text, int sign) {
    Matcher m = UNITS.matcher(text);
    if (text.isEmpty() || !m.matches()) {
      return null;
    }
    long parts =
        sum(number(m, 8, sign), MILLI, sum(number(m, 9, sign), MICRO, number(m, 10, sign)));
    return new CqlDuration(
        Math.toIntExact(sum(number(m, 1, sign), 12, number(m, 2, sign))),
        Math.toIntExact(sum(number(m, 3, sign), 7, number(m, 4, sign))),
        Math.addExact(nanos(m, 5, sign), parts));
  }

  private static @Nullable CqlDuration iso(String text, int sign) {
    Matcher weeks = ISO_WEEKS.matcher(text);
    if (weeks.matches()) {
      return new CqlDuration(0, Math.toIntExact(sum(number(weeks, 1, sign), 7, 0)), 0);
    }
    Matcher m = ISO_FIELDS.matcher(text);
    if (!m.matches()) {
      m = ISO.matcher(text);
      if (!m.matches() || text.endsWith("p") || text.endsWith("t")) {
        return null;
      }
    }
    return new CqlDuration(
        Math.toIntExact(sum(number(m, 1, sign), 12, number(m, 2, sign))),
        Math.toIntExact(number(m, 3, sign)),
        nanos(m, 4, sign));
  }

  /** Hours, minutes and seconds in the groups from {@code group} on. */
  private static long nanos(Matcher m, int group, int sign) {
    return sum(
        number(m, group, sign),
        HOUR,
        sum(number(m, group + 1, sign), MINUTE, sum(number(m, group + 2, sign), SECOND, 0)));
  }

  private static long number(Matcher matcher, int group, int sign) {
    String digits = matcher.group(group);
    return digits == null ? 0 : sign * Long.parseLong(digits);
  }

  private static long sum(long number, long factor, long more) {
    return Math.addExact(Math.multiplyExact(number, factor), more);
  }

  public int months() {
    return months;
  }

  public int days() {
    return days;
  }

  public long nanoseconds() {
    return nanoseconds;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CqlDuration duration
        && months == duration.months
        && days == duration.days
        && nanoseconds == duration.nanoseconds;
  }

  @Override
  public int hashCode() {
    return Objects.hash(months, days, nanoseconds);
  }

  /** The numbers with their units, such as {@code 1y2mo3d4h5m6s}; {@code 0s} for none. */
  @Override
  public String toString() {
    if (months == 0 && days == 0 && nanoseconds == 0) {
      return "0s";
    }
    StringBuilder text = new StringBuilder();
    boolean isNegative = months < 0 || days < 0 || nanoseconds < 0;
    text.append(isNegative ? "-" : "");
    long ofYears = Math.abs((long) months);
    append(ofYears / 12, "y", text);
    append(ofYears % 12, "mo", text);
    append(Math.abs((long) days), "d", text);
    long left = nanoseconds;
    for (int i = 0; i < NANOS.length; i++) {
      append(Math.abs(left / NANOS[i]), NAMES[i], text);
      left %= NANOS[i];
    }
    return text.toString();
  }

  private static void append(long number, String unit, StringBuilder text) {
    if (number != 0) {
      text.append(number).append(unit);
    }
  }
}
