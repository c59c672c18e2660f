package keywright.design.lint;

import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import keywright.design.rows.DesignedKey;
import keywright.key.Column;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * What the values of one column have in common, gathered row by row in bounded memory. Used by one
 * thread.
 */
final class ColumnProfile {
  /** How many different values are kept. */
  static final int MOST_VALUES = 64;

  /** Longer ones are not kept. */
  private static final int LONGEST_KEPT = 256;

  private static final BigInteger LARGEST_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  private static final Pattern ISO_DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern ISO_TIME =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}[ T]\\d{2}:\\d{2}:\\d{2}Z?");

  private final Type type;
  private final boolean isText;
  private long values;
  private long bytes;

  /** Those seen first, with how often each was. */
  private final Map<Object, Long> counts = new LinkedHashMap<>();

  private boolean isMoreThanCounted;

  /** Which value, from 1, was the last that none before it was equal to. */
  private long lastNew;

  private int shortest = Integer.MAX_VALUE;
  private int longest;
  private String prefix = "";
  private boolean isDigits = true;
  private boolean hasLeadingZero;
  private boolean fitsLong = true;
  private boolean isIsoDate = true;
  private boolean isIsoTime = true;
  private final UnsortedDates dates = new UnsortedDates();
  private final Map<String, Long> holding = new TreeMap<>();

  private int digits;
  private boolean isNegative;
  private @Nullable BigInteger first;
  private BigInteger step = BigInteger.ZERO;

  /**
   * @param delimiters those of the table's text keys
   */
  ColumnProfile(Column column, Set<String> delimiters) {
    this.type = column.type();
    this.isText = DesignedKey.isFreeText(type);
    delimiters.forEach(delimiter -> holding.put(delimiter, 0L));
  }

  void add(@Nullable Object value) {
    if (value == null) {
      return;
    }
    values++;
    bytes += length(value);
    boolean isKept = !(value instanceof byte[]) && length(value) <= LONGEST_KEPT;
    if (isKept && (counts.containsKey(value) || counts.size() < MOST_VALUES)) {
      lastNew = counts.merge(value, 1L, Long::sum) == 1 ? values : lastNew;
    } else {
      isMoreThanCounted = true;
    }
    if (isText) {
      addText((String) value);
    } else {
      BigInteger number = units(type, value);
      if (number != null) {
        addNumber(number);
      }
    }
  }

  private int length(Object value) {
    return value instanceof byte[] blob
        ? blob.length
        : isText ? ((String) value).length() : type.toBytes(value).length;
  }

  private void addText(String text) {
    prefix = values == 1 ? text : common(prefix, text);
    shortest = Math.min(shortest, text.length());
    longest = Math.max(longest, text.length());
    boolean digitsAlone = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    isDigits &= digitsAlone;
    hasLeadingZero |= text.length() > 1 && text.charAt(0) == '0';
    fitsLong &= digitsAlone && text.length() < 20 && fitsLong(new BigInteger(text));
    isIsoDate &= ISO_DATE.matcher(text).matches();
    isIsoTime &= ISO_TIME.matcher(text).matches();
    dates.add(text);
    holding.replaceAll((delimiter, count) -> count + (text.contains(delimiter) ? 1 : 0));
  }

  private static boolean fitsLong(BigInteger number) {
    return number.compareTo(LARGEST_LONG) <= 0;
  }

  private static String common(String a, String b) {
    int length = 0;
    while (length < Math.min(a.length(), b.length()) && a.charAt(length) == b.charAt(length)) {
      length++;
    }
    return a.substring(0, length);
  }

  private void addNumber(BigInteger number) {
    digits = Math.max(digits, number.abs().toString().length());
    isNegative |= number.signum() < 0;
    if (first == null) {
      first = number;
    } else {
      step = step.gcd(number.subtract(first));
    }
  }

  /** A whole number, or a time in the units of its type; null for others. */
  static @Nullable BigInteger units(Type type, Object value) {
    if (value instanceof Instant instant) {
      BigInteger nanos =
          BigInteger.valueOf(instant.getEpochSecond())
              .multiply(BigInteger.valueOf(1_000_000_000))
              .add(BigInteger.valueOf(instant.getNano()));
      return nanos.divide(BigInteger.valueOf(1_000_000_000 / unitsPerSecond(type)));
    }
    if (value instanceof LocalDate date) {
      return BigInteger.valueOf(date.toEpochDay());
    }
    return value instanceof BigInteger big
        ? big
        : value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte
            ? BigInteger.valueOf(((Number) value).longValue())
            : null;
  }

  /** Of {@code timestamp(us)}: a million. */
  static long unitsPerSecond(Type type) {
    return switch (type.toString()) {
      case "timestamp(s)" -> 1;
      case "timestamp(us)" -> 1_000_000;
      case "timestamp(ns)" -> 1_000_000_000;
      default -> 1_000;
    };
  }

  /** The rows that have a value. */
  long values() {
    return values;
  }

  long bytes() {
    return bytes;
  }

  /** The different values when they are few; empty when there are more. */
  Map<Object, Long> fewValues() {
    return isMoreThanCounted ? Map.of() : counts;
  }

  /** Whether the later half of the values are all equal to some of the first half. */
  boolean isSettled() {
    return !isMoreThanCounted && 2 * lastNew <= values;
  }

  /** The different values that were counted. */
  int distinctAtLeast() {
    return counts.size() + (isMoreThanCounted ? 1 : 0);
  }

  /** What all texts begin with. */
  String prefix() {
    return prefix;
  }

  int longest() {
    return longest;
  }

  /** The type that all texts are values of; null when they are texts. */
  @Nullable Type typeOfTexts() {
    if (!isText || values == 0) {
      return null;
    }
    if (isIsoDate) {
      return Type.parse("date");
    }
    if (isIsoTime) {
      return Type.parse("timestamp(s)");
    }
    if (!isDigits) {
      return null;
    }
    if (shortest == longest && longest <= 38 && (hasLeadingZero || !fitsLong)) {
      return Type.parse("digits(" + longest + ")");
    }
    return fitsLong && !hasLeadingZero ? Type.parse("bigint") : null;
  }

  /** The dates that all texts are; null if some are not. */
  @Nullable UnsortedDates unsortedDates() {
    return isText && values > 0 && dates.isAll() ? dates : null;
  }

  /** The texts that hold {@code delimiter}. */
  long holding(String delimiter) {
    return holding.getOrDefault(delimiter, 0L);
  }

  /** The digits of the largest whole number. */
  int digits() {
    return digits;
  }

  boolean isNegative() {
    return isNegative;
  }

  /** What all differences of whole numbers are multiples of; 0 when all are equal. */
  BigInteger step() {
    return step;
  }
}
