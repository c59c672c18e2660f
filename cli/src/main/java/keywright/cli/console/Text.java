package keywright.cli.console;

import org.jline.utils.WCWidth;

/** Prepares text for a terminal or for a shell. */
public final class Text {
  private Text() {}

  /** The text with control characters, line breaks included, written as escapes. */
  public static String escape(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isHidden(text.charAt(i))) {
        return escapeFrom(i, text);
      }
    }
    return text;
  }

  private static String escapeFrom(int first, String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, first);
    for (int i = first; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!isHidden(c)) {
        escaped.append(c);
        continue;
      }
      switch (c) {
        case '\n' -> escaped.append("\\n");
        case '\r' -> escaped.append("\\r");
        case '\t' -> escaped.append("\\t");
        default -> escaped.append("\\u%04x".formatted((int) c));
      }
    }
    return escaped.toString();
  }

  /** The word as an argument for a shell: in single quotes if it needs them. */
  public static String shell(String word) {
    return word.matches("[\\w.,:@%+/-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** The number of columns of a terminal that {@code text} takes. */
  public static int width(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      width += width(point);
      i += Character.charCount(point);
    }
    return width;
  }

  private static int width(int point) {
    return point < 0x80 ? 1 : Math.max(0, WCWidth.wcwidth(point));
  }

  /**
   * The beginning of the text that fits into {@code columns} columns of a terminal, with … if it is
   * cut.
   */
  public static String cut(String text, int columns) {
    if (width(text) <= columns) {
      return text;
    }
    int end = 0;
    int width = 1;
    while (width + width(text.codePointAt(end)) <= columns) {
      width += width(text.codePointAt(end));
      end += Character.charCount(text.codePointAt(end));
    }
    return text.substring(0, end) + "…";
  }

  /** Control characters, line separators and marks that turn the direction of writing. */
  private static boolean isHidden(char c) {
    return c < ' '
        || (c >= 0x7F && c < 0xA0)
        || (c >= 0x200E && c <= 0x200F)
        || (c >= 0x2028 && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069);
  }
}
