package keywright.key;

import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import keywright.key.KeyExpression.Call;
import keywright.key.KeyExpression.NumberLiteral;
import keywright.key.KeyExpression.TextLiteral;

/** Functions that other systems and texts about row keys write, as they are written here. */
final class OtherSpellings {
  private static final TextLiteral ZERO = new TextLiteral("0");
  private static final Set<String> JOINS = Set.of("+", "||", "concat");

  /**
   * The digits of the widest value of an expression that is padded without a width, 0 if unknown.
   */
  private final ToIntFunction<KeyExpression> digits;

  OtherSpellings(ToIntFunction<KeyExpression> digits) {
    this.digits = digits;
  }

  /** The parts of a key that an expression is written as here, itself where it is right. */
  List<KeyExpression> parts(KeyExpression expression) {
    KeyExpression here = here(expression);
    return here instanceof Call call && JOINS.contains(call.function()) && hasColumn(call)
        ? joined(call).toList()
        : List.of(here);
  }

  /** What is joined; a literal between two values is the delimiter of a text key. */
  private static Stream<KeyExpression> joined(KeyExpression expression) {
    return expression instanceof Call call && JOINS.contains(call.function())
        ? call.arguments().stream().flatMap(OtherSpellings::joined)
        : Stream.of(expression).filter(each -> !(each instanceof TextLiteral));
  }

  private static boolean hasColumn(Call call) {
    return !call.columns().isEmpty();
  }

  /** The expression with every such function in it as it is written here. */
  private KeyExpression here(KeyExpression expression) {
    if (!(expression instanceof Call call)) {
      return expression;
    }
    Call inner = new Call(call.function(), call.arguments().stream().map(this::here).toList());
    List<KeyExpression> arguments = inner.arguments();
    return switch (inner.function()) {
      case "pad", "lpad", "zfill" -> padded(inner, arguments);
      case "substr", "substring" -> side(inner, arguments);
      case "hash" -> arguments.size() == 1 ? new Call("md5", arguments) : inner;
      case "salt" -> arguments.size() == 1 ? new Call("bucket", arguments) : inner;
      case "%" -> new Call("mod", arguments);
      default -> inner;
    };
  }

  private KeyExpression padded(Call call, List<KeyExpression> arguments) {
    int count = arguments.size();
    boolean zeros = count > 1 && arguments.get(count - 1).equals(ZERO);
    int given = zeros ? count - 1 : count;
    if (given == 2 && arguments.get(1) instanceof NumberLiteral) {
      return new Call("lpad", arguments.subList(0, 2));
    }
    if (given != 1 || !zeros) {
      return call;
    }
    int width = digits.applyAsInt(arguments.get(0));
    return width == 0 ? call : KeyExpression.lpad(arguments.get(0), width);
  }

  /** The first characters, or the last ones where the start counts from the end. */
  private static KeyExpression side(Call call, List<KeyExpression> arguments) {
    if (arguments.size() < 2 || !(arguments.get(1) instanceof NumberLiteral start)) {
      return call;
    }
    BigInteger from = start.value();
    boolean first = from.signum() == 0 || from.equals(BigInteger.ONE);
    if (arguments.size() == 3 && first) {
      return new Call("left", List.of(arguments.get(0), arguments.get(2)));
    }
    return arguments.size() == 2 && from.signum() < 0
        ? new Call("right", List.of(arguments.get(0), new NumberLiteral(from.negate())))
        : call;
  }
}
