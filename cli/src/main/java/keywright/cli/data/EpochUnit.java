package keywright.cli.data;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A unit in which a file counts times since 1970: {@code epoch_s}, {@code epoch_ms} and so on. */
enum EpochUnit {
  S(0),
  MS(3),
  US(6),
  NS(9);

  private static final int NANOS = 9;

  /** More digits than any time has, in any unit; a longer text takes long to read. */
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,30}(\\.[0-9]{1,18})?");

  private static final Instant RECENT = Instant.parse("1990-01-01T00:00:00Z");
  private static final Instant FUTURE = Instant.parse("2100-01-01T00:00:00Z");

  private final int decimals;

  EpochUnit(int decimals) {
    this.decimals = decimals;
  }

  /** The unit with a name such as {@code epoch_ms}; null for none. */
  static @Nullable EpochUnit of(String name) {
    return Arrays.stream(values())
        .filter(unit -> unit.toString().equals(name))
        .findAny()
        .orElse(null);
  }

  /** The time that a number of units means; null if it is no number, or no time of whole nanos. */
  @Nullable Instant read(String text) {
    if (!NUMBER.matcher(text).matches()) {
      return null;
    }
    try {
      BigDecimal seconds = new BigDecimal(text).movePointLeft(decimals);
      long second = seconds.setScale(0, RoundingMode.FLOOR).longValueExact();
      return Instant.ofEpochSecond(
          second,
          seconds.subtract(BigDecimal.valueOf(second)).movePointRight(NANOS).longValueExact());
    } catch (ArithmeticException | DateTimeException e) {
      return null;
    }
  }

  /** The number that means a time of whole seconds. */
  String write(Instant time) {
    return BigDecimal.valueOf(time.getEpochSecond()).movePointRight(decimals).toPlainString();
  }

  /**
   * The unit that a number was probably written in, if it was read in another one: the time that
   * was read is far from the present, and the time in this unit is near. For example, seconds that
   * are read as milliseconds are times of January 1970.
   */
  static Optional<EpochUnit> likelier(Instant read, String text) {
    if (isNear(read) || !NUMBER.matcher(text).matches()) {
      return Optional.empty();
    }
    return Arrays.stream(values())
        .filter(
            unit -> {
              Instant other = unit.read(text);
              return other != null && isNear(other);
            })
        .findFirst();
  }

  private static boolean isNear(Instant time) {
    return !time.isBefore(RECENT) && time.isBefore(FUTURE);
  }

  @Override
  public String toString() {
    return "epoch_" + name().toLowerCase(Locale.ROOT);
  }
}
