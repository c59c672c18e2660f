package keywright.cli.database;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import keywright.cli.console.Text;
import keywright.key.ByteRange;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the bounds of a scan that found nothing have another character where the keys
 * have their delimiter.
 *
 * <p>Only a scan tells: a bound is said to be wrong when the same bound with the delimiter in its
 * place finds a key that starts with it up to there.
 *
 * @param name the table or the index
 * @param firstKey the first key of a range; null when it has none
 */
record OtherDelimiter(
    String name, String delimiter, Function<ByteRange, @Nullable String> firstKey) {

  /** The three bounds of a scan, of which some are given. */
  private record Bounds(@Nullable String start, @Nullable String stop, @Nullable String before) {
    List<String> given() {
      List<String> given = new ArrayList<>();
      for (String bound : new @Nullable String[] {start, stop, before}) {
        if (bound != null) {
          given.add(bound);
        }
      }
      return given;
    }

    ByteRange range() {
      byte[] from = start == null ? new byte[0] : bytes(start);
      if (before != null) {
        return ByteRange.between(from, bytes(before));
      }
      return stop == null ? ByteRange.between(from, null) : ByteRange.inclusive(from, bytes(stop));
    }

    private static byte[] bytes(String bound) {
      return bound.getBytes(StandardCharsets.UTF_8);
    }

    Bounds replacing(char found, Place place, String delimiter) {
      return new Bounds(
          replaced(start, found, place, delimiter),
          replaced(stop, found, place, delimiter),
          replaced(before, found, place, delimiter));
    }

    private static @Nullable String replaced(
        @Nullable String bound, char found, Place place, String delimiter) {
      if (bound == null) {
        return null;
      }
      StringBuilder replaced = new StringBuilder();
      int occurrence = 0;
      for (int i = 0; i < bound.length(); i++) {
        char c = bound.charAt(i);
        boolean isReplaced = c == found && place.includes(occurrence++, count(bound, found));
        replaced.append(isReplaced ? delimiter : String.valueOf(c));
      }
      return replaced.toString();
    }
  }

  /** Which occurrences of a character are taken for the delimiter; values hold the others. */
  private enum Place {
    ALL,
    FIRST,
    LAST,
    FIRST_AND_LAST;

    boolean includes(int occurrence, long count) {
      return this == ALL
          || (occurrence == 0 && this != LAST)
          || (occurrence == count - 1 && this != FIRST);
    }
  }

  private static long count(String text, char c) {
    return text.chars().filter(each -> each == c).count();
  }

  /**
   * What to say to the user; empty when nothing tells that the delimiter is at fault.
   *
   * @param start the first key, or what it starts with
   * @param stop the last key, or what it starts with
   * @param before the first key that is left out
   */
  Optional<String> find(@Nullable String start, @Nullable String stop, @Nullable String before) {
    Bounds bounds = new Bounds(start, stop, before);
    Set<Character> candidates = new LinkedHashSet<>();
    for (String bound : bounds.given()) {
      for (int i = 0; i < bound.length(); i++) {
        char c = bound.charAt(i);
        if (!Character.isLetterOrDigit(c) && delimiter.indexOf(c) < 0) {
          candidates.add(c);
        }
      }
    }
    for (char candidate : candidates) {
      for (Place place : Place.values()) {
        Bounds replaced = bounds.replacing(candidate, place, delimiter);
        if (finds(bounds, replaced)) {
          return Optional.of(message(candidate, replaced));
        }
      }
    }
    return Optional.empty();
  }

  /** Whether the first key found starts with a bound as far as that is changed. */
  private boolean finds(Bounds bounds, Bounds replaced) {
    String key = firstKey.apply(replaced.range());
    for (int i = 0; key != null && i < bounds.given().size(); i++) {
      String before = bounds.given().get(i);
      String after = replaced.given().get(i);
      int same = 0;
      while (same < Math.min(before.length(), after.length())
          && before.charAt(same) == after.charAt(same)) {
        same++;
      }
      boolean isChanged = !before.equals(after);
      if (isChanged && same > 0 && key.startsWith(after.substring(0, same) + delimiter)) {
        return true;
      }
    }
    return false;
  }

  private String message(char found, Bounds replaced) {
    StringBuilder options = new StringBuilder();
    add(options, "--start", replaced.start());
    add(options, "--stop", replaced.stop());
    add(options, "--stop-before", replaced.before());
    return Text.escape(
        "found '%s' where the keys of %s have %s; expected%s"
            .formatted(
                found,
                name,
                delimiter.isEmpty()
                    ? "nothing between their parts"
                    : "'" + delimiter + "' between their parts",
                options));
  }

  private static void add(StringBuilder options, String option, @Nullable String bound) {
    if (bound != null) {
      options.append(' ').append(option).append(" '").append(bound).append('\'');
    }
  }
}
