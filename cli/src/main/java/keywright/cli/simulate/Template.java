package keywright.cli.simulate;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * HTML with places for values. Immutable.
 *
 * <p>{@code {{name}}} is text, escaped; <code>{{{name}}}</code> is put as it is; {@code {{#name}} …
 * {{/name}}} is repeated for each of a list, whose values hide those of the same name around it.
 * What a value holds is never taken for a place.
 */
final class Template {
  private static final Pattern PLACE =
      Pattern.compile(
          "\\{\\{\\{(\\w+)}}}|\\{\\{(\\w+)}}|\\{\\{#(\\w+)}}(.*?)\\{\\{/\\3}}", Pattern.DOTALL);

  private final String text;

  Template(String text) {
    this.text = text;
  }

  /**
   * The page.
   *
   * @param values by name: text, or a list of maps such as this one
   */
  String fill(Map<String, ?> values) {
    StringBuilder page = new StringBuilder();
    fill(text, values, page);
    return page.toString();
  }

  private static void fill(String text, Map<String, ?> values, StringBuilder page) {
    Matcher place = PLACE.matcher(text);
    int done = 0;
    for (; place.find(); done = place.end()) {
      page.append(text, done, place.start());
      if (place.group(1) != null) {
        page.append(value(values, place.group(1)));
      } else if (place.group(2) != null) {
        page.append(escape(value(values, place.group(2)).toString()));
      } else {
        for (Object each : (List<?>) value(values, place.group(3))) {
          Map<String, Object> inner = new HashMap<>(values);
          ((Map<?, ?>) each).forEach((name, value) -> inner.put((String) name, value));
          fill(place.group(4), inner, page);
        }
      }
    }
    page.append(text, done, text.length());
  }

  private static Object value(Map<String, ?> values, String name) {
    Object value = values.get(name);
    if (value == null) {
      throw new IllegalStateException("the template has a place {{" + name + "}} without a value");
    }
    return value;
  }

  /** The text as HTML shows it, in an element or an attribute between quotes. */
  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
