package keywright.cql.server;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Random;
import keywright.cql.server.NaiveType.Refused;
import org.jspecify.annotations.Nullable;

/** An expression after SELECT with its value, computed in plain Java. */
sealed interface NaiveExpression {
  List<NaiveType> RESULTS =
      List.of(
          NaiveType.of("bigint"),
          NaiveType.of("varint"),
          NaiveType.of("decimal"),
          NaiveType.of("double"));

  /** A column, or a key of a map. */
  record Of(String text, NaiveType type) implements NaiveExpression {}

  /** A number as it is written. */
  record Written(String text) implements NaiveExpression {}

  /** The number with the other sign. */
  record Minus(NaiveExpression operand) implements NaiveExpression {}

  /** Two numbers with an operator between them. */
  record Pair(NaiveExpression left, char sign, NaiveExpression right) implements NaiveExpression {}

  /** A cast to a type of numbers, directly or by a text. */
  record Cast(NaiveExpression operand, boolean isByText, NaiveType type)
      implements NaiveExpression {}

  /**
   * A random expression.
   *
   * @param columns the types of columns of numbers, by what stands for the column
   */
  static NaiveExpression random(Random random, Map<String, NaiveType> columns, int depth) {
    int kind = random.nextInt(depth == 0 ? 3 : 10);
    if (kind < 2) {
      List<String> names = List.copyOf(columns.keySet());
      String name = names.get(random.nextInt(names.size()));
      return new Of(name, columns.get(name));
    }
    if (kind == 2) {
      return new Written(number(random));
    }
    NaiveExpression left = random(random, columns, depth - 1);
    if (kind == 3) {
      return new Minus(left);
    }
    if (kind == 4) {
      List<NaiveType> types = NaiveType.NUMBERS;
      return new Cast(left, random.nextInt(4) == 0, types.get(random.nextInt(types.size())));
    }
    return new Pair(left, "+-*%".charAt(random.nextInt(4)), random(random, columns, depth - 1));
  }

  private static String number(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> "0";
      case 1 -> "9223372036854775807";
      case 2 -> "9223372036854775808";
      case 3 -> "0.%d".formatted(random.nextInt(1_000));
      case 4 -> BigDecimal.valueOf(random.nextInt(100_000), 2).toPlainString();
      default -> Integer.toString(random.nextInt(20));
    };
  }

  /** The type of the value, a column of its own type. */
  default NaiveType type() {
    if (this instanceof Of column) {
      return column.type;
    }
    if (this instanceof Cast cast) {
      return cast.type;
    }
    return RESULTS.get(rank());
  }

  /** A number that is written, perhaps with a minus; null for anything else. */
  private @Nullable BigDecimal literal() {
    if (this instanceof Minus minus) {
      BigDecimal literal = minus.operand.literal();
      return literal == null ? null : literal.negate();
    }
    return this instanceof Written written ? new BigDecimal(written.text) : null;
  }

  /** The place of the type of a number among {@link #RESULTS}. */
  private int rank() {
    BigDecimal literal = literal();
    if (literal != null) {
      return literal.scale() > 0 ? 2 : literal.toBigInteger().bitLength() < Long.SIZE ? 0 : 1;
    }
    if (this instanceof Minus minus) {
      return minus.operand.rank();
    }
    if (this instanceof Pair pair) {
      return Math.max(pair.left.rank(), pair.right.rank());
    }
    String type = type().name();
    return type.equals("float") || type.equals("double")
        ? 3
        : type.startsWith("decimal")
            ? 2
            : type.equals("varint") || type.equals("bigint unsigned") ? 1 : 0;
  }

  /** The value of a row: a number or null. */
  default @Nullable Object value(Map<String, @Nullable Object> row) {
    if (this instanceof Of column) {
      return row.get(column.text);
    }
    if (this instanceof Cast cast) {
      Object operand = cast.operand.value(row);
      if (operand == null) {
        return null;
      }
      NaiveType from = cast.operand.type();
      NaiveType text = NaiveType.of("text");
      return cast.isByText
          ? text.cast(from.cast(operand, text), cast.type)
          : from.cast(operand, cast.type);
    }
    Object exact = computed(row);
    return exact == null || exact instanceof Double ? exact : type().number((BigDecimal) exact);
  }

  /** As {@link #value}, but a whole number of any size and a decimal of any digits. */
  private @Nullable Object computed(Map<String, @Nullable Object> row) {
    if (this instanceof Written written) {
      return new BigDecimal(written.text);
    }
    if (this instanceof Minus minus) {
      Object operand = minus.operand.computed(row);
      return operand instanceof BigDecimal number
          ? (Object) number.negate()
          : operand == null ? null : (Object) (0.0 - (Double) operand);
    }
    if (this instanceof Pair pair) {
      Object left = pair.left.computed(row);
      Object right = pair.right.computed(row);
      return left == null || right == null
          ? null
          : left instanceof BigDecimal a && right instanceof BigDecimal b
              ? exact(a, pair.sign, b)
              : inBinary(inBinary(left), pair.sign, inBinary(right));
    }
    Object value = value(row);
    return value instanceof Float number ? (Object) number.doubleValue() : value;
  }

  private static double inBinary(Object number) {
    return number instanceof Double binary
        ? binary
        : (Double) NaiveType.of("double").number((BigDecimal) number);
  }

  private static BigDecimal exact(BigDecimal a, char sign, BigDecimal b) {
    if (sign == '%') {
      if (b.signum() == 0) {
        throw new Refused("a division by zero");
      }
      // The quotient without its fraction, times b, is what the remainder does not have.
      return a.subtract(a.divideToIntegralValue(b).multiply(b));
    }
    return sign == '+' ? a.add(b) : sign == '-' ? a.subtract(b) : a.multiply(b);
  }

  private static Double inBinary(double a, char sign, double b) {
    if (sign == '%' && b == 0) {
      throw new Refused("a division by zero");
    }
    double result = sign == '+' ? a + b : sign == '-' ? a - b : sign == '*' ? a * b : a % b;
    if (!Double.isFinite(result) && Double.isFinite(a) && Double.isFinite(b)) {
      throw new Refused(Double.toString(result));
    }
    return result + 0.0;
  }

  /** How the expression is written. */
  default String written(Random random) {
    if (this instanceof Of column) {
      return column.text;
    }
    if (this instanceof Written number) {
      return number.text;
    }
    if (this instanceof Minus minus) {
      // Two signs without anything between them begin a comment.
      String operand = minus.operand.written(random);
      return minus.operand instanceof Of ? "-" + operand : "-(" + operand + ")";
    }
    if (this instanceof Cast cast) {
      String operand = cast.operand.written(random);
      return "CAST("
          + (cast.isByText ? "CAST(" + operand + " AS text)" : operand)
          + " AS "
          + cast.type
          + ")";
    }
    Pair pair = (Pair) this;
    boolean isProduct = isProduct(pair);
    boolean opensLeft = isProduct && pair.left instanceof Pair left && !isProduct(left);
    boolean opensRight = pair.right instanceof Pair right && (isProduct || !isProduct(right));
    return inside(pair.left, opensLeft || random.nextInt(5) == 0, random)
        + " "
        + pair.sign
        + " "
        + inside(pair.right, opensRight || random.nextInt(5) == 0, random);
  }

  private static boolean isProduct(Pair pair) {
    return pair.sign == '*' || pair.sign == '%';
  }

  private static String inside(NaiveExpression operand, boolean isOpen, Random random) {
    String text = operand.written(random);
    return isOpen ? "(" + text + ")" : text;
  }
}
