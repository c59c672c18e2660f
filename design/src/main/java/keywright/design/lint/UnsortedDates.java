package keywright.design.lint;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * Texts that are dates in a form such as 31-01-2017 or 1/31/2017 13:05, whose order as texts is not
 * that of time. Used by one thread.
 */
final class UnsortedDates {
  private static final Pattern DATE =
      Pattern.compile("(\\d{1,2})([-/.])(\\d{1,2})[-/.]\\d{4}(?:([ T])(.*))?");

  private static final Pattern TIME = Pattern.compile("(\\d{1,2}):\\d{2}(:\\d{2})?");
  private static final Pattern FRACTION = Pattern.compile(".*\\d:\\d{2}[.,](\\d+).*");
  private static final int MONTHS = 12;
  private static final int HOURS = 23;

  /** A field of one or two digits. */
  private static final class Field {
    private int largest;
    private boolean isPadded;
    private boolean isShort;

    void add(String digits) {
      largest = Math.max(largest, Integer.parseInt(digits));
      isPadded |= digits.startsWith("0") && digits.length() == 2;
      isShort |= digits.length() == 1;
    }

    /** The letters in a pattern of java.time; null if the digits are written in two ways. */
    @Nullable String letters(String letter) {
      return isPadded && isShort ? null : isShort ? letter : letter + letter;
    }
  }

  private final Field first = new Field();
  private final Field second = new Field();
  private final Field hour = new Field();

  /** What stands between the fields, and the form of the time: of the first text. */
  private @Nullable String form;

  private boolean isAll = true;
  private boolean isOneForm = true;
  private boolean hasTime;
  private boolean hasOtherTime;

  /** The most digits after a second. */
  private int decimals;

  void add(String text) {
    Matcher date = isAll ? DATE.matcher(text) : null;
    if (date == null || !date.matches()) {
      isAll = false;
      return;
    }
    first.add(date.group(1));
    second.add(date.group(3));
    String separator = date.group(2);
    String time = date.group(5);
    isOneForm &= text.charAt(date.end(3)) == separator.charAt(0);
    String here = separator;
    if (time != null) {
      hasTime = true;
      Matcher clock = TIME.matcher(time);
      Matcher fraction = FRACTION.matcher(time);
      decimals = Math.max(decimals, fraction.matches() ? fraction.group(1).length() : 0);
      hasOtherTime |= !clock.matches();
      if (clock.matches()) {
        hour.add(clock.group(1));
        here += date.group(4) + (clock.group(2) == null ? "" : ":");
      }
    }
    form = form == null ? here : form;
    isOneForm &= form.equals(here);
  }

  /** Whether all texts are such dates. */
  boolean isAll() {
    return isAll;
  }

  /** The type that keeps the date, and the time up to nanoseconds. */
  Type type() {
    if (!hasTime) {
      return Type.parse("date");
    }
    String unit = decimals == 0 ? "s" : decimals <= 3 ? "ms" : decimals <= 6 ? "us" : "ns";
    return Type.parse("timestamp(%s)".formatted(unit));
  }

  /** The pattern of java.time that all texts have; null if there is none, or several may be it. */
  @Nullable String pattern() {
    boolean isDayFirst = first.largest > MONTHS;
    boolean isMonthFirst = second.largest > MONTHS;
    String day = (isDayFirst ? first : second).letters("d");
    String month = (isDayFirst ? second : first).letters("M");
    String hours = hour.letters("H");
    String known = form;
    boolean isClear =
        isAll && isOneForm && !hasOtherTime && isDayFirst != isMonthFirst && hour.largest <= HOURS;
    if (!isClear || known == null || day == null || month == null || hours == null) {
      return null;
    }
    String separator = known.substring(0, 1);
    String date =
        (isDayFirst ? day : month) + separator + (isDayFirst ? month : day) + separator + "yyyy";
    if (known.length() == 1) {
      return date;
    }
    String between = known.charAt(1) == 'T' ? "'T'" : " ";
    return date + between + hours + ":mm" + (known.endsWith(":") ? ":ss" : "");
  }
}
