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

  @Override
  Order order() {
    return Order.KEEPS_WEAKLY;
  }

  @Override
  List<Object> samples() {
    return samplesOfArgument();
  }
}
