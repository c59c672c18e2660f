package keywright.key;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * {@code date_format(x, pattern)}: a timestamp or date as text, in UTC, for the years 1 to 9999.
 */
final class DateFormat extends TypedExpression.Unary {
  private final DatePattern pattern;
  private final DateTimeFormatter formatter;
  private final boolean date;

  DateFormat(TypedExpression x, DatePattern pattern) {
    super(pattern.width() > 0 ? new CharType(pattern.width()) : TextType.TEXT, x);
    this.pattern = pattern;
    this.date = x.type() instanceof DateType;
    this.formatter = DateTimeFormatter.ofPattern(pattern.text(), Locale.ROOT);
  }

  private LocalDateTime time(Object value) {
    return value instanceof LocalDate day
        ? day.atStartOfDay()
        : LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC);
  }

  @Override
  Object apply(Object value) {
    LocalDateTime time = time(value);
    if (time.getYear() < 1 || time.getYear() > 9999) {
      throw KeyException.of("found year " + time.getYear() + ", expected 1 to 9999");
    }
    return formatter.format(time);
  }

  @Override
  Fit image(Object value) {
    LocalDateTime time = time(value);
    if (time.getYear() < 1) {
      return Fit.BELOW;
    }
    return time.getYear() > 9999
        ? Fit.above(formatter.format(LocalDateTime.of(9999, 12, 31, 23, 59, 59, 999_999_999)))
        : Fit.exact(apply(value));
  }

  @Override
  Order order() {
    return !pattern.sorts() ? Order.NONE : undoable() ? Order.KEEPS : Order.KEEPS_WEAKLY;
  }

  private int decimals() {
    return date ? -1 : ((TimestampType) argument().type()).decimals();
  }

  @Override
  boolean undoable() {
    return pattern.coversDate() && (date || pattern.coversTime(decimals()));
  }

  @Override
  Object undo(Object value) {
    try {
      String text = (String) value;
      return argument()
          .type()
          .convert(
              date
                  ? LocalDate.parse(text, formatter)
                  : LocalDateTime.parse(text, formatter).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      throw KeyException.of("found '" + value + "', expected a date as " + pattern.text());
    }
  }

  @Override
  int textWidth() {
    return pattern.width();
  }
}
