package keywright.design.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sorting rows by numbers and by words. */
class WordSortTest {
  @Test
  void wordsCompareAsNumbersDo() {
    double[] numbers = {
      Double.NEGATIVE_INFINITY,
      -1e300,
      -2.5,
      -Double.MIN_VALUE,
      -0.0,
      0.0,
      Double.MIN_VALUE,
      1,
      1e300,
      Double.POSITIVE_INFINITY,
      Double.NaN
    };
    for (double a : numbers) {
      for (double b : numbers) {
        assertThat(Integer.signum(Long.compareUnsigned(WordSort.word(a), WordSort.word(b))))
            .as("%s and %s", a, b)
            .isEqualTo(Double.compare(a, b));
      }
    }
  }

  @Test
  void severalThreadsSortAsOneAndEqualWordsStayInOrder() {
    int count = 3 * WordSort.PARALLEL_MIN + 17;
    Random random = new Random(4);
    long[] given = random.longs(count).map(word -> word >> 50).toArray();
    int[] expected =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.comparing(row -> given[row], Long::compareUnsigned))
            .mapToInt(row -> row)
            .toArray();
    for (int threads = 1; threads <= 5; threads++) {
      int[] rows = IntStream.range(0, count).toArray();
      long[] words = given.clone();
      new WordSort(rows, words).sort(0, count, threads);
      assertThat(Arrays.equals(rows, expected)).as("rows, sorted by %d threads", threads).isTrue();
      assertThat(
              Arrays.equals(words, Arrays.stream(expected).mapToLong(row -> given[row]).toArray()))
          .as("words, sorted by %d threads", threads)
          .isTrue();
    }
  }
}
