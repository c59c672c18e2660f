package keywright.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/** Values of columns as the Java types that a program asks for, without loss, or refused. */
final class Conversions {
  /** The most characters of a text that is read as a number. */
  private static final int MOST_CHARACTERS = 1_020;

  /** The most zeros that are appended to the digits of a number. */
  private static final int MOST_ZEROS = 1_000;

  /** The longest day, in milliseconds: 24 hours and what a change of the clock may add to them. */
  private static final long LONGEST_DAY = 36L * 60 * 60 * 1_000;

  private Conversions() {}

  /**
   * The value as an object of a class.
   *
   * @param value of the column, not null
   * @throws SQLException if the class cannot represent the value exactly
   */
  static Object convert(Column column, Object value, Class<?> target) throws SQLException {
    if (target == Object.class || target.isInstance(value)) {
      return value;
    }
    Object found = converted(column, value, target);
    if (found == null) {
      throw refused(column, value, target);
    }
    return found;
  }

  private static @Nullable Object converted(Column column, Object value, Class<?> target) {
    if (target == String.class) {
      return column.type().format(value);
    }
    if (target == Boolean.class) {
      return bool(value);
    }
    if (Number.class.isAssignableFrom(target)) {
      BigDecimal number = number(value);
      return number == null ? special(value, target) : number(number, target);
    }
    if (value instanceof LocalDate date) {
      return ofDate(date, target);
    }
    if (value instanceof LocalTime time) {
      boolean whole = time.truncatedTo(ChronoUnit.SECONDS).equals(time);
      return target == java.sql.Time.class && whole ? java.sql.Time.valueOf(time) : null;
    }
    if (value instanceof Instant instant) {
      return ofInstant(instant, target);
    }
    if (target == UUID.class && value instanceof String text) {
      return uuid(text);
    }
    return target == Object[].class && value instanceof Collection<?> several
        ? several.toArray()
        : null;
  }

  private static @Nullable Boolean bool(Object value) {
    if (value instanceof String text
        && (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false"))) {
      return text.equalsIgnoreCase("true");
    }
    BigDecimal number = number(value);
    if (number == null) {
      return null;
    }
    return number.signum() == 0
        ? Boolean.FALSE
        : number.compareTo(BigDecimal.ONE) == 0 ? Boolean.TRUE : null;
  }

  /** A number or the text of one, as it is written; null for other values. */
  private static @Nullable BigDecimal number(Object value) {
    if (value instanceof BigDecimal exact) {
      return exact;
    } else if (value instanceof BigInteger whole) {
      return new BigDecimal(whole);
    } else if (!(value instanceof Number || value instanceof String)) {
      return null;
    }
    try {
      // The time to read a number grows with the square of its digits.
      String text = value.toString();
      return text.length() > MOST_CHARACTERS ? null : new BigDecimal(text);
    } catch (NumberFormatException e) {
      return null; // NaN, an infinity, or another text.
    }
  }

  /** NaN and the infinities, which float and double have both. */
  private static @Nullable Object special(Object value, Class<?> target) {
    if (!(value instanceof Float || value instanceof Double)) {
      return null;
    }
    double number = ((Number) value).doubleValue();
    return target == Double.class ? (Object) number : target == Float.class ? (float) number : null;
  }

  private static @Nullable Object number(BigDecimal number, Class<?> target) {
    try {
      if (target == Integer.class) {
        return number.intValueExact();
      } else if (target == Long.class) {
        return number.longValueExact();
      } else if (target == Short.class) {
        return number.shortValueExact();
      } else if (target == Byte.class) {
        return number.byteValueExact();
      } else if (target == BigInteger.class) {
        return whole(number);
      } else if (target == BigDecimal.class) {
        return number;
      } else if (target == Double.class) {
        double found = number.doubleValue();
        return isExact(Double.isFinite(found), Double.toString(found), number) ? found : null;
      } else if (target == Float.class) {
        float found = number.floatValue();
        return isExact(Float.isFinite(found), Float.toString(found), number) ? found : null;
      }
      return null;
    } catch (ArithmeticException e) {
      return null;
    }
  }

  /** The whole number; null for a fraction, and if the number ends with too many zeros to write. */
  private static @Nullable BigInteger whole(BigDecimal number) {
    if (number.signum() == 0) {
      return BigInteger.ZERO;
    }
    boolean isBelowOne = number.scale() >= number.precision();
    return isBelowOne || number.scale() < -MOST_ZEROS ? null : number.toBigIntegerExact();
  }

  /** Whether a floating number shows all digits of the number that it stands for. */
  private static boolean isExact(boolean isFinite, String shown, BigDecimal number) {
    return isFinite && new BigDecimal(shown).compareTo(number) == 0;
  }

  private static @Nullable Object ofDate(LocalDate date, Class<?> target) {
    if (target == java.sql.Date.class || target == java.util.Date.class) {
      return sqlDate(date);
    }
    Instant midnight = date.atStartOfDay(ZoneOffset.UTC).toInstant();
    return target == LocalDateTime.class ? date.atStartOfDay() : ofInstant(midnight, target);
  }

  private static @Nullable Object ofInstant(Instant instant, Class<?> target) {
    if (target == Instant.class) {
      return instant;
    }
    OffsetDateTime utc = instant.atOffset(ZoneOffset.UTC);
    if (target == OffsetDateTime.class) {
      return utc;
    } else if (target == LocalDateTime.class) {
      return utc.toLocalDateTime();
    } else if (target == java.sql.Timestamp.class || target == java.util.Date.class) {
      return timestamp(instant);
    }
    boolean isMidnight = utc.toLocalTime().equals(LocalTime.MIDNIGHT);
    if (target == LocalDate.class) {
      return isMidnight ? utc.toLocalDate() : null;
    }
    return target == java.sql.Date.class && isMidnight ? sqlDate(utc.toLocalDate()) : null;
  }

  /**
   * The date; null if the calendar of {@code java.sql.Date}, which has the rules of Julius Caesar
   * before 1582, or the time zone of the JVM, does not have it.
   */
  private static java.sql.@Nullable Date sqlDate(LocalDate date) {
    try {
      java.sql.Date found = java.sql.Date.valueOf(date);
      return found.toLocalDate().equals(date) ? found : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static java.sql.@Nullable Timestamp timestamp(Instant instant) {
    try {
      long unused = instant.toEpochMilli();
      java.sql.Timestamp found = java.sql.Timestamp.from(instant);
      return found.toInstant().equals(instant) ? found : null;
    } catch (IllegalArgumentException | ArithmeticException e) {
      return null; // Beyond the milliseconds of a long.
    }
  }

  private static @Nullable UUID uuid(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static SQLException refused(Column column, Object value, Class<?> target) {
    String shown = column.type().format(value);
    return SqlErrors.data(
        "cannot read %s as %s: found %s, a value of %s that %2$s cannot represent exactly; read it with getObject(\"%1$s\", %s.class)"
            .formatted(
                column.name(),
                target.getSimpleName(),
                shown.length() > 100 ? shown.substring(0, 100) + "…" : shown,
                column.type(),
                column.type().valueClass().getSimpleName()));
  }

  /**
   * A value that a program gave for a parameter, as the session takes it: times of {@code java.sql}
   * and with a zone become those of {@code java.time}, and so do those in a collection. The program
   * may change bytes and collections afterwards.
   *
   * @throws SQLException for a date that {@code java.time} has not
   */
  static @Nullable Object parameter(@Nullable Object value) throws SQLException {
    if (value instanceof java.sql.Timestamp timestamp) {
      return timestamp.toInstant();
    } else if (value instanceof java.sql.Date date) {
      return localDate(date);
    } else if (value instanceof java.sql.Time time) {
      // Not toLocalTime, which leaves out the milliseconds.
      return Instant.ofEpochMilli(time.getTime()).atZone(ZoneId.systemDefault()).toLocalTime();
    } else if (value instanceof java.util.Date date) {
      return date.toInstant();
    } else if (value instanceof OffsetDateTime time) {
      return time.toInstant();
    } else if (value instanceof ZonedDateTime time) {
      return time.toInstant();
    } else if (value instanceof LocalDateTime time) {
      return time.toInstant(ZoneOffset.UTC);
    } else if (value instanceof Character character) {
      return character.toString();
    }
    return value instanceof Object[] array ? copy(Arrays.asList(array)) : copied(value);
  }

  private static @Nullable Object copied(@Nullable Object value) throws SQLException {
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    } else if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return ByteBuffer.wrap(bytes);
    } else if (value instanceof Map<?, ?> map) {
      Map<@Nullable Object, @Nullable Object> copy = new LinkedHashMap<>();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        copy.put(parameter(entry.getKey()), parameter(entry.getValue()));
      }
      return copy;
    }
    return value instanceof Collection<?> several ? copy(several) : value;
  }

  private static Collection<@Nullable Object> copy(Collection<?> values) throws SQLException {
    Collection<@Nullable Object> copy =
        values instanceof Set<?> ? new LinkedHashSet<>() : new ArrayList<>(values.size());
    for (Object value : values) {
      copy.add(parameter(value));
    }
    return copy;
  }

  private static LocalDate localDate(java.sql.Date date) throws SQLException {
    try {
      LocalDate found = date.toLocalDate();
      long millis = date.getTime() - java.sql.Date.valueOf(found).getTime();
      // Negative in the first of two midnights, where clocks are set back.
      if (Math.abs(millis) < LONGEST_DAY) {
        return found;
      }
    } catch (DateTimeException e) {
      // Falls through: such as 29 February of 1500, which the Gregorian calendar has not.
    }
    throw SqlErrors.data(
        "cannot use a java.sql.Date: found %tF, a date before the year 1 or one that java.time does not have, expected another date; use setObject with a LocalDate"
            .formatted(date));
  }
}
