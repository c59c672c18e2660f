package keywright.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every library does the work that is measured: the same values come back, in every way. */
class LibrariesTest {

  @ParameterizedTest
  @EnumSource
  void everyLibraryReadsWhatItWrote(Library library) {
    for (SampleKeys sample : SampleKeys.values()) {
      KeyLibrary<Object> rowKeys = library.rowKeys(sample);
      byte[] buffer = new byte[256];
      for (Object key : sample.keys()) {
        byte[] rowKey = rowKeys.encode(key);
        int length = rowKeys.encode(key, buffer);
        assertThat(Arrays.copyOf(buffer, length)).as("%s %s", library, key).isEqualTo(rowKey);
        assertThat(rowKeys.decode(rowKey)).isEqualTo(key);
        assertThat(rowKeys.part(rowKey)).isEqualTo(sample.part(key));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyLibraryKeepsTheOrderThatWasDeclared(Library library) {
    for (SampleKeys sample : SampleKeys.values()) {
      KeyLibrary<Object> rowKeys = library.rowKeys(sample);
      Object[] keys = sample.keys();
      Arrays.sort(keys, sample.order());
      for (int i = 1; i < keys.length; i++) {
        assertThat(Arrays.compareUnsigned(rowKeys.encode(keys[i - 1]), rowKeys.encode(keys[i])))
            .as("%s %s before %s", library, keys[i - 1], keys[i])
            .isNegative();
      }
    }
  }
}
