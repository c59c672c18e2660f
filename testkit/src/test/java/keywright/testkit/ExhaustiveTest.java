package keywright.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ExhaustiveTest {

  @Test
  void listsAreCompleteAndShortOnesComeFirst() {
    assertThat(Exhaustive.lists(List.of(0, 1), 2))
        .containsExactly(
            List.of(),
            List.of(0),
            List.of(1),
            List.of(0, 0),
            List.of(0, 1),
            List.of(1, 0),
            List.of(1, 1));
    assertThat(Exhaustive.lists(List.of('a', 'b', 'c'), 5)).hasSize(364).doesNotHaveDuplicates();
  }

  @Test
  void pairsAreOrderedAndIncludeAValueWithItself() {
    List<String> pairs = new ArrayList<>();
    Exhaustive.pairs(List.of("a", "b"), (left, right) -> pairs.add(left + right));
    assertThat(pairs).containsExactly("aa", "ab", "ba", "bb");
  }

  @Test
  void valuesAreShownSoThatOneCanReadThem() {
    assertThat(Show.value(List.of(1, "a\n\"", new byte[] {0, (byte) 0xff})))
        .isEqualTo("[1, \"a\\u000a\\\"\", 0x00ff]");
    assertThat(Show.value(Map.of("k", List.of()))).isEqualTo("[\"k\"=[]]");
    assertThat(Show.value(null)).isEqualTo("null");
  }

  @Test
  void aDirectoryOutsideTheSourcesIsNoPackage() {
    assertThat(Seeds.room(Path.of("").toAbsolutePath())).isEqualTo("testkit");
    assertThat(Seeds.room(Path.of("").toAbsolutePath().getRoot())).isEmpty();
  }
}
