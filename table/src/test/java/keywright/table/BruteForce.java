package keywright.table;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import keywright.key.Condition;
import keywright.key.Condition.Operator;
import keywright.table.model.TupleCondition;
import org.jspecify.annotations.Nullable;

/** Conditions that are evaluated in plain Java, and the same ones as a query states them. */
final class BruteForce {
  private static final List<List<String>> ENDS =
      List.of(
          List.of(),
          List.of("%"),
          List.of("%"),
          List.of("_"),
          List.of("_"),
          List.of("_", "%"),
          List.of("%", "_"),
          List.of("%", "b"));

  private BruteForce() {}

  /**
   * A condition twice.
   *
   * @param meaning what it means for the value of its column
   */
  record Twin(Condition condition, Meaning meaning) {}

  interface Meaning {
    boolean test(@Nullable Object value);
  }

  /** A literal twice: as the query states it, and what it means. */
  private record Literal(Object stated, Comparable<?> meaning) {}

  static List<Twin> conditions(Random random, RandomColumn column) {
    List<Twin> twins = new ArrayList<>();
    if (column.type.elementType() != null && random.nextBoolean()) {
      return List.of(contains(random, column));
    }
    int kind = random.nextInt(10);
    if (kind < 3) {
      twins.add(compare(column.name, Operator.EQ, literal(random, column)));
    } else if (kind < 5) {
      twins.add(compare(column.name, operator(random), literal(random, column)));
    } else if (kind < 6) {
      twins.add(
          compare(
              column.name,
              random.nextBoolean() ? Operator.GE : Operator.GT,
              literal(random, column)));
      twins.add(
          compare(
              column.name,
              random.nextBoolean() ? Operator.LE : Operator.LT,
              literal(random, column)));
    } else if (kind < 8) {
      twins.add(in(random, column));
    } else if (kind < 9 && column.isTextual()) {
      twins.add(like(random, column));
    } else {
      boolean negated = random.nextBoolean();
      twins.add(
          new Twin(
              new Condition.IsNull(column.name, negated), value -> (value == null) != negated));
    }
    return twins;
  }

  /** An element of one of the lists, or another. */
  static Twin contains(Random random, RandomColumn column) {
    List<Object> elements = new ArrayList<>();
    column.pool.forEach(several -> elements.addAll(elements(several)));
    elements.add(
        elements.get(0) instanceof List
            ? List.of(77)
            : elements.get(0) instanceof String ? "zz" : 77);
    Object element = elements.get(random.nextInt(elements.size()));
    return new Twin(
        new Condition.Contains(column.name, element),
        value -> value != null && elements(value).contains(element));
  }

  private static Collection<?> elements(Object several) {
    return several instanceof Map<?, ?> map ? map.values() : (Collection<?>) several;
  }

  private static Operator operator(Random random) {
    List<Operator> ranges = List.of(Operator.LT, Operator.LE, Operator.GT, Operator.GE);
    return ranges.get(random.nextInt(ranges.size()));
  }

  private static Twin compare(String column, Operator operator, Literal literal) {
    return new Twin(
        new Condition.Compare(column, operator, literal.stated),
        value -> {
          if (value == null) {
            return false;
          }
          int order = order(RandomColumn.meaning(value), literal.meaning);
          return switch (operator) {
            case EQ -> order == 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
          };
        });
  }

  /** Whether a row meets a condition on several columns. */
  static boolean meets(List<String> names, TupleCondition condition, @Nullable Object[] row) {
    return condition.tuples().stream().anyMatch(tuple -> meets(names, condition, tuple, row));
  }

  private static boolean meets(
      List<String> names, TupleCondition condition, List<Object> tuple, @Nullable Object[] row) {
    int order = 0;
    for (int i = 0; i < tuple.size() && order == 0; i++) {
      Object value = row[names.indexOf(condition.columns().get(i))];
      if (value == null) {
        return false;
      }
      order = order(RandomColumn.meaning(value), RandomColumn.meaning(tuple.get(i)));
    }
    return switch (condition.operator()) {
      case EQ -> order == 0;
      case LT -> order < 0;
      case LE -> order <= 0;
      case GT -> order > 0;
      case GE -> order >= 0;
    };
  }

  private static Twin in(Random random, RandomColumn column) {
    List<Literal> literals = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(4); i++) {
      literals.add(literal(random, column));
    }
    return new Twin(
        new Condition.In(column.name, literals.stream().map(Literal::stated).toList()),
        value ->
            value != null
                && literals.stream()
                    .anyMatch(l -> order(RandomColumn.meaning(value), l.meaning) == 0));
  }

  /** A pattern like a value: some of it, then nothing, or one or two wildcards and letters. */
  static Twin like(Random random, RandomColumn column) {
    String value = (String) column.value(random);
    int[] points = value.codePoints().toArray();
    List<String> signs = new ArrayList<>();
    int shown = random.nextInt(points.length + 1);
    for (int i = 0; i < shown; i++) {
      String c = Character.toString(points[i]);
      signs.add(random.nextInt(12) == 0 ? "_" : c.equals("%") || c.equals("_") ? "\\" + c : c);
    }
    signs.addAll(ENDS.get(random.nextInt(ENDS.size())));
    StringBuilder regex = new StringBuilder();
    for (String sign : signs) {
      regex.append(
          switch (sign) {
            case "%" -> ".*";
            case "_" -> ".";
            default -> Pattern.quote(sign.startsWith("\\") ? sign.substring(1) : sign);
          });
    }
    Pattern compiled = Pattern.compile(regex.toString(), Pattern.DOTALL);
    return new Twin(
        new Condition.Like(column.name, String.join("", signs)),
        found -> found != null && compiled.matcher((String) found).matches());
  }

  /** What a pattern asks for, for counts: it begins with a text, and these wildcards follow. */
  static String kind(Condition.Like like) {
    String wildcards = like.pattern().replaceAll("\\\\.", "a").replaceAll("[^%_]+", "a");
    return wildcards.replaceFirst("^(a?[%_]{0,2}).*$", "$1").replace('a', 'x');
  }

  /** A value of the column, or one between its values or beyond its type. */
  private static Literal literal(Random random, RandomColumn column) {
    Object value = column.value(random);
    Comparable<?> meaning = RandomColumn.meaning(value);
    boolean strange = random.nextInt(5) == 0;
    if (meaning instanceof BigDecimal number) {
      if (strange) {
        number =
            switch (random.nextInt(4)) {
              case 0 -> number.add(new BigDecimal("0.005"));
              case 1 -> number.subtract(new BigDecimal("0.5"));
              case 2 -> new BigDecimal("1e30");
              default -> new BigDecimal("-1e30");
            };
        return new Literal(number, number.stripTrailingZeros());
      }
      return new Literal(random.nextBoolean() ? number : value, meaning);
    }
    if (meaning instanceof Instant instant) {
      if (strange) {
        instant = instant.plusNanos(random.nextBoolean() ? 500 : 1_000_000);
        return new Literal(instant.toString(), instant);
      }
      return new Literal(random.nextBoolean() ? instant.toString() : value, instant);
    }
    if (value instanceof LocalTime time) {
      LocalTime stated = strange ? time.plusNanos(500) : time;
      return new Literal(random.nextBoolean() ? stated.toString() : stated, stated);
    }
    if (value instanceof String text && strange && column.isText()) {
      String other = text + "~";
      return new Literal(other, RandomColumn.meaning(other));
    }
    return new Literal(value, meaning);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private static int order(Comparable a, Comparable b) {
    return a.compareTo(b);
  }

  /** The order of ORDER BY: nulls first ascending, last descending. */
  static int compare(@Nullable Object a, @Nullable Object b, boolean descending) {
    int order =
        a == null || b == null
            ? Boolean.compare(a != null, b != null)
            : order(RandomColumn.meaning(a), RandomColumn.meaning(b));
    return descending ? -order : order;
  }
}
