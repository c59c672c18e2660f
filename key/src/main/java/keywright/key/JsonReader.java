package keywright.key;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a JSON text (RFC 8259) as a {@link Variant}. */
final class JsonReader {
  private final String text;
  private final boolean takesObjects;
  private int position;

  JsonReader(String text) {
    this(text, false);
  }

  private JsonReader(String text, boolean takesObjects) {
    this.text = text;
    this.takesObjects = takesObjects;
  }

  /**
   * Reads the JSON of a value of {@code type}. It contains objects, see {@link Variant#ofObject},
   * only if the type has maps.
   *
   * @throws KeyException if it is no JSON. If it does not begin as a value of the type does, the
   *     error shows such a value
   */
  static Variant read(String text, Type type) {
    boolean isMap = type.keyType() != null;
    try {
      return new JsonReader(text, hasMaps(type)).read();
    } catch (KeyException e) {
      if (text.strip().startsWith(isMap ? "{" : "[")) {
        throw e;
      }
      throw KeyException.of(
          "found %s, expected the JSON of a %s, %s"
              .formatted(
                  Type.describe(text),
                  type,
                  isMap ? "an object such as {\"a\": 1}" : "an array such as [1, 2]"));
    }
  }

  private static boolean hasMaps(Type type) {
    Type element = type.elementType();
    return type.keyType() != null || (element != null && hasMaps(element));
  }

  Variant read() {
    Variant value = value(ListType.MOST_NESTED);
    skipBlanks();
    if (position < text.length()) {
      throw error("the end of the JSON");
    }
    return value;
  }

  private KeyException error(String expected) {
    return KeyException.of(
        "found "
            + Type.describe(text)
            + ", expected "
            + expected
            + " at character "
            + (position + 1));
  }

  private void skipBlanks() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
  }

  private boolean take(String word) {
    if (!text.startsWith(word, position)) {
      return false;
    }
    position += word.length();
    return true;
  }

  private Variant value(int mostNested) {
    skipBlanks();
    if (take("null")) {
      return Variant.NULL;
    }
    if (take("true")) {
      return Variant.of(true);
    }
    if (take("false")) {
      return Variant.of(false);
    }
    if (take("\"")) {
      return Variant.of(string());
    }
    if (text.startsWith("[", position)) {
      return list(mostNested);
    }
    if (takesObjects && text.startsWith("{", position)) {
      return object(mostNested);
    }
    return number();
  }

  private Variant object(int mostNested) {
    if (mostNested == 0) {
      throw error("at most " + ListType.MOST_NESTED + " nested lists");
    }
    position++;
    Map<String, Variant> fields = new LinkedHashMap<>();
    skipBlanks();
    if (!take("}")) {
      do {
        skipBlanks();
        int start = position;
        if (!take("\"")) {
          throw error("a name in double quotes");
        }
        String name = string();
        skipBlanks();
        if (!take(":")) {
          throw error("':'");
        }
        if (fields.put(name, value(mostNested - 1)) != null) {
          position = start;
          throw error("each name once, not " + Type.describe(name) + " again,");
        }
        skipBlanks();
      } while (take(","));
      if (!take("}")) {
        throw error("',' or '}'");
      }
    }
    return Variant.ofObject(fields);
  }

  private Variant list(int mostNested) {
    if (mostNested == 0) {
      throw error("at most " + ListType.MOST_NESTED + " nested lists");
    }
    position++;
    List<Variant> elements = new ArrayList<>();
    skipBlanks();
    if (!take("]")) {
      do {
        elements.add(value(mostNested - 1));
        skipBlanks();
      } while (take(","));
      if (!take("]")) {
        throw error("',' or ']'");
      }
    }
    return Variant.ofList(elements);
  }

  private Variant number() {
    int start = position;
    take("-");
    if (!take("0") && digits() == 0) {
      position = start;
      throw error(
          takesObjects
              ? "null, true, false, a number, a string, a list or an object"
              : "null, true, false, a number, a string or a list");
    }
    if (take(".") && digits() == 0) {
      throw error("a digit");
    }
    if (take("e") || take("E")) {
      if (!take("+")) {
        take("-");
      }
      if (digits() == 0) {
        throw error("a digit");
      }
    }
    BigDecimal number = Numbers.decimal(text.substring(start, position));
    if (number == null) {
      position = start;
      throw error(BigDecimalType.DECIMAL.expectation());
    }
    return Variant.of(number);
  }

  private int digits() {
    int start = position;
    while (position < text.length()
        && text.charAt(position) >= '0'
        && text.charAt(position) <= '9') {
      position++;
    }
    return position - start;
  }

  private String string() {
    StringBuilder value = new StringBuilder();
    while (position < text.length() && text.charAt(position) >= ' ') {
      char c = text.charAt(position++);
      if (c == '"') {
        return value.toString();
      }
      value.append(c == '\\' ? escaped() : c);
    }
    throw error("'\"' or an escape");
  }

  private char escaped() {
    char c = position < text.length() ? text.charAt(position) : '\0';
    if (c == 'u') {
      return unicode();
    }
    int kind = "\"\\/bfnrt".indexOf(c);
    if (kind < 0) {
      throw error("one of \" \\ / b f n r t u after the \\");
    }
    position++;
    return "\"\\/\b\f\n\r\t".charAt(kind);
  }

  private char unicode() {
    int code = 0;
    for (int i = 1; i <= 4; i++) {
      int digit =
          position + i < text.length()
              ? "0123456789abcdefABCDEF".indexOf(text.charAt(position + i))
              : -1;
      if (digit < 0) {
        throw error("four hex digits after \\u");
      }
      code = code << 4 | (digit < 16 ? digit : digit - 6);
    }
    position += 5;
    return (char) code;
  }

  /** Appends {@code text} as a JSON string. */
  static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append("\\u00").append(BlobType.hex(c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
