package keywright.key;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code date_trunc(unit, x)}: a timestamp or date cut to a unit, in UTC. */
final class DateTrunc extends TypedExpression.Unary {
  private final ChronoUnit unit;

  DateTrunc(ChronoUnit unit, TypedExpression x) {
    super(x.type(), x);
    this.unit = unit;
  }

  static @Nullable ChronoUnit unit(String name) {
    return switch (name) {
      case "second" -> ChronoUnit.SECONDS;
      case "minute" -> ChronoUnit.MINUTES;
      case "hour" -> ChronoUnit.HOURS;
      case "day" -> ChronoUnit.DAYS;
      case "month" -> ChronoUnit.MONTHS;
      case "year" -> ChronoUnit.YEARS;
      default -> null;
    };
  }

  private LocalDate cut(LocalDate date) {
    return unit == ChronoUnit.YEARS
        ? date.withDayOfYear(1)
        : unit == ChronoUnit.MONTHS ? date.withDayOfMonth(1) : date;
  }

  private Object cut(Object value) {
    if (value instanceof LocalDate date) {
      return cut(date);
    }
    OffsetDateTime time = ((Instant) value).atOffset(ZoneOffset.UTC);
    return unit.isTimeBased()
        ? time.truncatedTo(unit).toInstant()
        : OffsetDateTime.of(cut(time.toLocalDate()), LocalTime.MIDNIGHT, ZoneOffset.UTC)
            .toInstant();
  }

  @Override
  Object apply(Object value) {
    return type().convert(cut(value));
  }

  @Override
  Fit image(Object value) {
    Fit fit = type().fit(cut(value));
    return fit == null ? Fit.BELOW : fit;
  }

  /** The value after {@code value}, which is one of the step's. */
  Object next(Object value) {
    if (value instanceof LocalDate date) {
      return type().convert(date.plus(1, unit.isTimeBased() ? ChronoUnit.DAYS : unit));
    }
    return type().convert(((Instant) value).atOffset(ZoneOffset.UTC).plus(1, unit).toInstant());
  }

  /** Whether no lower value is cut to the same. */
  private boolean isCut(Object value) {
    return cut(value).equals(value); // Not of the type where its first unit begins before it.
  }

  /** Times from the start of one unit to the start of another are all of the units between them. */
  @Override
  Image image(Interval in) {
    Image image = super.image(in);
    Object lower = in.lower();
    Object upper = in.upper();
    Interval values = image.values();
    boolean startsUnit = lower == null || (in.lowerInclusive() && isCut(lower));
    boolean endsUnit = upper == null || (!in.upperInclusive() && isCut(upper));
    if (values != null && upper != null && endsUnit) {
      values = values.and(new Interval(null, false, upper, false), type());
    }
    return new Image(values, image.following(), startsUnit && endsUnit);
  }

  @Override
  Order order() {
    return Order.KEEPS_WEAKLY;
  }

  @Override
  List<Object> samples() {
    return samplesOfArgument();
  }
}
