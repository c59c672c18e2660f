package keywright.key;

import java.util.ArrayList;
import java.util.List;

/** Reads the declaration of a type. */
final class TypeParser {
  private static final String UNITS = "s, ms, us or ns";

  private TypeParser() {}

  static Type parse(Tokens tokens) {
    return parse(tokens, 0);
  }

  private static Type parse(Tokens tokens, int depth) {
    String name = tokens.name("a type");
    return switch (name) {
      case "tinyint" -> integer(tokens, name, 1);
      case "smallint" -> integer(tokens, name, 2);
      case "int" -> integer(tokens, name, 4);
      case "bigint" -> integer(tokens, name, 8);
      case "varint" -> VarintType.VARINT;
      case "float" -> FloatingType.FLOAT;
      case "double" -> FloatingType.DOUBLE;
      case "decimal" -> decimal(tokens);
      case "boolean" -> BooleanType.BOOLEAN;
      case "text", "varchar" -> TextType.TEXT;
      case "blob" -> BlobType.BLOB;
      case "uuid" -> UuidType.UUID;
      case "timeuuid" -> TimeUuidType.TIMEUUID;
      case "inet" -> InetType.INET;
      case "duration" -> DurationType.DURATION;
      case "date" -> DateType.DATE;
      case "time" -> tokens.take('(') ? unit(tokens, false) : TimeType.NANOS;
      case "timestamp" -> tokens.take('(') ? unit(tokens, true) : TimestampType.MILLIS;
      case "char" -> new CharType(length(tokens, "bytes", 1024));
      case "binary" -> new BinaryType(length(tokens, "bytes", 1024));
      case "enum" -> enumeration(tokens);
      case "list", "set", "map", "frozen" -> collection(tokens, name, depth);
      case "variant" -> VariantType.VARIANT;
      case "json" ->
          throw tokens.errorBefore(
              "found type 'json', expected variant, which holds a JSON scalar or list");
      case "digits" -> new DigitsType(length(tokens, "digits", 38));
      default ->
          throw tokens.errorBefore(
              "found type '"
                  + name
                  + "', expected tinyint, smallint, int, bigint (each also unsigned), varint, float,"
                  + " double, decimal, decimal(p,s), boolean, text, char(n), digits(n), blob, binary(n), uuid, timeuuid, inet, duration,"
                  + " date, time(s|ms|us|ns), timestamp(s|ms|us|ns), enum('a' = 1, …), list<type>,"
                  + " set<type>, map<type, type> or variant");
    };
  }

  private static Type integer(Tokens tokens, String name, int bytes) {
    return tokens.takeWord("unsigned")
        ? new IntegerType(name + " unsigned", bytes, true)
        : new IntegerType(name, bytes, false);
  }

  private static Type decimal(Tokens tokens) {
    if (!tokens.take('(')) {
      return BigDecimalType.DECIMAL;
    }
    int precision = tokens.integer("a precision", 1, 38);
    tokens.expect(',');
    int scale = tokens.integer("a scale", 0, precision);
    tokens.expect(')');
    return new DecimalType(precision, scale);
  }

  private static Type unit(Tokens tokens, boolean timestamp) {
    String unit = tokens.name(UNITS);
    Type type = timestamp ? TimestampType.of(unit) : TimeType.of(unit);
    if (type == null) {
      throw tokens.errorBefore("found '" + unit + "', expected " + UNITS);
    }
    tokens.expect(')');
    return type;
  }

  private static Type enumeration(Tokens tokens) {
    int start = tokens.position();
    List<EnumType.Member> members = new ArrayList<>();
    tokens.expect('(');
    do {
      String label = label(tokens, "a label between single quotes");
      tokens.expect('=');
      int number = tokens.integer("a number", 0, EnumType.MOST_NUMBER);
      String form = tokens.takeWord("AS") ? label(tokens, "a text between single quotes") : label;
      members.add(new EnumType.Member(label, number, form));
    } while (tokens.take(','));
    tokens.expect(')');
    EnumType type = EnumType.of(members);
    if (type == null) {
      throw tokens.errorAt(
          start, "found a number, a label or a text form twice, expected each once");
    }
    return type;
  }

  private static String label(Tokens tokens, String expected) {
    String label = tokens.text(expected);
    if (label.isEmpty() || !Utf8.isWellFormed(label)) {
      throw tokens.errorBefore(
          "found " + Type.describe(label) + ", expected text without unpaired surrogates");
    }
    return label;
  }

  private static Type collection(Tokens tokens, String name, int depth) {
    if (depth == ListType.MOST_NESTED) {
      throw tokens.errorBefore(
          "found a %s inside %d others, expected at most %2$d nested lists".formatted(name, depth));
    }
    tokens.expect('<');
    Type first = parse(tokens, depth + 1);
    if (name.equals("frozen") && first.elementType() == null) {
      throw tokens.errorBefore(
          "found frozen<" + first + ">, expected a list, set or map in frozen<…>");
    }
    if (!first.isOrdered() && (name.equals("set") || name.equals("map"))) {
      throw tokens.errorBefore(
          "found "
              + first
              + (name.equals("set") ? " as the elements of a set" : " as the keys of a map")
              + ", expected a type with an order; "
              + DurationType.NO_ORDER);
    }
    Type type =
        switch (name) {
          case "list" -> new ListType(first);
          case "set" -> new SetType(first);
          case "frozen" -> first;
          default -> {
            tokens.expect(',');
            yield new MapType(first, parse(tokens, depth + 1));
          }
        };
    tokens.expect('>');
    return type;
  }

  private static int length(Tokens tokens, String unit, int longest) {
    tokens.expect('(');
    int length = tokens.integer("a number of " + unit, 1, longest);
    tokens.expect(')');
    return length;
  }
}
