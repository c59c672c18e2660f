package keywright.key;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;

/**
 * How much of a time is known: 0 nothing, then its year, month, day, half day, hour, minute and
 * second, then each decimal of the second; each depth divides the time line into cells.
 */
final class TimeDepth {
  static final int YEAR = 1;
  static final int MONTH = 2;
  static final int DAY = 3;
  static final int HALF_DAY = 4;
  static final int HOUR = 5;
  static final int MINUTE = 6;
  static final int SECOND = 7;
  static final int NANO = SECOND + 9;

  /** Deeper than any time is known. */
  static final int NEVER = NANO + 1;

  private TimeDepth() {}

  /** The first time of the cell of {@code time}. */
  static LocalDateTime first(LocalDateTime time, int depth) {
    LocalDate date = time.toLocalDate();
    return switch (depth) {
      case 0 -> LocalDateTime.of(LocalDate.MIN, LocalTime.MIDNIGHT);
      case YEAR -> date.withDayOfYear(1).atStartOfDay();
      case MONTH -> date.withDayOfMonth(1).atStartOfDay();
      case DAY -> date.atStartOfDay();
      case HALF_DAY -> date.atStartOfDay().plusHours(time.getHour() / 12 * 12L);
      case HOUR -> time.truncatedTo(ChronoUnit.HOURS);
      case MINUTE -> time.truncatedTo(ChronoUnit.MINUTES);
      default -> {
        int unit = (int) Math.pow(10, NANO - depth);
        yield time.withNano(time.get(ChronoField.NANO_OF_SECOND) / unit * unit);
      }
    };
  }

  static boolean sameCell(LocalDateTime a, LocalDateTime b, int depth) {
    return first(a, depth).equals(first(b, depth));
  }

  /** The depth of the smallest cell that holds both. */
  static int shared(LocalDateTime a, LocalDateTime b) {
    int depth = 0;
    while (depth < NANO && sameCell(a, b, depth + 1)) {
      depth++;
    }
    return depth;
  }

  /** The cell in words: {@code "year"}. */
  static String name(int depth) {
    return switch (depth) {
      case YEAR -> "year";
      case MONTH -> "month";
      case DAY -> "day";
      case HALF_DAY -> "half day";
      case HOUR -> "hour";
      case MINUTE -> "minute";
      default -> "second";
    };
  }
}
