package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import keywright.testkit.Exhaustive;
import org.junit.jupiter.api.Test;

/** Every short LIKE pattern over every short text: ranges and what they leave to a filter. */
final class LikeRangesTest {
  /** Parts of a pattern; one character of a text is a letter or an underscore. */
  private static final List<String> SIGNS = List.of("a", "b", "%", "_", "\\_");

  private static final List<String> TEXTS =
      Exhaustive.lists(List.of("a", "b", "_"), 4).map(list -> String.join("", list)).toList();

  private static Pattern regex(List<String> signs) {
    StringBuilder regex = new StringBuilder();
    for (String sign : signs) {
      switch (sign) {
        case "%" -> regex.append(".*");
        case "_" -> regex.append('.');
        default -> regex.append(Pattern.quote(sign.substring(sign.length() - 1)));
      }
    }
    return Pattern.compile(regex.toString());
  }

  private static boolean isInside(KeySchema schema, KeyRanges ranges, byte[] rowKey) {
    return ranges.ranges().stream().anyMatch(range -> schema.bytes(range).contains(rowKey));
  }

  @Test
  void rangesAndFilterTogetherAreThePattern() {
    int[] filtered = new int[2];
    for (String key : List.of("t", "t DESC", "t, n", "t DESC, n")) {
      KeySchema schema = KeySchema.parse("t text, n int", key);
      for (List<String> signs : Exhaustive.lists(SIGNS, 4).toList()) {
        Condition like = new Condition.Like("t", String.join("", signs));
        Pattern regex = regex(signs);
        KeyRanges ranges = schema.ranges(List.of(like));
        boolean filters = !ranges.residual().isEmpty();
        filtered[filters ? 1 : 0]++;
        for (String text : TEXTS) {
          boolean found =
              isInside(schema, ranges, schema.rowKey(text, 1))
                  && (!filters || like.test(Type.parse("text"), text));
          if (found != regex.matcher(text).matches()) {
            assertThat(found)
                .as("'%s' is found by %s under (%s)", text, like, key)
                .isEqualTo(!found);
          }
        }
      }
    }
    // Both kinds are many: a pattern of a prefix alone, or of no wildcard, needs no filter.
    assertThat(filtered[0]).as("patterns without a filter").isGreaterThan(500);
    assertThat(filtered[1]).as("patterns with a filter").isGreaterThan(1_000);
  }
}
