package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import keywright.testkit.Exhaustive;
import org.junit.jupiter.api.Test;

/** Bounds of scans, over all short byte strings of telling bytes. */
final class ByteRangeTest {
  private static final List<byte[]> STRINGS =
      Exhaustive.lists(List.of(0x00, 0x01, 0x7f, 0xfe, 0xff), 3).map(ByteRangeTest::bytes).toList();

  private static byte[] bytes(List<Integer> list) {
    byte[] bytes = new byte[list.size()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = list.get(i).byteValue();
    }
    return bytes;
  }

  private static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  @Test
  void theSuccessorIsTheLowestStringAboveAllThatIsPrefixed() {
    assertThat(ByteRange.successor(hex("61"))).isEqualTo(hex("62"));
    assertThat(ByteRange.successor(hex("6100"))).isEqualTo(hex("6101"));
    assertThat(ByteRange.successor(hex("7f"))).isEqualTo(hex("80"));
    assertThat(ByteRange.successor(hex("61ff"))).isEqualTo(hex("62"));
    assertThat(ByteRange.successor(hex("00ffff"))).isEqualTo(hex("01"));
    assertThat(ByteRange.successor(hex("ff"))).isNull();
    assertThat(ByteRange.successor(hex("ffff"))).isNull();
    assertThat(ByteRange.successor(hex(""))).isNull();
  }

  @Test
  void aRangeOfAPrefixHoldsWhatItPrefixesAndNothingElse() {
    for (byte[] prefix : STRINGS) {
      ByteRange range = ByteRange.startingWith(prefix);
      for (byte[] key : STRINGS) {
        boolean prefixed =
            key.length >= prefix.length && Arrays.equals(prefix, Arrays.copyOf(key, prefix.length));
        assertThat(range.contains(key)).isEqualTo(prefixed);
      }
      assertThat(range.isEmpty()).isFalse();
    }
  }

  @Test
  void aRangeOfShortKeysHasShortBoundsAndTheSameKeys() {
    Exhaustive.pairs(
        STRINGS,
        (start, stop) -> {
          ByteRange range = ByteRange.between(start, stop.length == 0 ? null : stop);
          for (int length = 0; length <= 3; length++) {
            ByteRange ofShort = range.ofKeysUpTo(length);
            assertThat(ofShort.start().length).isLessThanOrEqualTo(length);
            assertThat(ofShort.stop() == null ? 0 : ofShort.stop().length)
                .isLessThanOrEqualTo(length);
            for (byte[] key : STRINGS) {
              if (key.length <= length) {
                assertThat(ofShort.contains(key)).isEqualTo(range.contains(key));
              }
            }
          }
        });
  }

  @Test
  void anInclusiveRangeHoldsAllThatItsStopPrefixes() {
    Exhaustive.pairs(
        STRINGS.subList(0, 40),
        (start, stop) -> {
          ByteRange range = ByteRange.inclusive(start, stop);
          for (byte[] key : STRINGS) {
            boolean below =
                Arrays.compareUnsigned(key, stop) <= 0
                    || Arrays.equals(stop, Arrays.copyOf(key, stop.length));
            if (range.contains(key) != (Arrays.compareUnsigned(start, key) <= 0 && below)) {
              assertThat(range.contains(key))
                  .as("%s %s", range, Arrays.toString(key))
                  .isEqualTo(!range.contains(key));
            }
          }
        });
  }

  @Test
  void aRangeOfOneKeyHoldsItAlone() {
    for (byte[] only : STRINGS) {
      for (byte[] key : STRINGS) {
        assertThat(ByteRange.only(only).contains(key)).isEqualTo(Arrays.equals(only, key));
        assertThat(ByteRange.only(only).emptied().contains(key)).isFalse();
      }
      assertThat(ByteRange.only(only).emptied().isEmpty()).isTrue();
    }
  }

  @Test
  void anAbsentStopIsUnbounded() {
    assertThat(ByteRange.all().contains(hex(""))).isTrue();
    assertThat(ByteRange.all().contains(hex("ffffffff"))).isTrue();
    assertThat(ByteRange.all()).hasToString("[, end)");
    assertThat(ByteRange.between(hex("ff"), null).contains(hex("ff00"))).isTrue();
    assertThat(ByteRange.between(hex("01"), hex("01")).isEmpty()).isTrue();
    assertThat(ByteRange.between(hex("02"), hex("01")).isEmpty()).isTrue();
    assertThat(ByteRange.between(hex("01"), hex("02"))).hasToString("[01, 02)");
    assertThat(ByteRange.startingWith(hex("01")))
        .isEqualTo(ByteRange.between(hex("01"), hex("02")))
        .hasSameHashCodeAs(ByteRange.between(hex("01"), hex("02")))
        .isNotEqualTo(ByteRange.between(hex("01"), null));
  }

  @Test
  void itsBytesAreItsOwn() {
    byte[] start = hex("01");
    byte[] stop = hex("02");
    ByteRange range = ByteRange.between(start, stop);
    start[0] = 9;
    stop[0] = 9;
    range.start()[0] = 9;
    range.stop()[0] = 9;
    assertThat(range).isEqualTo(ByteRange.between(hex("01"), hex("02")));
  }
}
