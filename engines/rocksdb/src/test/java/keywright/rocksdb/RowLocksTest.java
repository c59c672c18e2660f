package keywright.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Test;

class RowLocksTest {

  /** The build of an index writes 500 rows and their entries in a batch, beside other writers. */
  @Test
  void aBatchOfManyRowsLeavesMostOtherRowsFree() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    Set<Integer> held = new HashSet<>();
    for (int row = 0; row < 1_000; row++) {
      held.add(RowLocks.of(rowHash(random)));
    }
    int waiting = 0;
    for (int other = 0; other < 10_000; other++) {
      waiting += held.contains(RowLocks.of(rowHash(random))) ? 1 : 0;
    }
    assertThat(waiting).as(Seeds.reproduction(Seeds.base())).isLessThan(1_000);
  }

  /** Numbers in row keys are big-endian, so keys often differ in their last bytes alone. */
  @Test
  void keysThatDifferInTheirLastBytesHaveOtherHashCodes() {
    for (int length : new int[] {4, 8, 12, 16, 17}) {
      Set<Integer> hashes = new HashSet<>();
      for (int last = 0; last < 10_000; last++) {
        byte[] rowKey = new byte[length];
        ByteBuffer.wrap(rowKey).putInt(length - Integer.BYTES, last);
        hashes.add(RowLocks.hash(7, rowKey, 0, length));
      }
      assertThat(hashes).as("keys of %d bytes", length).hasSizeGreaterThan(9_990);
    }
  }

  private static int rowHash(SplittableRandom random) {
    byte[] rowKey = new byte[8];
    random.nextBytes(rowKey);
    return RowLocks.hash(7, rowKey, 0, rowKey.length);
  }
}
