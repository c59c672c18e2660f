package keywright.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class PropertyTest {

  @Test
  void aTruePropertyPassesAllItsTrials() {
    List<Integer> seen = new ArrayList<>();
    Property.check("ints are ints", 200, Gens.ints(), seen::add);
    assertThat(seen).hasSize(Trials.of(200)).hasSizeGreaterThan(20);
  }

  @Test
  void moreTrialsAreMadeUntilAllCasesAreMet() {
    int trials = Trials.of(200);
    List<Integer> seen = new ArrayList<>();
    Property.checkUntil(
        "ints are ints", 200, Gens.ints(), seen::add, () -> seen.size() == trials + 3);
    assertThat(seen).hasSize(trials + 3);
    seen.clear();
    Property.checkUntil("ints are ints", 200, Gens.ints(), seen::add, () -> !seen.isEmpty());
    assertThat(seen).hasSize(trials);
    seen.clear();
    Property.checkUntil("ints are ints", 200, Gens.ints(), seen::add, () -> false);
    assertThat(seen).hasSize(4 * trials);
  }

  @Test
  void aFailingNumberShrinksToTheSmallestThatFails() {
    AssertionError error =
        failure(Gens.longs(), value -> assertThat(value).isBetween(-1_000_000L, 41L));
    assertThat(error.getMessage()).containsAnyOf("for:   42\n", "for:   -1000001\n");
  }

  @Test
  void aFailingHistoryShrinksToTheStepsThatMatter() {
    AssertionError error =
        failure(
            Gens.lists(Gens.oneOf("get", "put", "delete"), 30),
            history -> {
              int put = history.indexOf("put");
              assertThat(put >= 0 && history.lastIndexOf("delete") > put).isFalse();
            });
    assertThat(error.getMessage()).contains("for:   [\"put\", \"delete\"]\n");
  }

  @Test
  void aFailingTextShrinksAndIsShownEscaped() {
    AssertionError error =
        failure(Gens.strings(20), text -> assertThat(text.contains("\0")).isFalse());
    assertThat(error.getMessage()).contains("for:   \"\\u0000\"\n");
  }

  @Test
  void aFailingByteArrayShrinksAndIsShownInHex() {
    AssertionError error =
        failure(Gens.byteArrays(20), bytes -> assertThat(bytes).hasSizeLessThan(3));
    assertThat(error.getMessage()).contains("for:   0x000000\n");
  }

  @Test
  void shrinkingDoesNotWanderToAnotherError() {
    AssertionError error =
        failure(
            startingWith(5_000, Gens.ints(0, 1_000_000)),
            value -> {
              if (value < 100) {
                throw new IllegalStateException("another error");
              }
              assertThat(value).isLessThan(200);
            });
    assertThat(error.getMessage()).contains("for:   200\n");
  }

  @Test
  void theLastLineRepeatsTheFailureAtTheFirstTrial() {
    AssertionError error = failure(Gens.longs(), value -> assertThat(value % 7).isNotEqualTo(3));
    String line = error.getMessage().lines().reduce((first, second) -> second).orElseThrow();
    Matcher matcher =
        Pattern.compile(
                "reproduce with: ./mvnw -pl testkit -am test -Dtest=PropertyTest"
                    + " -Dkeywright.seed=(-?\\d+)")
            .matcher(line);
    assertThat(matcher.matches()).as(line).isTrue();

    long seed = Long.parseLong(matcher.group(1));
    AssertionError again =
        failure(Gens.longs(), value -> assertThat(value % 7).isNotEqualTo(3), seed);
    assertThat(again.getMessage()).startsWith("not true that a test property holds (trial 1)");
    assertThat(again.getMessage().lines().skip(1))
        .isEqualTo(error.getMessage().lines().skip(1).toList());
  }

  @Test
  void theCauseIsTheErrorOfTheShrunkValue() {
    AssertionError error =
        failure(
            Gens.ints(0, 1_000),
            value -> {
              throw new IllegalArgumentException("value " + value);
            });
    assertThat(error)
        .hasCauseInstanceOf(IllegalArgumentException.class)
        .hasRootCauseMessage("value 0");
  }

  @Test
  void aPropertyWithoutShrinkingStillFails() {
    AssertionError error = failure(Gens.constant("x"), value -> assertThat(value).isEmpty());
    assertThat(error.getMessage()).contains("for:   \"x\"\n").doesNotContain("drawn:");
    assertThatCode(() -> Property.check("x is x", 3, Gens.constant("x"), value -> {}))
        .doesNotThrowAnyException();
  }

  private static <T> Gen<T> startingWith(T value, Gen<T> shrinking) {
    return new Gen<>() {
      @Override
      public T generate(SplittableRandom random) {
        return value;
      }

      @Override
      public Iterable<T> shrink(T value) {
        return shrinking.shrink(value);
      }
    };
  }

  private static <T> AssertionError failure(Gen<T> generator, Property.Check<T> check) {
    return failure(generator, check, Seeds.base());
  }

  private static <T> AssertionError failure(Gen<T> generator, Property.Check<T> check, long seed) {
    AssertionError error =
        catchThrowableOfType(
            AssertionError.class,
            () -> Property.check("a test property holds", 10_000, generator, check, seed));
    assertThat(error).as("an error").isNotNull();
    return error;
  }
}
