package keywright.key;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A key expression: it computes the value of a key part from columns. The types of the columns are
 * not known yet. Immutable.
 *
 * <p>{@link #parse} and the static methods of this interface make expressions. The static methods
 * have the names of the functions in {@code PRIMARY KEY}. Types are checked only when a {@link
 * KeySchema} is made with the expression.
 */
public sealed interface KeyExpression {

  /**
   * The value of a column.
   *
   * @param name the name of the column
   */
  record ColumnName(String name) implements KeyExpression {
    @Override
    public String toString() {
      return Tokens.quoteName(name);
    }
  }

  /**
   * A whole number as the argument of a function.
   *
   * @param value the number
   */
  record NumberLiteral(BigInteger value) implements KeyExpression {
    @Override
    public String toString() {
      return value.toString();
    }
  }

  /**
   * A text in single quotes as the argument of a function, such as a unit or a pattern.
   *
   * @param value the text without the quotes
   */
  record TextLiteral(String value) implements KeyExpression {
    @Override
    public String toString() {
      return "'" + value.replace("'", "''") + "'";
    }
  }

  /**
   * The call of a function. A subtraction is a call of the function {@code "-"}.
   *
   * @param function the name of the function
   * @param arguments the arguments, in order
   */
  record Call(String function, List<KeyExpression> arguments) implements KeyExpression {
    /**
     * Makes a call with its own copy of the arguments.
     *
     * @throws KeyException if a subtraction does not have two arguments
     */
    public Call {
      arguments = List.copyOf(arguments);
      if (function.equals("-") && arguments.size() != 2) {
        throw KeyException.of(
            "cannot subtract: found " + arguments.size() + " arguments, expected 2");
      }
    }

    /**
     * Whether the function is an operator, such as {@code -}: its name does not begin with a letter
     * or {@code _}.
     */
    private boolean isOperator() {
      return !Character.isLetter(function.charAt(0)) && function.charAt(0) != '_';
    }

    boolean isRandom() {
      return function.equals("random");
    }

    boolean isValues() {
      return function.equals("values") || isKeys();
    }

    boolean isKeys() {
      return function.equals("keys");
    }

    boolean isPhoenixSalt() {
      return function.equals("phoenix_salt");
    }

    @Override
    public String toString() {
      if (isOperator()) {
        KeyExpression right = arguments.get(1);
        boolean nested = right instanceof Call call && call.isOperator();
        String written = " " + function + " ";
        return arguments.get(0) + written + (nested ? "(" + right + ")" : right);
      }
      StringBuilder text = new StringBuilder(function).append('(');
      for (int i = 0; i < arguments.size(); i++) {
        text.append(i == 0 ? "" : ", ").append(arguments.get(i));
      }
      return text.append(')').toString();
    }
  }

  /**
   * Parses an expression, such as {@code "reverse(lpad(order_id, 9))"}.
   *
   * @throws KeyException if the text cannot be parsed; its message gives the position of the error
   *     and what was expected at this position
   */
  static KeyExpression parse(String text) {
    Tokens tokens = new Tokens(text);
    KeyExpression expression = KeyExpressionParser.parse(tokens);
    tokens.expectEnd();
    return expression;
  }

  static KeyExpression column(String name) {
    return new ColumnName(name);
  }

  /**
   * The number {@code x} in decimal, as a text of {@code digits} digits with zeros in front. {@code
   * x} must be at least 0 and less than 10^digits.
   */
  static KeyExpression lpad(KeyExpression x, int digits) {
    return call("lpad", x, number(digits));
  }

  /** The number {@code constant - x}. Its values sort in the reverse order of {@code x}. */
  static KeyExpression minus(long constant, KeyExpression x) {
    return call("-", number(constant), x);
  }

  /** The text with its characters in reverse order. */
  static KeyExpression reverse(KeyExpression text) {
    return call("reverse", text);
  }

  /** The number or uuid {@code x} with its bytes in reverse order. */
  static KeyExpression reverseBytes(KeyExpression x) {
    return call("reverse_bytes", x);
  }

  /** The number {@code x} with its bits in reverse order. */
  static KeyExpression bitReverse(KeyExpression x) {
    return call("bit_reverse", x);
  }

  /**
   * The MD5 digest of {@code x} as a text of 32 hexadecimal digits. The digest is computed from the
   * UTF-8 bytes of a text, or of the decimal digits of a number.
   */
  static KeyExpression md5(KeyExpression x) {
    return call("md5", x);
  }

  /**
   * The SHA-1 digest of {@code x} as a text of 40 hexadecimal digits. The digest is computed from
   * the UTF-8 bytes of a text, or of the decimal digits of a number.
   */
  static KeyExpression sha1(KeyExpression x) {
    return call("sha1", x);
  }

  /**
   * The SHA-256 digest of {@code x} as a text of 64 hexadecimal digits. The digest is computed from
   * the UTF-8 bytes of a text, or of the decimal digits of a number.
   */
  static KeyExpression sha256(KeyExpression x) {
    return call("sha256", x);
  }

  /** The first {@code count} characters of a text. */
  static KeyExpression left(KeyExpression text, int count) {
    return call("left", text, number(count));
  }

  /** The last {@code count} characters of a text. */
  static KeyExpression right(KeyExpression text, int count) {
    return call("right", text, number(count));
  }

  /**
   * The remainder of {@code x} divided by {@code n}, from 0 to n - 1, also for a negative {@code
   * x}.
   */
  static KeyExpression mod(KeyExpression x, int n) {
    return call("mod", x, number(n));
  }

  /**
   * The bucket of a row: a number from 0 to n - 1, computed by a hash of {@code columns}. Without
   * {@code columns}, it is computed from the columns of the primary key.
   */
  static KeyExpression bucket(int n, String... columns) {
    List<KeyExpression> arguments = new ArrayList<>();
    arguments.add(number(n));
    for (String column : columns) {
      arguments.add(column(column));
    }
    return new Call("bucket", arguments);
  }

  /**
   * The salt byte of a Phoenix table, from 0 to n - 1. It can only be the first part of a key in
   * the format phoenix.
   */
  static KeyExpression phoenixSalt(int n) {
    return call("phoenix_salt", number(n));
  }

  /**
   * A random number from 0 to n - 1. The number is drawn when the row is inserted, and is stored
   * with the row.
   */
  static KeyExpression random(int n) {
    return call("random", number(n));
  }

  /**
   * The date or timestamp {@code x}, truncated to the start of its unit in UTC.
   *
   * @param unit second, minute, hour, day, month or year
   */
  static KeyExpression dateTrunc(String unit, KeyExpression x) {
    return call("date_trunc", new TextLiteral(unit), x);
  }

  /**
   * The date or timestamp {@code x} as a text, in UTC.
   *
   * @param pattern a pattern of {@code java.time.format.DateTimeFormatter}
   */
  static KeyExpression dateFormat(KeyExpression x, String pattern) {
    return call("date_format", x, new TextLiteral(pattern));
  }

  /**
   * Each element of a list or set column, or each value of a map column, for the key of an index. A
   * row has one index entry for each different one.
   */
  static KeyExpression values(String column) {
    return call("values", column(column));
  }

  /** Each key of a map column, for the key of an index. A row has one index entry for each key. */
  static KeyExpression keys(String column) {
    return call("keys", column(column));
  }

  static KeyExpression lower(KeyExpression text) {
    return call("lower", text);
  }

  static KeyExpression upper(KeyExpression text) {
    return call("upper", text);
  }

  private static KeyExpression number(long value) {
    return new NumberLiteral(BigInteger.valueOf(value));
  }

  private static KeyExpression call(String function, KeyExpression... arguments) {
    return new Call(function, List.of(arguments));
  }

  /** The names of the columns that the expression uses, in order of first use. */
  default Set<String> columns() {
    Set<String> names = new LinkedHashSet<>();
    collectColumns(names);
    return names;
  }

  private void collectColumns(Set<String> names) {
    if (this instanceof ColumnName column) {
      names.add(column.name());
    } else if (this instanceof Call call) {
      for (KeyExpression argument : call.arguments()) {
        argument.collectColumns(names);
      }
    }
  }

  /**
   * The same expression with renamed columns.
   *
   * @param names the new name of each renamed column, by its old name
   */
  default KeyExpression withColumnNames(Map<String, String> names) {
    if (this instanceof ColumnName column) {
      return new ColumnName(names.getOrDefault(column.name(), column.name()));
    }
    if (!(this instanceof Call call)) {
      return this;
    }
    return new Call(
        call.function(),
        call.arguments().stream().map(argument -> argument.withColumnNames(names)).toList());
  }

  /**
   * The names of the list, set and map columns whose elements or keys the expression uses, in order
   * of first use, such as {@code tags} in {@code lower(values(tags))}. Only the key of an index can
   * contain such an expression, because a row has one index entry for each element.
   *
   * @throws KeyException if the argument of {@code values} is not a column
   */
  default Set<String> listColumns() {
    Set<String> names = new LinkedHashSet<>();
    collectListColumns(names);
    return names;
  }

  private void collectListColumns(Set<String> names) {
    if (!(this instanceof Call call)) {
      return;
    }
    if (!call.isValues()) {
      call.arguments().forEach(argument -> argument.collectListColumns(names));
      return;
    }
    if (call.arguments().size() != 1 || !(call.arguments().get(0) instanceof ColumnName column)) {
      throw KeyException.of(
          "cannot use "
              + this
              + ": expected one column of a list, set or map type, as in "
              + call.function()
              + "(tags)");
    }
    names.add(column.name());
  }

  /** Whether the expression uses the keys of a map, as {@code keys(m)} does. */
  default boolean usesKeys() {
    return this instanceof Call call
        && (call.isKeys() || call.arguments().stream().anyMatch(KeyExpression::usesKeys));
  }

  /**
   * The same expression for a single element of a list: {@code values(tags)} is replaced by the
   * column {@code tags}.
   */
  default KeyExpression ofElement() {
    if (!(this instanceof Call call)) {
      return this;
    }
    return call.isValues()
        ? call.arguments().get(0)
        : new Call(
            call.function(), call.arguments().stream().map(KeyExpression::ofElement).toList());
  }

  /**
   * The same expression, with {@code columns} as the arguments of each {@code bucket(n)} that has
   * no arguments.
   */
  default KeyExpression withBucketColumns(List<String> columns) {
    if (!(this instanceof Call call)) {
      return this;
    }
    List<KeyExpression> arguments = new ArrayList<>();
    for (KeyExpression argument : call.arguments()) {
      arguments.add(argument.withBucketColumns(columns));
    }
    if (call.function().equals("bucket") && arguments.size() == 1) {
      for (String column : columns) {
        arguments.add(new ColumnName(column));
      }
    }
    return new Call(call.function(), arguments);
  }
}
