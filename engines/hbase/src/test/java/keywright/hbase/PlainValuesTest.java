package keywright.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import keywright.key.Type;
import keywright.store.ColumnLayout;
import keywright.store.UnreadableRowException;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of cells that a client of HBase writes with {@code Bytes.toBytes}. */
class PlainValuesTest {
  private static final byte[] ROW_KEY = {1, 2};

  private static Object read(String type, byte[] bytes) {
    return new PlainValues("t", new ColumnLayout(1, "v", Type.parse(type))).decode(ROW_KEY, bytes);
  }

  @ParameterizedTest
  @ValueSource(
      doubles = {0.0, -0.0, 1.5, -1e300, Double.MIN_VALUE, Double.NaN, Double.NEGATIVE_INFINITY})
  void eachNumberThatBytesWritesIsRead(double number) {
    assertThat(read("double", Bytes.toBytes(number))).isEqualTo(number + 0.0);
    assertThat(read("float", Bytes.toBytes((float) number))).isEqualTo((float) number + 0.0f);
  }

  @Test
  void aNotANumberWithASignIsRead() {
    assertThat(read("double", Bytes.toBytes(0xFFF8_0000_0000_0000L))).isEqualTo(Double.NaN);
    assertThat(read("float", Bytes.toBytes(0xFFC0_0000))).isEqualTo(Float.NaN);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4, 9})
  void otherLengthsAreRefused(int length) {
    assertThatThrownBy(() -> read("double", new byte[length]))
        .isInstanceOf(UnreadableRowException.class)
        .hasMessageStartingWith(
            "cannot read v of t as double: found "
                + (length == 0 ? "a cell without bytes" : "the bytes " + "00".repeat(length))
                + ", no value of this type (row key 0102); to read the bytes, DROP the table");
  }
}
