package keywright.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class GensTest {

  private static final int DRAWS = 20_000;

  @Test
  void theSameSeedDrawsTheSameValues() {
    Gen<List<String>> generator = Gens.lists(Gens.strings(5), 5);
    assertThat(draw(generator, 7).limit(100)).isEqualTo(draw(generator, 7).limit(100).toList());
  }

  @Test
  void numbersVisitTheirCorners() {
    assertThat(draw(Gens.longs(), Seeds.base()).limit(DRAWS))
        .as(Seeds.reproduction(Seeds.base()))
        .contains(Long.MIN_VALUE, -1L, 0L, 1L, 255L, 256L, 1L << 32, Long.MAX_VALUE);
    assertThat(draw(Gens.ints(), Seeds.base()).limit(DRAWS))
        .as(Seeds.reproduction(Seeds.base()))
        .contains(Integer.MIN_VALUE, -1, 0, 1, 65_535, Integer.MAX_VALUE);
  }

  @Test
  void numbersAndTheirShrinksStayInTheirRange() {
    Property.check(
        "a number is in its range",
        2_000,
        Gens.longs(Long.MAX_VALUE - 10, Long.MAX_VALUE),
        value -> assertThat(value).isBetween(Long.MAX_VALUE - 10, Long.MAX_VALUE - 1));
    Gen<Integer> below = Gens.ints(-20, -10);
    Property.check(
        "a smaller number is in its range",
        2_000,
        below,
        value -> {
          assertThat(value).isBetween(-20, -11);
          assertThat(below.shrink(value)).allMatch(smaller -> smaller > value && smaller <= -11);
        });
  }

  @Test
  void anEmptyRangeIsRefused() {
    assertThatThrownBy(() -> Gens.ints(5, 5))
        .hasMessage("cannot draw a number: the range is empty, expected start below stop");
  }

  @Test
  void textsVisitTheirCornersAndAreWellFormed() {
    assertThat(draw(Gens.strings(3), Seeds.base()).limit(DRAWS))
        .as(Seeds.reproduction(Seeds.base()))
        .contains("", "\0", "\uffff")
        .anyMatch(text -> text.codePoints().anyMatch(Character::isSupplementaryCodePoint));
    Property.check(
        "a text survives UTF-8",
        2_000,
        Gens.strings(10),
        text -> {
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(text);
        });
    Property.check(
        "an ASCII text is printable",
        2_000,
        Gens.asciiStrings(10),
        text -> assertThat(text).matches("[ -~]{0,10}"));
  }

  @Test
  void listsKeepToTheirCountsWhenTheyShrink() {
    Gen<List<Boolean>> lists = Gens.lists(Gens.booleans(), 2, 9);
    Property.check(
        "a list has 2 to 9 elements",
        2_000,
        lists,
        list -> {
          assertThat(list).hasSizeBetween(2, 9);
          assertThat(lists.shrink(list)).allMatch(smaller -> smaller.size() >= 2);
        });
  }

  @Test
  void generatorsCombine() {
    Gen<Integer> even = Gens.ints(0, 100).filter(value -> value % 2 == 0);
    Property.check("a filter holds", 500, even, value -> assertThat(value).isEven());
    assertThat(even.shrink(98)).isNotEmpty().allMatch(value -> value % 2 == 0);

    Gen<String> digits = Gens.ints(1, 5).flatMap(count -> Gens.constant("9".repeat(count)));
    Property.check("flatMap chains", 500, digits, text -> assertThat(text).matches("9{1,4}"));

    Gen<Object> mixed = Gens.anyOf(List.of(Gens.longs(), Gens.booleans().map(String::valueOf)));
    assertThat(draw(mixed, Seeds.base()).limit(500))
        .hasAtLeastOneElementOfType(Long.class)
        .hasAtLeastOneElementOfType(String.class);
  }

  @Test
  void aFilterThatNothingPassesIsAnError() {
    Gen<Integer> none = Gens.ints().filter(value -> false);
    assertThatThrownBy(() -> none.generate(new SplittableRandom(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("cannot draw a value: 1000 in a row do not satisfy the filter");
  }

  private static <T> Stream<T> draw(Gen<T> generator, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return Stream.generate(() -> generator.generate(random));
  }
}
