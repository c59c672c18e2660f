package keywright.key;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A pattern of {@link DateTimeFormatter} and what it keeps: order, width, the whole value. */
final class DatePattern {
  /** Zero-padded fields from the largest to the smallest; a fraction of any length ends them. */
  private static final List<String> FIELDS = List.of("yyyy", "MM", "dd", "HH", "mm", "ss");

  private final String text;
  private final List<String> letters = new ArrayList<>();
  private final int width;

  /**
   * @throws KeyException when java.time does not take the pattern for a time without zone
   */
  DatePattern(String text) {
    this.text = text;
    String sample;
    try {
      sample =
          LocalDateTime.of(2017, 1, 31, 9, 0)
              .format(DateTimeFormatter.ofPattern(text, Locale.ROOT));
      if (sample.isEmpty()) {
        throw new IllegalArgumentException("an empty pattern");
      }
    } catch (IllegalArgumentException | DateTimeException e) {
      throw KeyException.of(
          "found the pattern '"
              + text
              + "', expected one of java.time for a date and time without zone such as 'yyyy-MM-dd HH:mm:ss'");
    }
    boolean fixed = true;
    for (int i = 0; i < text.length(); ) {
      char c = text.charAt(i);
      int end = i + 1;
      if (c == '\'') {
        end = text.indexOf('\'', end) + 1;
        for (int j = i; j < end; j++) {
          fixed &= isPrintableAscii(text.charAt(j));
        }
      } else if (Character.isLetter(c)) {
        while (end < text.length() && text.charAt(end) == c) {
          end++;
        }
        String run = text.substring(i, end).replace('u', 'y');
        letters.add(run);
        fixed &= FIELDS.contains(run) || run.charAt(0) == 'S' || run.equals("hh");
      } else {
        fixed &= isPrintableAscii(c) && c != '[' && c != ']';
      }
      i = end;
    }
    width = fixed ? sample.length() : -1;
  }

  /** One byte in UTF-8, and never taken for padding. */
  private static boolean isPrintableAscii(char c) {
    return c >= ' ' && c <= '~';
  }

  String text() {
    return text;
  }

  /** The characters that every result has, or -1 when they vary. */
  int width() {
    return width;
  }

  /**
   * Whether results sort as the times do: the largest unit first, none left out before a smaller
   * one.
   */
  boolean sorts() {
    if (width < 0 || letters.isEmpty()) {
      return false;
    }
    for (int i = 0; i < letters.size(); i++) {
      boolean fraction =
          i == FIELDS.size() && i == letters.size() - 1 && letters.get(i).charAt(0) == 'S';
      if (!fraction && (i >= FIELDS.size() || !letters.get(i).equals(FIELDS.get(i)))) {
        return false;
      }
    }
    return true;
  }

  private List<String> fractions() {
    List<String> fractions = new ArrayList<>();
    for (String run : letters) {
      if (run.charAt(0) == 'S') {
        fractions.add(run);
      }
    }
    return fractions;
  }

  boolean coversDate() {
    return width > 0 && letters.containsAll(FIELDS.subList(0, 3));
  }

  /**
   * Whether nothing of a time with {@code decimals} decimals of a second is lost. Two fractions of
   * different lengths contradict each other when they are read.
   */
  boolean coversTime(int decimals) {
    List<String> fractions = fractions();
    return letters.containsAll(FIELDS.subList(3, 6))
        && (decimals == 0 || (fractions.size() == 1 && fractions.get(0).length() >= decimals));
  }
}
