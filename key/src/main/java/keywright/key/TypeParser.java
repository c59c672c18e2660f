package keywright.key;

/** Reads the declaration of a type. */
final class TypeParser {
  private TypeParser() {}

  static Type parse(Tokens tokens) {
    String name = tokens.name("a type");
    return switch (name) {
      case "tinyint" -> integer(tokens, name, 1);
      case "smallint" -> integer(tokens, name, 2);
      case "int" -> integer(tokens, name, 4);
      case "bigint" -> integer(tokens, name, 8);
      case "float" -> FloatingType.FLOAT;
      case "double" -> FloatingType.DOUBLE;
      case "decimal" -> decimal(tokens);
      case "boolean" -> BooleanType.BOOLEAN;
      case "text", "varchar" -> TextType.TEXT;
      case "blob" -> BlobType.BLOB;
      case "uuid" -> UuidType.UUID;
      case "date" -> DateType.DATE;
      case "timestamp" -> timestamp(tokens);
      case "char" -> new CharType(length(tokens, "bytes", 1024));
      case "digits" -> new DigitsType(length(tokens, "digits", 38));
      default ->
          throw tokens.errorBefore(
              "found type '"
                  + name
                  + "', expected tinyint, smallint, int, bigint (each also unsigned), float, double,"
                  + " decimal(p,s), boolean, text, char(n), digits(n), blob, uuid, date or"
                  + " timestamp(s|ms|us|ns)");
    };
  }

  private static Type integer(Tokens tokens, String name, int bytes) {
    return tokens.takeWord("unsigned")
        ? new IntegerType(name + " unsigned", bytes, true)
        : new IntegerType(name, bytes, false);
  }

  private static Type decimal(Tokens tokens) {
    tokens.expect('(');
    int precision = tokens.integer("a precision", 1, 38);
    tokens.expect(',');
    int scale = tokens.integer("a scale", 0, precision);
    tokens.expect(')');
    return new DecimalType(precision, scale);
  }

  private static Type timestamp(Tokens tokens) {
    if (!tokens.take('(')) {
      return TimestampType.MILLIS;
    }
    String unit = tokens.name("s, ms, us or ns");
    TimestampType type = TimestampType.of(unit);
    if (type == null) {
      throw tokens.errorBefore("found '" + unit + "', expected s, ms, us or ns");
    }
    tokens.expect(')');
    return type;
  }

  private static int length(Tokens tokens, String unit, int longest) {
    tokens.expect('(');
    int length = tokens.integer("a number of " + unit, 1, longest);
    tokens.expect(')');
    return length;
  }
}
