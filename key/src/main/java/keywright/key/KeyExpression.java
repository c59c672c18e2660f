package keywright.key;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A key expression as written, before the types of its columns are known.
 *
 * <p>Made by {@link #parse} or by the static methods of this interface, which are named like the
 * functions in {@code PRIMARY KEY}. Types are checked only when a {@link KeySchema} is made from
 * the expression.
 */
public sealed interface KeyExpression {

  /** A column by name. */
  record ColumnName(String name) implements KeyExpression {
    @Override
    public String toString() {
      return Tokens.quoteName(name);
    }
  }

  /** A whole number. */
  record NumberLiteral(BigInteger value) implements KeyExpression {
    @Override
    public String toString() {
      return value.toString();
    }
  }

  /** Text between single quotes: a unit or a pattern. */
  record TextLiteral(String value) implements KeyExpression {
    @Override
    public String toString() {
      return "'" + value.replace("'", "''") + "'";
    }
  }

  /** A function and its arguments; subtraction is the function {@code "-"}. */
  record Call(String function, List<KeyExpression> arguments) implements KeyExpression {
    /**
     * Copies the arguments.
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
      return function.equals("values");
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
   * Parses an expression, such as {@code "reverse(lpad(order_id, 9))"}. @throws KeyException if the
   * text cannot be parsed; its message gives the position of the error and what was expected at
   * this position
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

  /** The decimal digits of {@code x}, padded with zeros to {@code digits}; 0 ≤ x &lt; 10^digits. */
  static KeyExpression lpad(KeyExpression x, int digits) {
    return call("lpad", x, number(digits));
  }

  /** {@code constant - x}. Its values sort in the reverse order of {@code x}. */
  static KeyExpression minus(long constant, KeyExpression x) {
    return call("-", number(constant), x);
  }

  /** The characters of a text in reverse order. */
  static KeyExpression reverse(KeyExpression text) {
    return call("reverse", text);
  }

  /** The bytes of a number or uuid in reverse order. */
  static KeyExpression reverseBytes(KeyExpression x) {
    return call("reverse_bytes", x);
  }

  /** The bits of a number in reverse order. */
  static KeyExpression bitReverse(KeyExpression x) {
    return call("bit_reverse", x);
  }

  /** MD5 of the UTF-8 text, or of the decimal text of a number, as 32 hex digits. */
  static KeyExpression md5(KeyExpression x) {
    return call("md5", x);
  }

  /** SHA-1 as 40 hex digits. */
  static KeyExpression sha1(KeyExpression x) {
    return call("sha1", x);
  }

  /** SHA-256 as 64 hex digits. */
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

  /** The floored remainder of {@code x}, from 0 to n - 1. */
  static KeyExpression mod(KeyExpression x, int n) {
    return call("mod", x, number(n));
  }

  /**
   * A number from 0 to n - 1, computed by a hash of {@code columns}. Without {@code columns}, the
   * hash is of the columns of the primary key.
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
   * A random number from 0 to n - 1. It is drawn when the row is inserted and stored with the row.
   */
  static KeyExpression random(int n) {
    return call("random", number(n));
  }

  /** {@code x} cut to its second, minute, hour, day, month or year, in UTC. */
  static KeyExpression dateTrunc(String unit, KeyExpression x) {
    return call("date_trunc", new TextLiteral(unit), x);
  }

  /**
   * The date or timestamp {@code x} as a text, formatted by a pattern of {@code
   * java.time.format.DateTimeFormatter}, in UTC.
   */
  static KeyExpression dateFormat(KeyExpression x, String pattern) {
    return call("date_format", x, new TextLiteral(pattern));
  }

  /**
   * The elements of a list column, for the key of an index. The index has one entry for each
   * element.
   */
  static KeyExpression values(String column) {
    return call("values", column(column));
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

  /** The columns that the expression names, in order of first use. */
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
   * The list columns whose elements the expression reads, in order of first use: {@code tags} of
   * {@code lower(values(tags))}. Only the key of an index can contain such columns, because a row
   * can have several entries in an index.
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
          "cannot use " + this + ": expected one column of a list type, as in values(tags)");
    }
    names.add(column.name());
  }

  /**
   * The same expression for a single element: {@code values(tags)} is replaced by the column {@code
   * tags}.
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
   * The same expression, with {@code columns} as the arguments of each {@code bucket(n)} that names
   * no columns.
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
