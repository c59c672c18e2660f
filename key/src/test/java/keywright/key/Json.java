package keywright.key;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A small reader of JSON: objects are maps in their order, arrays lists, numbers BigDecimals. A
 * lone surrogate may be written as an escape and stays one.
 */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.skipBlanks();
    if (json.at < text.length()) {
      throw json.error("the end of the JSON");
    }
    return value;
  }

  private Object value() {
    skipBlanks();
    char c = at < text.length() ? text.charAt(at) : ' ';
    return switch (c) {
      case '{' -> object();
      case '[' -> array();
      case '"' -> string();
      case 'n' -> word("null", null);
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      default -> number();
    };
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    expect('{');
    while (!take('}')) {
      if (!members.isEmpty()) {
        expect(',');
      }
      skipBlanks();
      String name = string();
      expect(':');
      if (members.containsKey(name)) {
        throw error("one member " + name);
      }
      members.put(name, value());
    }
    return members;
  }

  private List<Object> array() {
    List<Object> elements = new ArrayList<>();
    expect('[');
    while (!take(']')) {
      if (!elements.isEmpty()) {
        expect(',');
      }
      elements.add(value());
    }
    return elements;
  }

  private String string() {
    StringBuilder string = new StringBuilder();
    expect('"');
    while (text.charAt(at) != '"') {
      char c = text.charAt(at++);
      string.append(c == '\\' ? escape() : c);
    }
    at++;
    return string.toString();
  }

  private char escape() {
    char c = text.charAt(at++);
    return switch (c) {
      case 'u' -> {
        at += 4;
        yield (char) Integer.parseInt(text.substring(at - 4, at), 16);
      }
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case '"', '\\', '/' -> c;
      default -> throw error("an escape");
    };
  }

  private Object word(String word, Object value) {
    if (!text.startsWith(word, at)) {
      throw error(word);
    }
    at += word.length();
    return value;
  }

  private BigDecimal number() {
    int start = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    if (at == start) {
      throw error("a value");
    }
    return new BigDecimal(text.substring(start, at));
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean take(char c) {
    skipBlanks();
    if (at == text.length() || text.charAt(at) != c) {
      return false;
    }
    at++;
    return true;
  }

  private void expect(char c) {
    if (!take(c)) {
      throw error("'" + c + "'");
    }
  }

  private IllegalArgumentException error(String expected) {
    return new IllegalArgumentException("expected " + expected + " at character " + at);
  }
}
