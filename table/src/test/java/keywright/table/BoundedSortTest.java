package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import keywright.table.query.BoundedSort;
import keywright.table.query.RunFile;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;

/** Records sorted in memory and on disk, against a stable sort of a list. */
class BoundedSortTest {
  private static final class Pair {
    private final byte[] order;
    private final int number;

    private Pair(byte[] order, int number) {
      this.order = order;
      this.number = number;
    }

    private int number() {
      return number;
    }
  }

  @Test
  void recordsOfEqualOrderComeAsTheyWereAdded() throws IOException {
    long seed = Seeds.base();
    for (int trial = 0; trial < 60; trial++) {
      Random random = new Random(seed + trial);
      int memory = 200 << random.nextInt(14);
      int distinct = 1 + random.nextInt(random.nextBoolean() ? 2 : 300);
      List<Pair> all = new ArrayList<>();
      Map<Integer, byte[]> orders = new HashMap<>();
      List<Integer> found = new ArrayList<>();
      int runs;
      try (BoundedSort sort = new BoundedSort(RunFile::create, memory)) {
        for (int number = random.nextInt(3_000); number > 0; number--) {
          byte[] order = new byte[random.nextInt(random.nextInt(8) == 0 ? 600 : 12)];
          for (int i = 0; i < order.length; i++) {
            order[i] = (byte) random.nextInt(distinct);
          }
          sort.add(order, ByteBuffer.allocate(4).putInt(number).array());
          all.add(new Pair(order, number));
          orders.put(number, order);
        }
        while (sort.next()) {
          int number = ByteBuffer.wrap(sort.row()).getInt();
          found.add(number);
          assertThat(sort.order()).isEqualTo(orders.get(number));
        }
        assertThat(sort.next()).isFalse();
        runs = sort.runs();
      }
      all.sort((a, b) -> Arrays.compareUnsigned(a.order, b.order));
      assertThat(found)
          .as(Seeds.reproduction(seed + trial))
          .isEqualTo(all.stream().map(Pair::number).toList());
      long bytes = all.stream().mapToLong(pair -> 44 + pair.order.length).sum();
      assertThat(runs > 0)
          .as("%d runs of %d bytes", runs, bytes)
          .isEqualTo(bytes > memory && all.size() > 1);
      assertThat(SortFiles.open()).isZero();
    }
  }
}
