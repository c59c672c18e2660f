package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import keywright.table.query.DiskSort;
import keywright.table.query.RunFile;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sorted runs in files, merged in several passes, against a list that is sorted. */
@Tag("large")
class DiskSortTest {
  private static final int MEMORY = 4_096;

  private int created;

  private RunFile create(int bufferLength) throws IOException {
    created++;
    return RunFile.create(bufferLength);
  }

  @Test
  void runsOfAnyNumberAndRecordsOfAnyLengthComeInOrder() throws IOException {
    long seed = Seeds.base();
    for (int trial = 0; trial < 60; trial++) {
      Random random = new Random(seed + trial);
      int runs = random.nextInt(90);
      int longest = random.nextInt(8) == 0 ? 20_000 : 1 + random.nextInt(200);
      List<byte[]> all = new ArrayList<>();
      List<byte[]> found = new ArrayList<>();
      created = 0;
      try (DiskSort sort = new DiskSort(this::create, MEMORY)) {
        for (int run = 0; run < runs; run++) {
          List<byte[]> orders = new ArrayList<>();
          for (int i = random.nextInt(30); i > 0; i--) {
            orders.add(order(random, longest, all.size() + orders.size()));
          }
          orders.sort(Arrays::compareUnsigned);
          for (byte[] order : orders) {
            sort.write(order, row(order));
          }
          sort.endRun();
          all.addAll(orders);
        }
        for (byte[] row = sort.next(); row != null; row = sort.next()) {
          found.add(row);
        }
      }
      all.sort(Arrays::compareUnsigned);
      assertThat(found)
          .as(Seeds.reproduction(seed + trial))
          .containsExactlyElementsOf(all.stream().map(DiskSortTest::row).toList());
      if (runs > 64) {
        assertThat(created).as("files of %d runs in %d bytes", runs, MEMORY).isGreaterThan(2);
      }
      assertThat(SortFiles.open()).isZero();
    }
  }

  /** Ends with a number, so that no two are the same. */
  private static byte[] order(Random random, int longest, int number) {
    byte[] bytes = new byte[random.nextInt(longest)];
    random.nextBytes(bytes);
    return ByteBuffer.allocate(bytes.length + 4).put(bytes).putInt(number).array();
  }

  private static byte[] row(byte[] order) {
    byte[] row = Arrays.copyOf(order, order.length / 2);
    for (int i = 0; i < row.length; i++) {
      row[i]++;
    }
    return row;
  }

  @Test
  void aFullDiskIsAnErrorOfTheSystem() throws IOException {
    FileChannel full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE);
    try (DiskSort sort = new DiskSort(length -> new RunFile(full, length), MEMORY)) {
      sort.write(new byte[8], new byte[8]);
      assertThatThrownBy(sort::endRun)
          .isInstanceOf(IOException.class)
          .hasMessage("No space left on device");
    }
  }
}
