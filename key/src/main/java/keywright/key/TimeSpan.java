package keywright.key;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The times of an interval that {@code date_format} takes: from {@code first} to {@code last}, both
 * included, in the years 1 to 9999.
 *
 * @param precision the {@link TimeDepth} of the values of the type
 */
record TimeSpan(LocalDateTime first, LocalDateTime last, int precision) {
  private static final LocalDateTime LOWEST = LocalDateTime.of(1, 1, 1, 0, 0);
  private static final LocalDateTime ABOVE = LocalDateTime.of(10_000, 1, 1, 0, 0);

  /** The times of {@code in}, dates or timestamps; null when there are none. */
  static @Nullable TimeSpan of(Interval in, Type type) {
    int precision =
        type instanceof TimestampType timestamp
            ? TimeDepth.SECOND + timestamp.decimals()
            : TimeDepth.DAY;
    LocalDateTime first = in.lower() == null ? LOWEST : time(in.lower());
    if (!first.isBefore(ABOVE)) {
      return null;
    }
    if (in.lower() != null && !in.lowerInclusive()) {
      first = plusOne(first, precision);
    }
    // Exclusive, until there is a value below it.
    LocalDateTime end = in.upper() == null ? ABOVE : time(in.upper());
    if (in.upper() != null && in.upperInclusive() && end.isBefore(ABOVE)) {
      end = plusOne(end, precision);
    }
    first = first.isBefore(LOWEST) ? LOWEST : first;
    end = end.isAfter(ABOVE) ? ABOVE : end;
    return first.isBefore(end) ? new TimeSpan(first, minusOne(end, precision), precision) : null;
  }

  private static LocalDateTime time(Object value) {
    return value instanceof LocalDate date
        ? date.atStartOfDay()
        : LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC);
  }

  private static LocalDateTime plusOne(LocalDateTime time, int precision) {
    return precision == TimeDepth.DAY
        ? time.plusDays(1)
        : time.plus((long) Math.pow(10, TimeDepth.NANO - precision), ChronoUnit.NANOS);
  }

  private static LocalDateTime minusOne(LocalDateTime time, int precision) {
    return precision == TimeDepth.DAY
        ? time.minusDays(1)
        : time.minusNanos((long) Math.pow(10, TimeDepth.NANO - precision));
  }

  /** The depth of the smallest cell that holds all of the times. */
  int cell() {
    return TimeDepth.shared(first, last);
  }

  /** Whether a cell of {@code depth} that holds one of the times holds no other times. */
  boolean isWhole(int depth) {
    return TimeDepth.first(first, Math.min(depth, TimeDepth.NANO)).equals(first)
        && !TimeDepth.sameCell(last, plusOne(last, precision), Math.min(depth, TimeDepth.NANO));
  }
}
