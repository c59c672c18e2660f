package keywright.key;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/**
 * ISO-8601 dates and instants as people write them: {@code 2017-01-31}, {@code 2017-01-31 09:00},
 * {@code 2017-01-31T09:00:00.5Z}, {@code 2017-01-31T09:00:00+01:00}. Without a zone they are UTC.
 */
final class IsoTime {
  private final String text;
  private int position;

  private IsoTime(String text) {
    this.text = text;
  }

  static Instant parse(String text, String expected) {
    Instant plain = plain(text);
    return plain == null ? (Instant) parse(text, expected, false) : plain;
  }

  /**
   * Reads the texts that most files have, {@code 2017-01-28T09:00:00Z} and {@code
   * 2017-01-28T09:00:00.000Z} up to the 28th of a month; null for all others.
   */
  private static @Nullable Instant plain(String text) {
    int length = text.length();
    boolean hasMillis = length == 24;
    if ((length != 20 && !hasMillis)
        || text.charAt(4) != '-'
        || text.charAt(7) != '-'
        || (text.charAt(10) != 'T' && text.charAt(10) != ' ')
        || text.charAt(13) != ':'
        || text.charAt(16) != ':'
        || (hasMillis && text.charAt(19) != '.')
        || text.charAt(length - 1) != 'Z') {
      return null;
    }
    int century = two(text, 0);
    int year = two(text, 2);
    int month = two(text, 5);
    int day = two(text, 8);
    int hour = two(text, 11);
    int minute = two(text, 14);
    int second = two(text, 17);
    int tens = hasMillis ? two(text, 20) : 0;
    int ones = hasMillis ? text.charAt(22) - '0' : 0;
    // One of them is negative if any text of two digits is none.
    boolean areDigits =
        (century | year | month | day | hour | minute | second | tens | ones) >= 0 && ones <= 9;
    if (!areDigits
        || month < 1
        || month > 12
        || day < 1
        || day > 28
        || hour > 23
        || minute > 59
        || second > 59) {
      return null;
    }
    long days = LocalDate.of(100 * century + year, month, day).toEpochDay();
    return Instant.ofEpochSecond(
        days * 86_400L + hour * 3_600L + minute * 60L + second, (tens * 10 + ones) * 1_000_000L);
  }

  /** The number of the two digits at a position; negative if they are no digits. */
  private static int two(String text, int at) {
    int tens = text.charAt(at) - '0';
    int ones = text.charAt(at + 1) - '0';
    return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : 10 * tens + ones;
  }

  /** A time of the day: {@code 09:00}, {@code 09:00:00}, {@code 09:00:00.5}. */
  static LocalTime parseTime(String text, String expected) {
    return (LocalTime) parse(text, expected, true);
  }

  private static Object parse(String text, String expected, boolean timeAlone) {
    try {
      IsoTime reader = new IsoTime(text.strip());
      Object value = timeAlone ? reader.time() : reader.instant();
      if (reader.position == reader.text.length()) {
        return value;
      }
    } catch (DateTimeException | ArithmeticException | StringIndexOutOfBoundsException e) {
      // Falls through: the message below says what was found.
    }
    throw KeyException.of("found " + Type.describe(text) + ", expected " + expected);
  }

  private Instant instant() {
    LocalDate date = LocalDate.of(year(), part('-'), part('-'));
    if (position == text.length()) {
      return date.atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    if (!take('T') && !take(' ')) {
      throw new DateTimeException("time");
    }
    LocalTime time = time();
    return LocalDateTime.of(date, time).toInstant(offset());
  }

  private LocalTime time() {
    int hour = number(2);
    int minute = part(':');
    int second = 0;
    int nano = 0;
    if (take(':')) {
      second = number(2);
      nano = take('.') ? fraction() : 0;
    }
    return LocalTime.of(hour, minute, second, nano);
  }

  private int year() {
    boolean negative = take('-');
    if (!negative && !take('+')) {
      return number(4);
    }
    int digits = 0;
    while (Numbers.isDigit(text.charAt(position + digits))) {
      digits++;
    }
    if (digits < 4 || digits > 9) {
      throw new DateTimeException("year");
    }
    int year = number(digits);
    return negative ? -year : year;
  }

  private ZoneOffset offset() {
    take(' ');
    if (position == text.length() || take('Z')) {
      return ZoneOffset.UTC;
    }
    boolean negative = take('-');
    if (!negative && !take('+')) {
      throw new DateTimeException("zone");
    }
    int hours = number(2);
    take(':');
    int minutes = position < text.length() ? number(2) : 0;
    if (minutes > 59) {
      throw new DateTimeException("zone");
    }
    int seconds = (hours * 60 + minutes) * 60;
    return ZoneOffset.ofTotalSeconds(negative ? -seconds : seconds);
  }

  private boolean take(char c) {
    if (position == text.length() || text.charAt(position) != c) {
      return false;
    }
    position++;
    return true;
  }

  private int part(char separator) {
    if (!take(separator)) {
      throw new DateTimeException("separator");
    }
    return number(2);
  }

  private int number(int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      char c = text.charAt(position++);
      if (c < '0' || c > '9') {
        throw new DateTimeException("digit");
      }
      value = value * 10 + c - '0';
    }
    return value;
  }

  private int fraction() {
    int nanos = 0;
    int digits = 0;
    while (position < text.length()
        && text.charAt(position) >= '0'
        && text.charAt(position) <= '9') {
      if (++digits > 9) {
        throw new DateTimeException("fraction");
      }
      nanos = nanos * 10 + text.charAt(position++) - '0';
    }
    if (digits == 0) {
      throw new DateTimeException("fraction");
    }
    for (int i = digits; i < 9; i++) {
      nanos *= 10;
    }
    return nanos;
  }

  /** {@code 2017-01-31T09:00:00.000Z} with {@code decimals} decimals of a second. */
  static String format(Instant instant, int decimals) {
    LocalDateTime time = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    StringBuilder out = new StringBuilder(30);
    out.append(time.toLocalDate()).append('T');
    append(out, time.toLocalTime(), decimals);
    return out.append('Z').toString();
  }

  /** {@code 09:00:00.000} with {@code decimals} decimals of a second. */
  static String format(LocalTime time, int decimals) {
    StringBuilder out = new StringBuilder(18);
    append(out, time, decimals);
    return out.toString();
  }

  private static void append(StringBuilder out, LocalTime time, int decimals) {
    two(out, time.getHour()).append(':');
    two(out, time.getMinute()).append(':');
    two(out, time.getSecond());
    if (decimals > 0) {
      String nanos = Integer.toString(1_000_000_000 + time.get(ChronoField.NANO_OF_SECOND));
      out.append('.').append(nanos, 1, 1 + decimals);
    }
  }

  private static StringBuilder two(StringBuilder out, int value) {
    return out.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
  }
}
