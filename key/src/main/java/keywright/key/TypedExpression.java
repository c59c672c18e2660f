package keywright.key;

import java.util.BitSet;
import java.util.List;
import keywright.key.Condition.Operator;
import keywright.key.KeySchema.Following;
import org.jspecify.annotations.Nullable;

/**
 * A key expression that has met the types of its columns, with the properties that everything else
 * is derived from.
 *
 * <p>An expression is a chain of steps: each has at most one argument that varies. The properties
 * are those of the step alone; a caller that needs them for the chain walks it.
 */
abstract class TypedExpression {

  /** Whether larger arguments give larger results. */
  enum Order {
    NONE,
    KEEPS,
    KEEPS_WEAKLY,
    REVERSES
  }

  private final Type type;
  private final int numbers;

  TypedExpression(Type type) {
    this(type, -1);
  }

  /** An expression whose values are the whole numbers from 0 to {@code numbers} - 1. */
  TypedExpression(int numbers) {
    this(IntegerType.remainder(numbers), numbers);
  }

  private TypedExpression(Type type, int numbers) {
    this.type = type;
    this.numbers = numbers;
  }

  Type type() {
    return type;
  }

  /**
   * The value for a row.
   *
   * @throws KeyException "found …, expected …" when a value does not fit
   */
  abstract @Nullable Object evaluate(@Nullable Object[] row);

  /** Whether a null column can make the value null. */
  abstract boolean nullable();

  abstract void addColumns(BitSet columns);

  /** The columns that the value depends on, by index. */
  final BitSet columns() {
    BitSet columns = new BitSet();
    addColumns(columns);
    return columns;
  }

  /** What the step is applied to; null for a column and for a bucket. */
  @Nullable TypedExpression argument() {
    return null;
  }

  Order order() {
    return Order.NONE;
  }

  /** Whether {@link #undo} gives the argument back. */
  boolean undoable() {
    return false;
  }

  /** The argument that gave {@code value}. */
  Object undo(Object value) {
    throw new IllegalStateException("not undoable");
  }

  /**
   * Whether different arguments are taken to give different values, though they cannot be undone.
   */
  boolean isFullDigest() {
    return false;
  }

  /** How many values there are when the columns are unknown; -1 when they are not few. */
  long cardinality() {
    return numbers;
  }

  /** Which digits of the values come equally often; whole numbers below a limit all do. */
  Evenness evenness() {
    return numbers < 0 ? Evenness.NOWHERE : Evenness.EVERYWHERE;
  }

  /** Value {@code index} of {@link #cardinality}; two may be equal. */
  Object member(long index) {
    if (numbers < 0) {
      throw new IllegalStateException("no members");
    }
    return ((IntegerType) type).box(index);
  }

  /**
   * The characters that a value can hold, when all values are of {@link #textWidth} and in hex or
   * decimal.
   */
  String alphabet() {
    return "";
  }

  /** Whether {@code value}, of the type, can be a result, as far as can be told from it alone. */
  boolean accepts(Object value) {
    if (numbers >= 0) {
      return ((Number) value).longValue() < numbers;
    }
    String letters = alphabet();
    if (letters.isEmpty()) {
      return true;
    }
    String text = (String) value;
    for (int i = 0; i < text.length(); i++) {
      if (letters.indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return text.length() == textWidth();
  }

  /**
   * Values that stand for all values of the expression, as {@link Type#samples} do for those of a
   * type. Empty when that is not known.
   */
  List<Object> samples() {
    return List.of();
  }

  /** The characters that a value takes as text, or -1 when they vary. */
  int textWidth() {
    return type.textWidth();
  }

  /** No ascending KW1 body has more bytes than this; -1 when there is no bound. */
  int longestBody() {
    return type.fixedLength();
  }

  /** No value as text has more bytes than this; -1 when there is no bound. */
  int longestText() {
    return textWidth() >= 0 ? textWidth() : type.longestText();
  }

  /**
   * For an order-keeping step: where the value of an argument that may not be in its domain falls.
   */
  Fit image(Object argument) {
    throw new IllegalStateException("keeps no order");
  }

  /**
   * What a step makes of the arguments in an interval.
   *
   * @param values an interval that holds all results; null when there are none
   * @param following how the results follow these arguments
   * @param exact whether only these arguments have results in {@code values}
   */
  record Image(@Nullable Interval values, Following following, boolean exact) {
    /** Nothing is known of the results. */
    static final Image UNKNOWN = new Image(Interval.ALL, Following.NO, false);
  }

  /** What the step makes of the arguments in {@code in}. */
  Image image(Interval in) {
    Order order = order();
    return switch (order) {
      case NONE -> Image.UNKNOWN;
      case KEEPS -> new Image(through(in, order), Following.FORWARDS, true);
      case KEEPS_WEAKLY -> new Image(through(in, order), Following.WEAKLY_FORWARDS, false);
      case REVERSES -> new Image(through(in, order), Following.BACKWARDS, true);
    };
  }

  /** What the whole chain makes of the values in {@code in} of its column. */
  final Image imageOfColumn(Interval in) {
    TypedExpression argument = argument();
    if (argument == null) {
      return order() == Order.NONE ? Image.UNKNOWN : new Image(in, Following.FORWARDS, true);
    }
    Image inner = argument.imageOfColumn(in);
    if (inner.values() == null) {
      return inner;
    }
    Image own = image(inner.values());
    return new Image(
        own.values(),
        PartFollowing.then(inner.following(), own.following()),
        inner.exact() && own.exact());
  }

  /**
   * For a step that keeps no order: within what it keeps it all the same, as {@code "one year"};
   * empty when nowhere.
   */
  String keepsOrderWithin() {
    return "";
  }

  private @Nullable Interval through(Interval in, Order order) {
    Interval out = Interval.ALL;
    boolean flips = order == Order.REVERSES;
    if (in.lower() != null) {
      boolean inclusive = in.lowerInclusive() || order == Order.KEEPS_WEAKLY;
      Operator operator =
          flips ? (inclusive ? Operator.LE : Operator.LT) : (inclusive ? Operator.GE : Operator.GT);
      out = both(out, Interval.of(operator, image(in.lower())));
    }
    if (in.upper() != null && out != null) {
      boolean inclusive = in.upperInclusive() || order == Order.KEEPS_WEAKLY;
      Operator operator =
          flips ? (inclusive ? Operator.GE : Operator.GT) : (inclusive ? Operator.LE : Operator.LT);
      out = both(out, Interval.of(operator, image(in.upper())));
    }
    return out;
  }

  private @Nullable Interval both(Interval out, @Nullable Interval more) {
    return more == null ? null : out.and(more, type);
  }

  /** A step with one argument; null gives null. */
  abstract static class Unary extends TypedExpression {
    private final TypedExpression argument;

    Unary(Type type, TypedExpression argument) {
      super(type);
      this.argument = argument;
    }

    /** A step whose values are the whole numbers from 0 to {@code numbers} - 1. */
    Unary(int numbers, TypedExpression argument) {
      super(numbers);
      this.argument = argument;
    }

    /** The value for a non-null argument. */
    abstract Object apply(Object value);

    @Override
    final TypedExpression argument() {
      return argument;
    }

    /**
     * The samples of a step that gives equal characters of a text for equal ones of the argument.
     */
    final List<Object> samplesOfArgument() {
      return argument.samples().stream().map(this::apply).toList();
    }

    @Override
    final @Nullable Object evaluate(@Nullable Object[] row) {
      Object value = argument.evaluate(row);
      return value == null ? null : apply(value);
    }

    @Override
    final boolean nullable() {
      return argument.nullable();
    }

    @Override
    final void addColumns(BitSet columns) {
      argument.addColumns(columns);
    }

    @Override
    long cardinality() {
      return super.cardinality() < 0 ? argument.cardinality() : super.cardinality();
    }

    @Override
    Object member(long index) {
      return super.cardinality() < 0 ? apply(argument.member(index)) : super.member(index);
    }

    @Override
    Fit image(Object value) {
      return Fit.exact(apply(value));
    }
  }
}
