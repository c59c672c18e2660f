package keywright.testkit;

import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Values as a failure message shows them: bytes in hex, texts quoted with every odd character
 * escaped.
 */
final class Show {

  private Show() {}

  static String value(@Nullable Object value) {
    if (value instanceof byte[] bytes) {
      return "0x" + HexFormat.of().formatHex(bytes);
    }
    if (value instanceof CharSequence text) {
      return quote(text);
    }
    if (value instanceof Collection<?> collection) {
      return collection.stream().map(Show::value).collect(Collectors.joining(", ", "[", "]"));
    }
    if (value instanceof Map.Entry<?, ?> entry) {
      return value(entry.getKey()) + "=" + value(entry.getValue());
    }
    if (value instanceof Map<?, ?> map) {
      return value(map.entrySet());
    }
    return String.valueOf(value);
  }

  private static String quote(CharSequence text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int index = 0; index < text.length(); index++) {
      char c = text.charAt(index);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        quoted.append("\\u").append(HexFormat.of().toHexDigits(c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
