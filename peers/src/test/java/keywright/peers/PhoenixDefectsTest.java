package keywright.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeySchema;
import org.apache.hadoop.hbase.io.ImmutableBytesWritable;
import org.apache.phoenix.schema.PTable;
import org.apache.phoenix.schema.SaltingUtil;
import org.apache.phoenix.schema.SortOrder;
import org.apache.phoenix.schema.types.PBoolean;
import org.apache.phoenix.schema.types.PChar;
import org.apache.phoenix.schema.types.PDataType;
import org.apache.phoenix.schema.types.PDecimal;
import org.apache.phoenix.schema.types.PDouble;
import org.apache.phoenix.schema.types.PVarbinary;
import org.apache.phoenix.schema.types.PVarchar;
import org.junit.jupiter.api.Test;

/**
 * What Phoenix does to keys that loses rows or their order, each as long as it is so, and what the
 * format phoenix says instead.
 */
final class PhoenixDefectsTest {
  private static final KeyFormat PHOENIX = KeyFormat.of("phoenix");

  private static PTable table(boolean descending, PDataType<?>... types) {
    return PhoenixTest.table(
        IntStream.range(0, types.length)
            .mapToObj(
                i -> PhoenixTest.column("C" + i, types[i], null, true, descending && i > 0, i))
            .toList(),
        null);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void assertRefused(String columns, String parts, String message, Object... row) {
    assertThatThrownBy(
            () -> {
              KeySchema schema = KeySchema.parse(columns, parts, PHOENIX);
              schema.encode(schema.key(row));
            })
        .isInstanceOf(KeyException.class)
        .hasMessage(message);
  }

  @Test
  void textsWithNulShareOneKey() {
    PTable table = table(false, PVarchar.INSTANCE, PVarchar.INSTANCE);
    assertThat(PhoenixTest.newKey(table, utf8("a\0b"), utf8("x")))
        .isEqualTo(PhoenixTest.newKey(table, utf8("a"), utf8("b\0x")));
    assertRefused(
        "a text, b text",
        "a, b",
        "cannot encode a: found 'a\0b', expected text that is not empty and has no U+0000 (in Phoenix an empty text is null, and U+0000 ends a text)",
        "a\0b",
        "x");
  }

  @Test
  void anEmptyTextIsNull() {
    PTable table = table(false, PVarchar.INSTANCE, PVarchar.INSTANCE);
    assertThat(PhoenixTest.newKey(table, utf8("a"), PVarchar.INSTANCE.toBytes("")))
        .isEqualTo(PhoenixTest.newKey(table, utf8("a"), null));
    assertRefused(
        "a text, b text NULL",
        "a, b",
        "cannot encode b: found '', expected text that is not empty and has no U+0000 (in Phoenix an empty text is null, and U+0000 ends a text)",
        "a",
        "");
  }

  @Test
  void nullsSortFirstWhenDescending() {
    PTable table = table(true, PVarchar.INSTANCE, PVarchar.INSTANCE);
    byte[] ofNull = PhoenixTest.newKey(table, utf8("a"), null);
    byte[] ofValue =
        PhoenixTest.newKey(table, utf8("a"), PVarchar.INSTANCE.toBytes("b", SortOrder.DESC));
    assertThat(Arrays.compareUnsigned(ofNull, ofValue)).isNegative();
    assertRefused(
        "a text, b text NULL",
        "a, b DESC",
        "cannot use b DESC in a key of key_format phoenix: found nulls last, expected NULLS FIRST, because Phoenix sorts nulls first in ASC and in DESC");
    KeySchema.parse("a text, b text NULL", "a, b DESC NULLS FIRST", PHOENIX);
  }

  @Test
  void aDescendingBooleanHasTwoForms() {
    ImmutableBytesWritable upserted = new ImmutableBytesWritable(PBoolean.INSTANCE.toBytes(true));
    PBoolean.INSTANCE.coerceBytes(
        upserted, true, PBoolean.INSTANCE, null, null, SortOrder.ASC, null, null, SortOrder.DESC);
    assertThat(upserted.copyBytes()).isEqualTo(new byte[] {(byte) 0xFE});
    assertThat(PBoolean.INSTANCE.toBytes(true, SortOrder.DESC)).isEqualTo(new byte[] {0});
    assertThat(PBoolean.INSTANCE.toObject(upserted.copyBytes(), SortOrder.DESC))
        .as("what was written as true")
        .isEqualTo(false);
    assertRefused(
        "a boolean",
        "a DESC",
        "cannot use a DESC in a key of key_format phoenix: found DESC, expected an ascending boolean, because Phoenix encodes a descending boolean in two ways");
  }

  @Test
  void aDescendingVarbinarySortsZerosWrong() {
    PTable table = table(true, PVarchar.INSTANCE, PVarbinary.INSTANCE);
    byte[] shorter = PVarbinary.INSTANCE.toBytes(new byte[] {1}, SortOrder.DESC);
    byte[] longer = PVarbinary.INSTANCE.toBytes(new byte[] {1, 0}, SortOrder.DESC);
    assertThat(
            Arrays.compareUnsigned(
                PhoenixTest.newKey(table, utf8("a"), longer),
                PhoenixTest.newKey(table, utf8("a"), shorter)))
        .as("the longer one is above, so descending before")
        .isPositive();
    assertRefused(
        "a text, b blob",
        "a, b DESC",
        "cannot use b DESC in a key of key_format phoenix: found DESC, expected a blob only as the last part and ascending, because Phoenix does not mark the end of a blob");
  }

  @Test
  void decimalsAreRoundedAndTheirExponentsWrap() {
    BigDecimal more = BigDecimal.TEN.pow(38).add(BigDecimal.ONE);
    assertThat(PDecimal.INSTANCE.toBytes(more))
        .isEqualTo(PDecimal.INSTANCE.toBytes(BigDecimal.TEN.pow(38)));
    BigDecimal large = new BigDecimal("1E+126");
    BigDecimal one = BigDecimal.ONE;
    assertThat(
            Arrays.compareUnsigned(
                PDecimal.INSTANCE.toBytes(large), PDecimal.INSTANCE.toBytes(one)))
        .isNegative();
    assertThat(PDecimal.INSTANCE.toBytes(new BigDecimal("-1E+124"))[0]).isZero();
    BigDecimal small = new BigDecimal("1E-128");
    assertThat(((BigDecimal) PDecimal.INSTANCE.toObject(PDecimal.INSTANCE.toBytes(small))))
        .isNotEqualByComparingTo(small);
    for (BigDecimal number : List.of(more, large, new BigDecimal("-1E+124"), small)) {
      assertThatThrownBy(
              () -> {
                KeySchema schema = KeySchema.parse("a decimal", "a", PHOENIX);
                schema.encode(schema.key(number));
              })
          .isInstanceOf(KeyException.class)
          .hasMessageEndingWith(
              "expected 0 or a number of at most 38 digits whose absolute value is from 1E-126 to below 1E+124 (Phoenix's DECIMAL)");
    }
  }

  @Test
  void zerosOfEitherSignAreTwoKeys() {
    byte[] negative = PDouble.INSTANCE.toBytes(-0.0);
    assertThat(negative).isNotEqualTo(PDouble.INSTANCE.toBytes(0.0));
    KeySchema schema = KeySchema.parse("a double", "a", PHOENIX);
    assertThat(schema.encode(schema.key(-0.0))).isEqualTo(PDouble.INSTANCE.toBytes(0.0));
    assertThatThrownBy(() -> schema.decode(negative))
        .isInstanceOf(KeyException.class)
        .hasMessageContaining("holds no value of double at byte 0 of the row key");
  }

  @Test
  void spacesAtTheEndOfCharAreLost() {
    PTable table =
        PhoenixTest.table(
            List.of(PhoenixTest.column("A", PChar.INSTANCE, 3, false, false, 0)), null);
    assertThat(PhoenixTest.newKey(table, utf8("a")))
        .isEqualTo(PhoenixTest.newKey(table, utf8("a ")));
    assertRefused(
        "a char(3)",
        "a",
        "cannot encode a: found 'a ', expected 1 to 3 ASCII characters, none below the space, and the last one not a space (Phoenix's CHAR pads with spaces)",
        "a ");
  }

  @Test
  void theSaltLeavesAFifthOfTheBucketsEmptyForMultiplesOfAThousand() {
    for (int buckets : new int[] {10, 20}) {
      KeySchema schema = KeySchema.parse("id bigint", "phoenix_salt(" + buckets + "), id", PHOENIX);
      int[] rows = new int[buckets];
      for (long i = 0; i < 100_000; i++) {
        byte[] rowKey = schema.encode(schema.key(i * 1_000));
        byte salt = SaltingUtil.getSaltingByte(rowKey, 1, rowKey.length - 1, buckets);
        assertThat(rowKey[0]).isEqualTo(salt);
        rows[salt]++;
      }
      long empty = Arrays.stream(rows).filter(count -> count == 0).count();
      double fullest = Arrays.stream(rows).max().getAsInt() * buckets / 100_000.0;
      assertThat(empty).as("empty of %s buckets", buckets).isEqualTo(buckets / 5);
      assertThat(fullest).as("share of the fullest of %s", buckets).isCloseTo(1.88, within(0.01));
    }
  }
}
