package keywright.cli.data;

import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import keywright.cli.console.CliException;
import keywright.key.Column;
import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/**
 * How a file writes the values of a column, as {@code --parse} says it: a pattern of java.time for
 * a date or a timestamp, in UTC unless it has an offset; the unit of a timestamp that is a number;
 * or {@code digits} for a whole number with leading zeros.
 *
 * <p>A text is read only if the pattern writes what was read as that text: the 31st of February and
 * 24 o'clock are refused. Immutable.
 */
final class WrittenForm {
  private static final String DIGITS = "digits";
  private static final OffsetDateTime SAMPLE =
      OffsetDateTime.of(2017, 12, 31, 23, 58, 59, 0, ZoneOffset.UTC);
  private static final Set<Class<?>> WHOLE =
      Set.of(Byte.class, Short.class, Integer.class, Long.class, BigInteger.class);

  private final Column column;
  private final String form;

  /** The value of a text. */
  private final Function<String, Object> reading;

  private WrittenForm(Column column, DateTimeFormatter formatter, String form) {
    this.column = column;
    this.form = form;
    this.reading = text -> time(formatter, text);
  }

  private WrittenForm(Column column, EpochUnit unit) {
    this.column = column;
    this.form = unit.toString();
    this.reading = text -> time(unit, text);
  }

  /** Of decimal digits. */
  private WrittenForm(Column column) {
    this.column = column;
    this.form = DIGITS;
    this.reading = this::number;
  }

  /**
   * The form of a column's values.
   *
   * @throws CliException when the column or the pattern has no such form
   */
  static WrittenForm of(Column column, String form) {
    Class<?> kind = column.type().valueClass();
    if (isWhole(column)) {
      if (!form.equals(DIGITS)) {
        throw refused(column, form, "found '" + form + "', expected " + DIGITS);
      }
      return new WrittenForm(column);
    }
    EpochUnit unit = EpochUnit.of(form);
    if (unit != null && kind == Instant.class) {
      return new WrittenForm(column, unit);
    }
    if (kind != LocalDate.class && kind != Instant.class) {
      throw refused(
          column,
          form,
          column.name()
              + " is "
              + column.type()
              + ", expected a date, a timestamp or a whole number");
    }
    try {
      DateTimeFormatter formatter = DateTimeFormatter.ofPattern(form, Locale.ROOT);
      String sample = formatter.format(SAMPLE);
      OffsetDateTime read = read(formatter, sample);
      if (read != null
          && read.toLocalDate().equals(SAMPLE.toLocalDate())
          && (kind == Instant.class || isMidnight(read))) {
        return new WrittenForm(column, formatter, form);
      }
    } catch (IllegalArgumentException | DateTimeException e) {
      // Falls through: the message below says what is expected.
    }
    throw refused(
        column,
        form,
        "found the pattern '%s', expected a java.time pattern of %s, such as '%s'%s"
            .formatted(
                form,
                kind == Instant.class ? "a date or a date and time" : "a date alone",
                kind == Instant.class ? "MM-dd-yyyy HH:mm:ss" : "MM-dd-yyyy",
                likelyMistake(kind, form)));
  }

  /** What a letter of a pattern means that is often taken for another one; else nothing. */
  private static String likelyMistake(Class<?> kind, String form) {
    if (form.matches("(?i)(epoch|unix).*")) {
      return kind == Instant.class
          ? "; for a number since 1970 epoch_s, epoch_ms, epoch_us or epoch_ns"
          : "; epoch_s and the like are for timestamps";
    }
    String letters = form.replaceAll("'[^']*'", "");
    boolean isMonthLost = letters.contains("d") && letters.contains("m") && !letters.contains("M");
    if (letters.matches(".*[zvV].*")) {
      return "; a name of a time zone (z, v, VV) cannot be read, only an offset: xxx for +01:00, X for Z";
    } else if (letters.contains("Y")) {
      return "; Y is the year of a week, the calendar year is yyyy";
    } else if (isMonthLost) {
      return "; m is the minute, the month is M";
    } else if (letters.contains("h") && !letters.contains("a")) {
      return "; h is an hour from 1 to 12 and needs a (AM or PM), the hour from 0 to 23 is HH";
    }
    return "";
  }

  /** Whether the values of a column are whole numbers. */
  static boolean isWhole(Column column) {
    return WHOLE.contains(column.type().valueClass());
  }

  private static CliException refused(Column column, String form, String problem) {
    return new CliException("cannot use --parse " + column.name() + "=" + form + ": " + problem);
  }

  private static boolean isMidnight(OffsetDateTime time) {
    return time.toLocalTime().equals(LocalTime.MIDNIGHT) && time.getOffset().equals(ZoneOffset.UTC);
  }

  /** The time that a text tells; null when the pattern would write it in another way. */
  private static @Nullable OffsetDateTime read(DateTimeFormatter formatter, String text) {
    TemporalAccessor parsed = formatter.parse(text);
    LocalDate date = parsed.query(TemporalQueries.localDate());
    LocalTime time = parsed.query(TemporalQueries.localTime());
    ZoneOffset offset = parsed.query(TemporalQueries.offset());
    if (date == null) {
      return null;
    }
    OffsetDateTime read =
        LocalDateTime.of(date, time == null ? LocalTime.MIDNIGHT : time)
            .atOffset(offset == null ? ZoneOffset.UTC : offset);
    return formatter.format(read).equals(text) ? read : null;
  }

  /**
   * The value that a text of the file stands for.
   *
   * @throws CliException "found …, expected …"
   */
  Object parse(String text) {
    try {
      return reading.apply(text);
    } catch (KeyException e) {
      throw new CliException(Objects.toString(e.getMessage()), e);
    }
  }

  private Object number(String text) {
    int start = 0;
    while (start < text.length() - 1 && text.charAt(start) == '0') {
      start++;
    }
    if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new CliException("found '" + text + "', expected decimal digits alone");
    }
    return column.type().parseValue(text.substring(start));
  }

  private Object time(DateTimeFormatter pattern, String text) {
    OffsetDateTime read;
    try {
      read = read(pattern, text);
    } catch (DateTimeException e) {
      read = null;
    }
    if (read == null) {
      throw new CliException(
          "found '%s', expected a time written as %s, such as %s"
              .formatted(text, form, pattern.format(SAMPLE)));
    }
    return exactly(
        column.type().valueClass() == LocalDate.class ? read.toLocalDate() : read.toInstant(),
        text);
  }

  private Object time(EpochUnit unit, String text) {
    Instant read = unit.read(text);
    if (read == null) {
      throw new CliException(
          "found '%s', expected a time written as %s, such as %s"
              .formatted(text, form, unit.write(SAMPLE.toInstant())));
    }
    return exactly(read, text);
  }

  private Object exactly(Object exact, String text) {
    Object value = column.type().convert(exact);
    if (!value.equals(exact)) {
      throw new CliException(
          "found '%s', expected a time with no more digits than type %s can store"
              .formatted(text, column.type()));
    }
    return value;
  }
}
