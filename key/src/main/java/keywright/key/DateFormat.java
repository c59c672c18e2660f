package keywright.key;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import keywright.key.KeySchema.Following;
import org.jspecify.annotations.Nullable;

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

  /**
   * Times in one cell, as those of one day, may sort though others do not: the fields that all of
   * them share say nothing of their order.
   */
  @Override
  Image image(Interval in) {
    if (order() != Order.NONE) {
      return super.image(in);
    }
    TimeSpan span = TimeSpan.of(in, argument().type());
    if (span == null) {
      return new Image(null, Following.NO, true);
    }
    DatePattern.Sorted sorted = pattern.sortedWithin(span.cell());
    if (sorted.fields() == 0) {
      return Image.UNKNOWN;
    }
    String first = text(span.first(), sorted.fields(), '0', "");
    String last = text(span.last(), sorted.fields(), '9', "~");
    Interval values = new Interval(first, true, last, true);
    if (!pattern.sorts(span.cell())) {
      return new Image(values, Following.NO, false);
    }
    // A text between these is of a time in the cell that the leading fields tell, which may be
    // larger than that of the span.
    return new Image(
        values,
        PartFollowing.following(true, sorted.depth() < span.precision()),
        span.isWhole(pattern.sortedWithin(sorted.told()).depth()));
  }

  /**
   * The text of {@code time} as far as {@code fields} of it go, and a bound of all that may stand
   * after: {@code digit} for each digit, or {@code end} when the width varies.
   */
  private String text(LocalDateTime time, int fields, char digit, String end) {
    String front = pattern.before(fields);
    if (front.equals(pattern.text())) {
      return formatter.format(time);
    }
    String text = DateTimeFormatter.ofPattern(front, Locale.ROOT).format(time);
    if (pattern.width() < 0) {
      return text + end;
    }
    StringBuilder filled = new StringBuilder(formatter.format(time));
    for (int i = text.length(); i < filled.length(); i++) {
      if (Character.isDigit(filled.charAt(i))) {
        filled.setCharAt(i, digit);
      }
    }
    return filled.toString();
  }

  @Override
  String keepsOrderWithin() {
    for (int cell = TimeDepth.YEAR; cell <= TimeDepth.SECOND; cell++) {
      if (pattern.sorts(cell)) {
        return "one " + TimeDepth.name(cell);
      }
    }
    return "";
  }

  private int decimals() {
    return date ? -1 : ((TimestampType) argument().type()).decimals();
  }

  @Override
  boolean undoable() {
    return pattern.coversDate() && (date || pattern.coversTime(decimals()));
  }

  /** The type of the column whose values the pattern holds whole; null for none, or for its own. */
  @Nullable String wholeType() {
    if (undoable() || !pattern.coversDate()) {
      return null;
    }
    for (String unit : List.of("ms", "s")) {
      if (pattern.coversTime(Objects.requireNonNull(TimestampType.of(unit)).decimals())) {
        return "timestamp(" + unit + ")";
      }
    }
    return "date";
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

  @Override
  List<Object> samples() {
    return samplesOfArgument();
  }
}
