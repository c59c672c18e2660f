package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.regex.Pattern;
import keywright.key.Condition.Compare;
import keywright.key.Condition.In;
import keywright.key.Condition.IsNull;
import keywright.key.Condition.Like;
import keywright.key.Condition.Operator;

/** Random conditions, and what they mean, worked out apart from the code under test. */
final class Conditions {
  private static final List<Operator> RANGES =
      List.of(Operator.LT, Operator.LE, Operator.GT, Operator.GE);

  private Conditions() {}

  /** A condition on {@code column} whose literals are mostly near {@code values}. */
  static Condition of(Column column, List<Object> values, SplittableRandom random) {
    String name = column.name();
    boolean text = column.type().isText();
    return switch (random.nextInt(text ? 12 : 9)) {
      case 0, 1, 2 -> new Compare(name, Operator.EQ, literal(column.type(), values, random));
      case 3, 4, 5, 6 ->
          new Compare(name, RANGES.get(random.nextInt(4)), literal(column.type(), values, random));
      case 7 -> {
        List<Object> literals = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
          literals.add(literal(column.type(), values, random));
        }
        yield new In(name, literals);
      }
      case 8 -> new IsNull(name, random.nextBoolean());
      default -> new Like(name, pattern(column.type(), values, random));
    };
  }

  private static Object near(Type type, List<Object> values, SplittableRandom random) {
    Object value = values.get(random.nextInt(values.size()));
    return value == null || random.nextInt(6) == 0 ? Values.of(type).generate(random) : value;
  }

  /** Whether digits at the units can be added without writing millions of zeros. */
  private static boolean nearUnits(BigDecimal number) {
    return Math.abs((long) number.scale()) <= 1_000;
  }

  private static Object literal(Type type, List<Object> values, SplittableRandom random) {
    Object value = near(type, values, random);
    if (random.nextInt(3) > 0) {
      return value;
    }
    if (value instanceof Float || value instanceof Double) {
      double number = ((Number) value).doubleValue();
      return Double.isNaN(number) || Double.isInfinite(number)
          ? new BigDecimal(random.nextBoolean() ? "1e400" : "-1e999999999")
          : new BigDecimal(value.toString());
    }
    if (value instanceof Number) {
      BigDecimal number = new BigDecimal(value.toString());
      return switch (random.nextInt(6)) {
        case 0 -> nearUnits(number) ? number.add(new BigDecimal("0.5")) : number.negate();
        case 1 -> nearUnits(number) ? number.subtract(new BigDecimal("1e-30")) : number;
        case 2 -> new BigDecimal(random.nextBoolean() ? "1e40" : "-1e1999999999");
        case 3 ->
            nearUnits(number)
                ? number.toBigInteger().add(BigInteger.ONE)
                : number.scaleByPowerOfTen(random.nextInt(-1, 2));
        case 4 -> number.longValue();
        default -> number;
      };
    }
    if (value instanceof Instant instant) {
      return switch (random.nextInt(6)) {
        case 0 -> instant.isBefore(Instant.MAX) ? instant.plusNanos(1) : instant;
        case 1 -> random.nextBoolean() ? Instant.MAX : Instant.MIN;
        case 2 -> LocalDate.of(2017, 1, random.nextInt(1, 31));
        case 3 -> BigDecimal.valueOf(random.nextLong(), random.nextInt(3));
        default -> instant.minusNanos(1);
      };
    }
    if (value instanceof LocalTime time) {
      return switch (random.nextInt(4)) {
        case 0 -> time.plusNanos(1);
        case 1 -> time.toString();
        case 2 -> random.nextBoolean() ? BigDecimal.valueOf(-1, 1) : new BigDecimal("1e20");
        default -> time.minusNanos(1);
      };
    }
    if (value instanceof byte[] bytes) {
      return Arrays.copyOf(bytes, random.nextInt(bytes.length + 3));
    }
    if (value instanceof LocalDate date) {
      Instant midnight = date.atStartOfDay(ZoneOffset.UTC).toInstant();
      return switch (random.nextInt(4)) {
        case 0 -> midnight;
        case 1 -> random.nextBoolean() ? Instant.MAX : Instant.MIN;
        case 2 -> date.toString();
        default -> midnight.plusNanos(random.nextInt(-1, 2));
      };
    }
    if (value instanceof String text && type.isText() && !(type instanceof DigitsType)) {
      return switch (random.nextInt(4)) {
        case 0 -> text + "\0";
        case 1 -> text + "\uffff\ud83d\udd25";
        case 2 -> "";
        default -> text.isEmpty() ? "a" : text.substring(0, text.offsetByCodePoints(0, 1));
      };
    }
    return value instanceof UUID ? value.toString() : value;
  }

  private static String pattern(Type type, List<Object> values, SplittableRandom random) {
    int[] points = ((String) near(type, values, random)).codePoints().toArray();
    StringBuilder pattern = new StringBuilder();
    int end = random.nextInt(points.length + 1);
    for (int i = 0; i < end; i++) {
      if (random.nextInt(12) == 0) {
        pattern.append(random.nextBoolean() ? '_' : '%');
        continue;
      }
      if (points[i] == '%' || points[i] == '_' || points[i] == '\\' || random.nextInt(8) == 0) {
        pattern.append('\\');
      }
      pattern.appendCodePoint(points[i]);
    }
    return pattern
        + RandomSchemas.pick(
            random, "", "%", "%", "%", "\0%", "_%", "_", "a%", "%%", "\\%%", "__x%");
  }

  /** Whether {@code value} meets {@code condition}. */
  static boolean holds(Condition condition, Type type, Object value) {
    if (condition instanceof IsNull isNull) {
      return isNull.negated() == (value != null);
    }
    if (value == null) {
      return false;
    }
    if (condition instanceof Like like) {
      return regex(like.pattern()).matcher((String) value).matches();
    }
    if (condition instanceof In in) {
      return in.values().stream().anyMatch(literal -> compare(type, value, literal) == 0);
    }
    Compare compare = (Compare) condition;
    int order = compare(type, value, compare.value());
    return switch (compare.operator()) {
      case EQ -> order == 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
    };
  }

  private static Pattern regex(String like) {
    StringBuilder regex = new StringBuilder();
    boolean escaped = false;
    for (int point : like.codePoints().toArray()) {
      if (!escaped && point == '\\') {
        escaped = true;
        continue;
      }
      regex.append(
          !escaped && point == '%'
              ? ".*"
              : !escaped && point == '_' ? "." : Pattern.quote(Character.toString(point)));
      escaped = false;
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  private static int compare(Type type, Object value, Object literal) {
    if (value instanceof Instant instant) {
      if (literal instanceof Number number) {
        return units(instant, type).compareTo(new BigDecimal(number.toString()));
      }
      return instant.compareTo(
          literal instanceof Instant other ? truncated(other, type) : instant(literal));
    }
    if (value instanceof LocalDate date) {
      return date.atStartOfDay(ZoneOffset.UTC).toInstant().compareTo(instant(literal));
    }
    if (value instanceof LocalTime time) {
      if (literal instanceof Number) {
        return ((BigDecimal) literal).signum() > 0 ? -1 : 1;
      }
      LocalTime other =
          literal instanceof String text ? LocalTime.parse(text) : (LocalTime) literal;
      return time.compareTo(other);
    }
    if (value instanceof Float || value instanceof Double) {
      Number number = (Number) literal;
      double nearest =
          value instanceof Float && Double.isFinite(number.floatValue())
              ? number.floatValue()
              : number.doubleValue();
      if (literal instanceof BigDecimal && Double.isInfinite(nearest)) {
        // Beyond all numbers, yet no infinity.
        double own = ((Number) value).doubleValue();
        boolean above = nearest > 0;
        return above
            ? (own > Double.MAX_VALUE || Double.isNaN(own) ? 1 : -1)
            : (own == Double.NEGATIVE_INFINITY ? -1 : 1);
      }
      return Values.compare(type, value, nearest);
    }
    if (value instanceof Number) {
      return new BigDecimal(value.toString()).compareTo(new BigDecimal(literal.toString()));
    }
    if (value instanceof UUID) {
      return Values.compare(type, value, UUID.fromString(literal.toString()));
    }
    return Values.compare(type, value, literal);
  }

  private static BigDecimal units(Instant instant, Type type) {
    return BigDecimal.valueOf(instant.getEpochSecond())
        .add(BigDecimal.valueOf(instant.getNano(), 9))
        .scaleByPowerOfTen(decimals(type));
  }

  private static int decimals(Type type) {
    return switch (type.toString()) {
      case "timestamp(s)" -> 0;
      case "timestamp" -> 3;
      case "timestamp(us)" -> 6;
      default -> 9;
    };
  }

  /** An instant of a program counts as the unit that it falls in. */
  private static Instant truncated(Instant instant, Type type) {
    return switch (decimals(type)) {
      case 0 -> Instant.ofEpochSecond(instant.getEpochSecond());
      case 3 -> instant.truncatedTo(ChronoUnit.MILLIS);
      case 6 -> instant.truncatedTo(ChronoUnit.MICROS);
      default -> instant;
    };
  }

  private static Instant instant(Object literal) {
    return literal instanceof Instant instant
        ? instant
        : LocalDate.parse(literal.toString()).atStartOfDay(ZoneOffset.UTC).toInstant();
  }
}
