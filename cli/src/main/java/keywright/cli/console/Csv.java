package keywright.cli.console;

import org.jspecify.annotations.Nullable;

/** Writes CSV fields: a null is empty, an empty text is {@code ""}. */
public final class Csv {
  private Csv() {}

  public static void field(Output out, @Nullable String text) {
    if (text == null) {
      return;
    }
    if (isPlain(text)) {
      out.print(text);
    } else {
      out.print("\"").print(text.replace("\"", "\"\"")).print("\"");
    }
  }

  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ',' || c == '"' || c == '\n' || c == '\r') {
        return false;
      }
    }
    return !text.isEmpty();
  }
}
