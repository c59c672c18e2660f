package keywright.table.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Function;
import keywright.key.Type;

/** Types and values of numbers in expressions. */
final class Numeric {
  static final Type BIGINT = Type.parse("bigint");
  static final Type VARINT = Type.parse("varint");
  static final Type DECIMAL = Type.parse("decimal");
  static final Type DOUBLE = Type.parse("double");

  private static final List<Type> BY_SIZE = List.of(BIGINT, VARINT, DECIMAL, DOUBLE);

  private Numeric() {}

  /** The type of the result of an operator for an operand. */
  static Type of(Expression whole, Expression operand, Function<String, Type> types) {
    Type type = operand.type(types);
    Class<?> values = type.valueClass();
    if (!Number.class.isAssignableFrom(values)) {
      throw new TableException(
          "cannot compute %s: found %s of type %s, expected a number; use CAST if its text is a number"
              .formatted(whole, operand, type));
    }
    return values == Double.class || values == Float.class
        ? DOUBLE
        : values == BigDecimal.class ? DECIMAL : values == BigInteger.class ? VARINT : BIGINT;
  }

  static Type larger(Type a, Type b) {
    return BY_SIZE.get(Math.max(BY_SIZE.indexOf(a), BY_SIZE.indexOf(b)));
  }

  static double compute(double left, Expression.Operator operator, double right) {
    return switch (operator) {
      case PLUS -> left + right;
      case MINUS -> left - right;
      case TIMES -> left * right;
      case REMAINDER -> left % right;
    };
  }

  static BigDecimal exact(Number value) {
    if (value instanceof BigDecimal number) {
      return number;
    }
    return value instanceof BigInteger number
        ? new BigDecimal(number)
        : BigDecimal.valueOf(value.longValue());
  }
}
