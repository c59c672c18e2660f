package keywright.ojai;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Patterns of LIKE against a matcher that follows their definition. */
class LikePatternTest {
  private static boolean naive(String pattern, String text) {
    if (pattern.isEmpty()) {
      return text.isEmpty();
    }
    String rest = pattern.substring(1);
    return switch (pattern.charAt(0)) {
      case '%' -> naive(rest, text) || (!text.isEmpty() && naive(pattern, text.substring(1)));
      case '_' -> !text.isEmpty() && naive(rest, text.substring(1));
      case '!' ->
          text.startsWith(rest.substring(0, 1)) && naive(rest.substring(1), text.substring(1));
      default -> text.startsWith(pattern.substring(0, 1)) && naive(rest, text.substring(1));
    };
  }

  private static String draw(Random random, String[] of, int most) {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(most); left > 0; left--) {
      text.append(of[random.nextInt(of.length)]);
    }
    return text.toString();
  }

  @Test
  void textsMatchAsTheDefinitionSays() {
    Random random = new Random(Seeds.base());
    int matches = 0;
    for (int trial = 0; trial < Trials.of(20_000); trial++) {
      String pattern =
          draw(random, new String[] {"%", "%", "_", "a", "b", "\n", "!%", "!_", "!!"}, 8);
      String text = draw(random, new String[] {"a", "b", "\n", "%", "_", "!"}, 8);
      boolean expected = naive(pattern, text);
      matches += expected ? 1 : 0;
      assertThat(LikePattern.of(pattern, '!').matches(text))
          .as("'%s' like '%s': %s", text, pattern, Seeds.reproduction(Seeds.base()))
          .isEqualTo(expected);
    }
    assertThat(matches).isPositive();
  }

  /** A matcher that goes back to each % takes longer than this test may. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPatternOfManyPartsIsMatchedOnce() {
    LikePattern pattern = LikePattern.of("%a".repeat(20) + "%b", null);
    assertThat(pattern.matches("a".repeat(20_000))).isFalse();
    assertThat(pattern.matches("a".repeat(20_000) + "b")).isTrue();
  }
}
