package keywright.design.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

/** Bits, against a sorted set. */
final class RowBitsTest {
  @Test
  void bitsAreASortedSet() {
    Property.check(
        "row bits",
        1_000,
        Gens.longs(),
        seed -> {
          SplittableRandom random = new SplittableRandom(seed);
          int ranks = random.nextInt(1, 400);
          RowBits bits = new RowBits(ranks);
          TreeSet<Integer> set = new TreeSet<>();
          for (int i = random.nextInt(500); i > 0; i--) {
            int rank = random.nextInt(ranks);
            assertThat(bits.add(rank)).isEqualTo(set.add(rank));
          }
          int start = random.nextInt(ranks + 1);
          int stop = random.nextInt(start, ranks + 1);
          List<Integer> within = new ArrayList<>(set.subSet(start, stop));
          assertThat(bits.count(start, stop)).isEqualTo(within.size());
          for (int i = 0; i < within.size(); i++) {
            assertThat(bits.select(start, i)).isEqualTo(within.get(i));
            assertThat(bits.selectBefore(stop, i)).isEqualTo(within.get(within.size() - 1 - i));
          }
        });
  }
}
