package keywright.cli.console;

import java.util.Locale;

/** Formats numbers and counts for people, in the same way in every locale. */
public final class Rendering {
  private Rendering() {}

  /** {@code 16,049}. */
  public static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** {@code (1 row)}, {@code (16,049 rows)}. */
  public static String count(long count, String one, String many) {
    return "(" + counted(count, one, many) + ")";
  }

  /** {@code 1 row}, {@code 16,049 rows}. */
  public static String counted(long count, String one, String many) {
    return number(count) + " " + (count == 1 ? one : many);
  }
}
