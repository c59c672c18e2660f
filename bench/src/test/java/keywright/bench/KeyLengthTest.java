package keywright.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes for each key, which no machine makes wobble. */
class KeyLengthTest {

  private static int bytes(Library library, SampleKeys sample) {
    KeyLibrary<Object> rowKeys = library.rowKeys(sample);
    int sum = 0;
    for (Object key : sample.keys()) {
      sum += rowKeys.encode(key).length;
    }
    return sum;
  }

  @ParameterizedTest
  @EnumSource
  void noLibraryThatKeepsTheSameOrderWritesFewerBytes(SampleKeys sample) {
    int keywright = bytes(Library.KEYWRIGHT, sample);
    assertThat(keywright)
        .isEqualTo(bytes(Library.KEYWRIGHT_BOXED, sample))
        .isEqualTo(bytes(Library.HAND_WRITTEN, sample))
        .isLessThan(bytes(Library.HBASE_STRUCT, sample))
        .isLessThan(bytes(Library.HBASE_ORDERED_BYTES, sample))
        .isLessThanOrEqualTo(bytes(Library.ACCUMULO, sample));
  }

  /**
   * A tuple's numbers take as many bytes as they need and one for their length; its texts end in
   * one byte, which is why tuples have no descending order.
   */
  @ParameterizedTest
  @EnumSource
  void tuplesAreShorterByAtMostOneByteForEachNumberAndText(SampleKeys sample) {
    int parts = sample == SampleKeys.BIGINT ? 1 : sample == SampleKeys.FIXED ? 3 : 4;
    assertThat(bytes(Library.KEYWRIGHT, sample) - bytes(Library.FDB_TUPLE, sample))
        .isLessThanOrEqualTo(parts * SampleKeys.COUNT);
  }

  /** Phoenix ends a text by one byte, and the last by none, and so cannot hold a zero in it. */
  @ParameterizedTest
  @EnumSource
  void phoenixIsShorterByTheEndsOfTextsAlone(SampleKeys sample) {
    int ends = sample == SampleKeys.TEXT ? 1 + 2 : 0;
    assertThat(bytes(Library.KEYWRIGHT, sample) - bytes(Library.PHOENIX, sample))
        .isEqualTo(ends * SampleKeys.COUNT);
  }
}
