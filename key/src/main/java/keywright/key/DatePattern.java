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
  private final List<DateField> fields = new ArrayList<>();
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
              + "', expected a pattern of java.time.format.DateTimeFormatter without time zone, such as 'yyyy-MM-dd HH:mm:ss'");
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
        fields.add(DateField.of(run, i));
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
   * What the beginning of the pattern keeps of times in one cell of a {@link TimeDepth}.
   *
   * @param fields the fields in front whose texts, taken together, sort as the times do
   * @param depth how much of a time these texts tell, once its cell is known
   * @param told how much the leading fields tell that are of one width and the same in the whole
   *     cell
   */
  record Sorted(int fields, int depth, int told) {}

  /** What is sorted among the times of one cell; in {@code cell} 0 lie all times. */
  Sorted sortedWithin(int cell) {
    int depth = cell;
    int leading = 0;
    int count = 0;
    for (; count < fields.size(); count++) {
      DateField field = fields.get(count);
      if (field.depth() <= depth) {
        boolean same = field.depth() <= cell && field.sorted();
        leading += leading == count && same ? 1 : 0;
        continue; // The texts so far tell this one.
      }
      if (!field.sorted() || field.parent() > depth) {
        break;
      }
      depth = field.depth();
    }
    return new Sorted(count, depth, told(fields.subList(0, leading)));
  }

  /** How much of a time these fields tell, in any order. */
  private static int told(List<DateField> fields) {
    int told = 0;
    for (int i = 0; i < fields.size(); i++) {
      for (DateField field : fields) {
        told = field.parent() <= told ? Math.max(told, field.depth()) : told;
      }
    }
    return told;
  }

  /** Whether the times of one cell have results that sort as they do. */
  boolean sorts(int cell) {
    return !fields.isEmpty() && sortedWithin(cell).fields() == fields.size();
  }

  /** Whether all results sort as the times do. */
  boolean sorts() {
    return sorts(0);
  }

  /** The pattern up to field {@code index}; all of it when there is none. */
  String before(int index) {
    return index == fields.size() ? text : text.substring(0, fields.get(index).offset());
  }

  private boolean holdsAll(List<String> runs) {
    return fields.stream().map(DateField::letters).toList().containsAll(runs);
  }

  private List<String> fractions() {
    List<String> fractions = new ArrayList<>();
    for (DateField field : fields) {
      if (field.letters().charAt(0) == 'S') {
        fractions.add(field.letters());
      }
    }
    return fractions;
  }

  boolean coversDate() {
    return width > 0 && holdsAll(FIELDS.subList(0, 3));
  }

  /**
   * Whether nothing of a time with {@code decimals} decimals of a second is lost. Two fractions of
   * different lengths contradict each other when they are read.
   */
  boolean coversTime(int decimals) {
    List<String> fractions = fractions();
    return holdsAll(FIELDS.subList(3, 6))
        && (decimals == 0 || (fractions.size() == 1 && fractions.get(0).length() >= decimals));
  }
}
