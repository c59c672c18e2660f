package keywright.design.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import keywright.key.KeyException;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

final class KeyArenaTest {

  @Test
  void ranksFollowUnsignedByteOrderAndEqualKeysShareOne() {
    Property.check(
        "ranks",
        300,
        Gens.longs(),
        seed -> {
          SplittableRandom random = new SplittableRandom(seed);
          byte[] common = new byte[random.nextInt(20)];
          List<byte[]> keys = new ArrayList<>();
          int count = random.nextInt(200);
          for (int i = 0; i < count; i++) {
            byte[] key = Arrays.copyOf(common, common.length + random.nextInt(18));
            for (int at = common.length; at < key.length; at++) {
              key[at] = (byte) (random.nextInt(3) - 1);
            }
            keys.add(key);
          }
          assertRanked(keys);
        });
  }

  @Test
  void keysFillMoreThanOneChunk() {
    List<byte[]> keys = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 80; i++) {
      byte[] key = new byte[60_000];
      key[key.length - 1] = (byte) random.nextInt(40);
      keys.add(key);
    }
    assertRanked(keys);
  }

  /**
   * So many that several threads sort them. The second half is sorted already, so its thread must
   * wait for the other one.
   */
  @Test
  void threadsSortManyKeys() {
    List<byte[]> keys = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 200_000; i++) {
      byte[] key = new byte[18 + random.nextInt(3)];
      key[3] = 1;
      key[8] = (byte) (i < 100_000 ? random.nextInt(2) : 0);
      int number = i < 100_000 ? random.nextInt(65_536) : (i - 100_000) / 2;
      key[16] = (byte) (number >> 8);
      key[17] = (byte) number;
      keys.add(key);
    }
    TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
    sorted.addAll(keys);
    KeyArena arena = new KeyArena();
    keys.forEach(arena::add);
    byte[][] byRank = sorted.toArray(byte[][]::new);
    int[] ranks = arena.ranks();
    for (int row = 0; row < ranks.length; row++) {
      assertThat(Arrays.compareUnsigned(byRank[ranks[row]], keys.get(row))).isZero();
    }
  }

  @Test
  void aKeyThatIsTooLongIsRefused() {
    assertThatThrownBy(() -> new KeyArena().add(new byte[65_536]))
        .isInstanceOf(KeyException.class)
        .hasMessage("cannot take a row key of 65,536 bytes: expected at most 65,535");
  }

  private static void assertRanked(List<byte[]> keys) {
    KeyArena arena = new KeyArena();
    keys.forEach(arena::add);
    TreeSet<byte[]> sorted = new TreeSet<>(Arrays::compareUnsigned);
    sorted.addAll(keys);
    int[] expected = keys.stream().mapToInt(key -> sorted.headSet(key).size()).toArray();
    assertThat(arena.ranks()).isEqualTo(expected);
    for (int i = 0; i < expected.length; i++) {
      assertThat(arena.key(i)).isEqualTo(keys.get(i));
    }
    KeyIndex index = new KeyIndex(arena, expected, sorted.size());
    assertThat(index.size()).isEqualTo(sorted.size());
    for (byte[] key : keys) {
      byte[] behind = Arrays.copyOf(key, key.length + 1);
      assertThat(index.below(key)).isEqualTo(sorted.headSet(key).size());
      assertThat(index.below(behind)).isEqualTo(sorted.headSet(behind).size());
    }
    assertThat(index.below(new byte[0])).isZero();
  }
}
