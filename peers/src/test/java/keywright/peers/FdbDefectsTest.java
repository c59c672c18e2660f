package keywright.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.apple.foundationdb.tuple.Tuple;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import org.junit.jupiter.api.Test;

/** What FoundationDB's tuples do not hold or do not sort, each as long as it is so. */
final class FdbDefectsTest {
  private static final KeyFormat FDB = KeyFormat.of("fdb");

  private static byte[] complement(byte[] bytes) {
    byte[] complement = bytes.clone();
    for (int i = 0; i < complement.length; i++) {
      complement[i] = (byte) ~bytes[i];
    }
    return complement;
  }

  private static void assertRefused(String columns, String parts, String message) {
    assertThatThrownBy(() -> KeySchema.parse(columns, parts, FDB))
        .isInstanceOf(KeyException.class)
        .hasMessage(message);
  }

  /** The parts of a key have one type each, so that this does not come up. */
  @Test
  void numbersOfTwoTypesSortByTheirTypes() {
    assertThat(Arrays.compareUnsigned(Tuple.from(5L).pack(), Tuple.from(1.0).pack())).isNegative();
  }

  @Test
  void theComplementOfATextSortsAPrefixWrong() {
    byte[] shorter = Tuple.from("a").pack();
    byte[] longer = Tuple.from("a\0").pack();
    assertThat(Arrays.compareUnsigned(shorter, longer)).isNegative();
    assertThat(Arrays.compareUnsigned(complement(shorter), complement(longer)))
        .as("descending, the longer text is to come first")
        .isNegative();
    byte[] ofNull = Tuple.fromList(Collections.singletonList(null)).pack();
    assertThat(
            Arrays.compareUnsigned(
                concat(complement(shorter), ofNull), concat(complement(longer), ofNull)))
        .as("nor does it with a null behind")
        .isNegative();
    assertRefused(
        "a text, b bigint",
        "a DESC, b",
        "cannot use a DESC in a key of key_format fdb: found DESC, expected an ascending part; write a constant minus the column, such as 999999 - id, or use key_format kw1");
  }

  private static byte[] concat(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  @Test
  void thereIsNoDecimalAndNoTimestamp() {
    assertThat(Tuple.from(new BigDecimal("1.5")).pack())
        .as("cut to a whole number without a word")
        .isEqualTo(Tuple.from(1L).pack());
    assertThatThrownBy(() -> Tuple.from(Instant.EPOCH).pack())
        .isInstanceOf(IllegalArgumentException.class);
    assertRefused(
        "a decimal(5,2)",
        "a",
        "cannot use a in a key of key_format fdb: found decimal(5,2), expected a type that FoundationDB's tuple layer has, or key_format kw1");
    KeySchema schema = KeySchema.parse("a timestamp", "a", FDB);
    assertThat(schema.encode(schema.key(Instant.ofEpochMilli(1_234))))
        .isEqualTo(Tuple.from(1_234L).pack());
  }

  @Test
  void equalNumbersHaveSeveralForms() {
    byte[] negative = Tuple.from(-0.0).pack();
    byte[] other = Tuple.from(Double.longBitsToDouble(0x7FF8000000000001L)).pack();
    assertThat(negative).isNotEqualTo(Tuple.from(0.0).pack());
    assertThat(other).isNotEqualTo(Tuple.from(Double.NaN).pack());
    KeySchema schema = KeySchema.parse("a double", "a", FDB);
    assertThat(schema.encode(schema.key(-0.0))).isEqualTo(Tuple.from(0.0).pack());
    for (byte[] bytes : List.of(negative, other)) {
      assertThatThrownBy(() -> schema.decode(bytes))
          .isInstanceOf(KeyException.class)
          .hasMessageContaining("in a form that is not canonical at byte 1 of the row key");
    }
  }

  @Test
  void uuidsSortUnsigned() {
    UUID high = new UUID(Long.MIN_VALUE, 0);
    UUID low = new UUID(1, 0);
    assertThat(Arrays.compareUnsigned(Tuple.from(high).pack(), Tuple.from(low).pack()))
        .isPositive();
    assertThat(high.compareTo(low)).as("JDK-7025832").isNegative();
  }
}
