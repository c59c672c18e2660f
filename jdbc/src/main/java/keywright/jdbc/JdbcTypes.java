package keywright.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.key.Type;

/** The types of columns as JDBC describes them. */
final class JdbcTypes {
  private static final Pattern NUMBERS = Pattern.compile("\\((\\d+)(?:\\s*,\\s*(-?\\d+))?\\)");

  private static final Map<Class<?>, Integer> CODES =
      Map.ofEntries(
          Map.entry(Byte.class, Types.TINYINT),
          Map.entry(Short.class, Types.SMALLINT),
          Map.entry(Integer.class, Types.INTEGER),
          Map.entry(Long.class, Types.BIGINT),
          Map.entry(BigInteger.class, Types.NUMERIC),
          Map.entry(BigDecimal.class, Types.DECIMAL),
          Map.entry(Float.class, Types.REAL),
          Map.entry(Double.class, Types.DOUBLE),
          Map.entry(Boolean.class, Types.BOOLEAN),
          Map.entry(String.class, Types.VARCHAR),
          Map.entry(byte[].class, Types.VARBINARY),
          Map.entry(LocalDate.class, Types.DATE),
          Map.entry(LocalTime.class, Types.TIME),
          Map.entry(Instant.class, Types.TIMESTAMP_WITH_TIMEZONE),
          Map.entry(UUID.class, Types.OTHER),
          Map.entry(List.class, Types.ARRAY),
          Map.entry(Set.class, Types.ARRAY));

  private static final Map<Class<?>, Integer> PRECISIONS =
      Map.of(
          Byte.class, 3,
          Short.class, 5,
          Integer.class, 10,
          Long.class, 19,
          Float.class, 7,
          Double.class, 15,
          Boolean.class, 1,
          LocalDate.class, 10,
          LocalTime.class, 18,
          UUID.class, 36);

  private static final int TIMESTAMP_LENGTH = 30;

  private JdbcTypes() {}

  /** One of {@link Types}; OTHER for a type that JDBC does not have. */
  static int code(Type type) {
    return CODES.getOrDefault(type.valueClass(), Types.OTHER);
  }

  /** The name of the Java class of values. */
  static String className(Type type) {
    Class<?> values = type.valueClass();
    return values == byte[].class ? "[B" : values.getName();
  }

  /** Digits of a number, characters of a text, bytes of a blob; 0 where there is no limit. */
  static int precision(Type type) {
    Matcher numbers = NUMBERS.matcher(type.toString());
    if (isSized(type) && numbers.find()) {
      return Integer.parseInt(numbers.group(1));
    }
    return type.valueClass() == Instant.class
        ? TIMESTAMP_LENGTH
        : PRECISIONS.getOrDefault(type.valueClass(), 0);
  }

  /** Digits after the decimal point, also those of the seconds of a time; 0 for other types. */
  static int scale(Type type) {
    Class<?> values = type.valueClass();
    if (values == Instant.class || values == LocalTime.class) {
      boolean isTime = values == LocalTime.class;
      String text = type.toString();
      return text.contains("(ns)") || (isTime && !text.contains("("))
          ? 9
          : text.contains("(us)") ? 6 : text.contains("(s)") ? 0 : 3;
    }
    Matcher numbers = NUMBERS.matcher(type.toString());
    boolean hasScale = values == BigDecimal.class && numbers.find() && numbers.group(2) != null;
    return hasScale ? Integer.parseInt(numbers.group(2)) : 0;
  }

  /** Whether values have a sign. */
  static boolean isSigned(Type type) {
    return isNumber(type) && !type.toString().contains("unsigned");
  }

  static boolean isNumber(Type type) {
    return Number.class.isAssignableFrom(type.valueClass());
  }

  static boolean isText(Type type) {
    return type.valueClass() == String.class;
  }

  private static boolean isSized(Type type) {
    return (isText(type) && !type.toString().startsWith("enum"))
        || type.valueClass() == byte[].class
        || type.valueClass() == BigDecimal.class;
  }
}
