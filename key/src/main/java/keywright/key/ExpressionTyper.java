package keywright.key;

import java.math.BigInteger;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import keywright.key.KeyExpression.Call;
import keywright.key.KeyExpression.ColumnName;
import keywright.key.KeyExpression.NumberLiteral;
import keywright.key.KeyExpression.TextLiteral;

/** Turns written expressions into typed ones: knows every function and what it takes. */
final class ExpressionTyper {
  private static final int MOST_BUCKETS = 65_536;
  private static final int MOST_DIGITS = 19;

  private final Map<String, ColumnReference> columns = new LinkedHashMap<>();
  private final List<String> bucketColumns;

  /** {@code bucketColumns} are those that a bare {@code bucket(n)} reads. */
  ExpressionTyper(List<Column> columns, List<String> bucketColumns) {
    for (Column column : columns) {
      this.columns.put(column.name(), new ColumnReference(this.columns.size(), column));
    }
    this.bucketColumns = bucketColumns;
  }

  private ColumnReference column(String name) {
    ColumnReference reference = columns.get(name);
    if (reference == null) {
      throw KeyException.of(
          "cannot use column "
              + Tokens.quoteName(name)
              + " in a key: there is no such column, expected one of "
              + String.join(", ", columns.keySet()));
    }
    if (!reference.type().isOrdered()) {
      throw KeyException.of(
          "cannot use column "
              + Tokens.quoteName(name)
              + " in a key: found type "
              + reference.type()
              + ", expected a type with an order; "
              + DurationType.NO_ORDER);
    }
    return reference;
  }

  /** The parts of a key of {@code format}, whose salt reads all that is after it. */
  List<TypedExpression> parts(List<KeyPart> parts, KeyFormat format) {
    if (!format.isPhoenix()
        || !(parts.get(0).expression() instanceof Call call && call.isPhoenixSalt())) {
      return typed(parts);
    }
    arguments(call, 1, "phoenix_salt(n)");
    int n = count(call, 0, "a number of buckets", PhoenixSalt.MOST_BUCKETS);
    List<KeyPart> rest = parts.subList(1, parts.size());
    if (rest.isEmpty()) {
      throw KeyException.of(
          "cannot use "
              + call
              + " alone: found no part after it, expected at least one; add the other parts of the key");
    }
    List<TypedExpression> expressions = typed(rest);
    List<TypedExpression> all = new ArrayList<>(expressions);
    all.add(0, new PhoenixSalt(n, rest, expressions));
    return List.copyOf(all);
  }

  private List<TypedExpression> typed(List<KeyPart> parts) {
    List<TypedExpression> expressions = new ArrayList<>();
    for (KeyPart part : parts) {
      expressions.add(part(part));
    }
    return Collections.unmodifiableList(expressions);
  }

  private TypedExpression part(KeyPart part) {
    if (part.expression() instanceof Call call && call.isRandom()) {
      String name = part.randomName();
      return new RandomNumber(column(name).index(), randomValues(call));
    }
    List<KeyExpression> here = new OtherSpellings(this::digits).parts(part.expression());
    if (!here.equals(List.of(part.expression()))) {
      throw KeyException.of(
          "cannot use "
              + part.expression()
              + " in a key: found the notation of another system; write "
              + here.stream().map(KeyExpression::toString).collect(Collectors.joining(", ")));
    }
    return type(part.expression());
  }

  /** The digits of the largest number that an expression can be, as far as its type tells. */
  private int digits(KeyExpression expression) {
    if (expression instanceof ColumnName name && columns.containsKey(name.name())) {
      Type type = column(name.name()).type();
      if (type instanceof IntegerType || type instanceof TimestampType) {
        return Long.toUnsignedString(type.highest()).length();
      }
    }
    return MOST_DIGITS;
  }

  /** The number of values of {@code random(n)}. */
  static int randomValues(Call call) {
    arguments(call, 1, "random(n)");
    return new ExpressionTyper(List.of(), List.of()).count(call, 0, "a number of values", 1 << 30);
  }

  private TypedExpression type(KeyExpression expression) {
    if (expression instanceof ColumnName name) {
      return column(name.name());
    }
    if (expression instanceof Call call) {
      return type(call);
    }
    throw KeyException.of(
        "cannot use "
            + expression
            + " in a key: found a constant, expected a column or a function of columns");
  }

  private TypedExpression type(Call call) {
    return switch (call.function()) {
      case "lpad" -> {
        arguments(call, 2, "lpad(number, width)");
        int width = count(call, 1, "a width", 38);
        TypedExpression argument = type(call.arguments().get(0));
        yield lpad(call, argument, width);
      }
      case "-" -> minus(call);
      case "reverse" -> {
        arguments(call, 1, "reverse(text)");
        yield new Reverse(text(call, 0, "; write reverse(lpad(x, width)) for a number"));
      }
      case "reverse_bytes", "bit_reverse" -> reverseBits(call);
      case "md5", "sha1", "sha256" -> new Digest(call.function(), digestible(call));
      case "left", "right" -> {
        arguments(call, 2, call.function() + "(text, count)");
        yield new Side(
            text(call, 0, ""),
            call.function().equals("left"),
            count(call, 1, "a number of characters", 1024));
      }
      case "mod" -> {
        arguments(call, 2, "mod(number, n)");
        yield new Mod(number(call, 0, true), count(call, 1, "a divisor", 1 << 30));
      }
      case "bucket" -> bucket(call);
      case "random" ->
          throw KeyException.of(
              "cannot use "
                  + call
                  + " inside an expression: expected random(n) only as a whole key part; make it a part of the key without a function around it");
      case "values", "keys" ->
          throw KeyException.of(
              "cannot use "
                  + call
                  + " in this key: found a key for each element of a list, expected one key for each row; use "
                  + call.function()
                  + "() only in the key of an index that is not unique");
      case "phoenix_salt" ->
          throw KeyException.of(
              "cannot use "
                  + call
                  + " here: expected phoenix_salt(n) only as the first part of a key with key_format phoenix; use bucket(n) in other key formats");
      case "date_trunc" -> dateTrunc(call);
      case "date_format" -> dateFormat(call);
      case "lower", "upper" -> {
        arguments(call, 1, call.function() + "(text)");
        yield new LetterCase(text(call, 0, ""), call.function().equals("lower"));
      }
      default ->
          throw KeyException.of(
              "cannot use "
                  + call
                  + " in a key: there is no function "
                  + call.function()
                  + ", expected lpad, reverse, reverse_bytes, bit_reverse, md5, sha1, sha256, left,"
                  + " right, mod, bucket, random, date_trunc, date_format, lower, upper or c - x");
    };
  }

  private static void arguments(Call call, int count, String usage) {
    if (call.arguments().size() != count) {
      throw KeyException.of(
          "cannot use "
              + call
              + ": found "
              + call.arguments().size()
              + (call.arguments().size() == 1 ? " argument" : " arguments")
              + ", expected "
              + usage);
    }
  }

  private int count(Call call, int argument, String what, int most) {
    if (call.arguments().size() > argument
        && call.arguments().get(argument) instanceof NumberLiteral literal
        && literal.value().signum() > 0
        && literal.value().compareTo(BigInteger.valueOf(most)) <= 0) {
      return literal.value().intValue();
    }
    String found =
        call.arguments().size() > argument ? call.arguments().get(argument).toString() : "nothing";
    throw KeyException.of(
        "cannot use " + call + ": found " + found + ", expected " + what + " from 1 to " + most);
  }

  private static KeyException wrongType(Call call, TypedExpression found, String expected) {
    return KeyException.of(
        "cannot use " + call + ": its argument is " + found.type() + ", expected " + expected);
  }

  /** Argument {@code index} as a number; a timestamp means its epoch units. */
  private TypedExpression number(Call call, int index, boolean whole) {
    return number(call, index, whole, whole ? "a whole number" : "a number");
  }

  private TypedExpression number(Call call, int index, boolean whole, String expected) {
    TypedExpression argument = type(call.arguments().get(index));
    if (argument.type() instanceof TimestampType) {
      return new EpochUnits(argument);
    }
    if (isWhole(argument.type()) || (!whole && argument.type() instanceof DecimalType)) {
      return argument;
    }
    throw wrongType(call, argument, expected + " or a timestamp");
  }

  private TypedExpression text(Call call, int index, String hint) {
    TypedExpression argument = type(call.arguments().get(index));
    if (!argument.type().isText()) {
      throw wrongType(call, argument, "a text" + hint);
    }
    return argument;
  }

  private TypedExpression lpad(Call call, TypedExpression argument, int width) {
    Type type = argument.type();
    if (type instanceof TextType || type instanceof CharType) {
      return new LpadText(argument, width);
    }
    if (!isWhole(type) && !(type instanceof TimestampType)) {
      throw wrongType(call, argument, "a whole number, a timestamp or a text of digits");
    }
    return new Lpad(number(call, 0, true), width);
  }

  private static boolean isWhole(Type type) {
    return type instanceof IntegerType || type instanceof VarintType;
  }

  private TypedExpression minus(Call call) {
    if (!(call.arguments().get(0) instanceof NumberLiteral constant)) {
      throw KeyException.of(
          "cannot use "
              + call
              + " in a key: expected a constant minus a column, such as 999999 - id"
              + hyphenated(call.arguments()));
    }
    TypedExpression argument = type(call.arguments().get(1));
    if (argument.type() instanceof BigDecimalType) {
      throw wrongType(call, argument, "a number of bounded length such as decimal(p,s)");
    }
    return new Minus(constant.value(), number(call, 1, false));
  }

  /** What to write where a name was meant. */
  private static String hyphenated(List<KeyExpression> arguments) {
    return arguments.get(0) instanceof ColumnName first
            && arguments.get(1) instanceof ColumnName second
        ? "; put a name with a hyphen in double quotes: \"%s-%s\""
            .formatted(first.name(), second.name())
        : "";
  }

  private TypedExpression reverseBits(Call call) {
    arguments(call, 1, call.function() + "(number)");
    TypedExpression argument = type(call.arguments().get(0));
    if (!(argument.type() instanceof IntegerType) && !(argument.type() instanceof UuidType)) {
      throw wrongType(call, argument, "a whole number of fixed length or a uuid");
    }
    return new ReverseBits(argument, call.function().equals("reverse_bytes"));
  }

  private TypedExpression digestible(Call call) {
    arguments(call, 1, call.function() + "(text or number)");
    TypedExpression argument = type(call.arguments().get(0));
    if (argument.type().isText()
        || argument.type() instanceof UuidType
        || argument.type() instanceof BigDecimalType) {
      return argument;
    }
    return number(call, 0, false, "a text, a uuid, a number");
  }

  private TypedExpression bucket(Call call) {
    int n = count(call, 0, "a number of buckets", MOST_BUCKETS);
    List<ColumnReference> inputs = new ArrayList<>();
    for (KeyExpression argument : call.arguments().subList(1, call.arguments().size())) {
      if (!(argument instanceof ColumnName name)) {
        throw KeyException.of("cannot use " + call + ": found " + argument + ", expected a column");
      }
      inputs.add(column(name.name()));
    }
    if (inputs.isEmpty()) {
      for (String name : bucketColumns) {
        inputs.add(column(name));
      }
    }
    if (inputs.isEmpty()) {
      throw KeyException.of(
          "cannot use "
              + call
              + " alone: found no column to hash in the other parts, expected at least one; add a column to the key, or name columns in bucket(n, column)");
    }
    return new Bucket(n, inputs);
  }

  private TypedExpression dateTrunc(Call call) {
    arguments(call, 2, "date_trunc('hour', timestamp)");
    KeyExpression first = call.arguments().get(0);
    String name = first instanceof TextLiteral text ? text.value() : first.toString();
    ChronoUnit unit = DateTrunc.unit(name.toLowerCase(Locale.ROOT));
    if (unit == null) {
      throw KeyException.of(
          "cannot use "
              + call
              + ": found '"
              + name
              + "', expected 'second', 'minute', 'hour', 'day', 'month' or 'year'");
    }
    TypedExpression argument = type(call.arguments().get(1));
    boolean date = argument.type() instanceof DateType && !unit.isTimeBased();
    if (!date && !(argument.type() instanceof TimestampType)) {
      throw wrongType(call, argument, "a timestamp, or a date for day, month and year");
    }
    return new DateTrunc(unit, argument);
  }

  private TypedExpression dateFormat(Call call) {
    arguments(call, 2, "date_format(timestamp, 'pattern')");
    TypedExpression argument = type(call.arguments().get(0));
    if (!(argument.type() instanceof DateType) && !(argument.type() instanceof TimestampType)) {
      throw wrongType(call, argument, "a timestamp or a date");
    }
    if (!(call.arguments().get(1) instanceof TextLiteral pattern)) {
      throw KeyException.of(
          "cannot use "
              + call
              + ": found "
              + call.arguments().get(1)
              + ", expected a pattern in single quotes");
    }
    try {
      return new DateFormat(argument, new DatePattern(pattern.value()));
    } catch (KeyException e) {
      throw KeyException.of("cannot use " + call + ": " + e.getMessage());
    }
  }

  /** The columns that {@code parts} name, each once, in order of first use. */
  static Set<String> columnsOf(List<KeyPart> parts) {
    Set<String> names = new LinkedHashSet<>();
    parts.forEach(part -> names.addAll(namesIn(part)));
    return Collections.unmodifiableSet(names);
  }

  private static List<String> namesIn(KeyPart part) {
    if (part.isRandom()) {
      return List.of(part.randomName());
    }
    return List.copyOf(part.expression().columns());
  }
}
