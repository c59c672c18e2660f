package keywright.cli.console;

import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/** Writes JSON: numbers exactly, values without a form in JSON as strings. */
public final class Json {
  /**
   * How a JSON null in a column of type variant is written, because a plain null means no value. A
   * variant is never an object otherwise.
   */
  public static final String VARIANT_NULL = "{\"variant\":null}";

  private Json() {}

  /** {@code "name": } */
  public static void name(Output out, String name) {
    string(out, name);
    out.print(": ");
  }

  /** {@code "name": "text"}, or null. */
  public static void member(Output out, String name, @Nullable String text) {
    name(out, name);
    if (text == null) {
      out.print("null");
    } else {
      string(out, text);
    }
  }

  public static void value(Output out, Type type, @Nullable Object value) {
    out.print(value == null ? "null" : type.toJson(value));
  }

  public static void string(Output out, String text) {
    StringBuilder json = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        default -> {
          if (c < ' ' || (Character.isSurrogate(c) && !isPaired(text, i))) {
            json.append("\\u%04x".formatted((int) c));
          } else {
            json.append(c);
          }
        }
      }
    }
    out.print(json.append('"').toString());
  }

  /** A lone surrogate has no UTF-8 form. */
  private static boolean isPaired(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        ? i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))
        : i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
  }
}
