package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import keywright.testkit.Seeds;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets that are checked without decoding a part. */
class BucketOfLastTest {
  private static final List<Column> COLUMNS =
      Column.parseList(
          "at timestamp, id bigint, n int, name text, spare int NULL, code char(3), ok boolean, price double, kind enum('a' = 1, 'b' = 2), day date");

  private static KeySchema schema(String key) {
    return KeySchema.of(COLUMNS, KeyPart.parseList(key), KeyFormat.kw1());
  }

  private static @Nullable BucketOfLast of(KeySchema schema) {
    return BucketOfLast.of(schema.parts(), schema.expressions(), schema.format());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bucket(16, id), id",
        "bucket(16, id), id DESC",
        "bucket(7, at, id), at DESC, id",
        "bucket(1000, at, id), at, id DESC",
        "bucket(1, at, id), at DESC, id DESC",
        "bucket(65536, at, id, name), at DESC, id, name",
        "bucket(8, name), name",
        "bucket(8, name, id), name, id",
        "bucket(8, spare, id), spare, id",
        "bucket(16, id), at, id",
        "bucket(16, id), name, id DESC",
        "bucket(12, id, n), name DESC, at, id DESC, n",
        "bucket(16, id), at, id DESC NULLS FIRST",
        "bucket(100, code, ok), code DESC, ok DESC",
        "bucket(100, price, kind), price DESC, kind DESC",
        "bucket(9, day, price, name), day DESC, price, name"
      })
  void isCheckedAsWithDecoding(String key) {
    KeySchema schema = schema(key);
    assertThat(of(schema)).isNotNull();
    SplittableRandom random = new SplittableRandom(Seeds.base());
    int wrong = 0;
    for (int i = 0; i < 300; i++) {
      @Nullable Object[] row = {
        Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L) - 2_000_000_000_000L),
        random.nextBoolean() ? random.nextLong() : random.nextLong(100),
        random.nextInt(),
        "\u0000abc".substring(random.nextInt(4), 4).repeat(random.nextInt(9)),
        random.nextBoolean() ? null : random.nextInt(),
        "abc".substring(random.nextInt(4)),
        random.nextBoolean(),
        random.nextDouble() - 0.5,
        random.nextBoolean() ? "a" : "b",
        LocalDate.ofEpochDay(random.nextInt(-10_000, 30_000))
      };
      byte[] rowKey = schema.rowKey(row);
      @Nullable Object[] found = schema.columnValues(rowKey);
      for (int column = 0; column < row.length; column++) {
        boolean isKey = schema.recovers(COLUMNS.get(column).name());
        assertThat(found[column]).isEqualTo(isKey ? row[column] : null);
      }
      for (byte[] other : changed(rowKey, random)) {
        String expected = outcome(() -> schema.columnValues(schema.decode(other)));
        assertThat(outcome(() -> schema.columnValues(other))).isEqualTo(expected);
        wrong += expected.contains("computed from the other parts") ? 1 : 0;
      }
    }
    assertThat(wrong).as(Seeds.reproduction(Seeds.base())).isGreaterThan(100);
  }

  private static List<byte[]> changed(byte[] rowKey, SplittableRandom random) {
    byte[] bit = rowKey.clone();
    bit[random.nextInt(bit.length)] ^= (byte) (1 << random.nextInt(8));
    byte[] bucket = rowKey.clone();
    bucket[0] ^= (byte) (1 << random.nextInt(4));
    byte[] shorter = Arrays.copyOf(rowKey, random.nextInt(rowKey.length));
    byte[] longer = Arrays.copyOf(rowKey, rowKey.length + 1 + random.nextInt(9));
    return List.of(bit, bucket, shorter, longer);
  }

  private static String outcome(Supplier<@Nullable Object[]> call) {
    try {
      return Arrays.toString(call.get());
    } catch (KeyException e) {
      return e.getMessage();
    }
  }

  /** Where the inputs, or their descending parts, start is not known, or they are not the last. */
  @Test
  void othersAreDecoded() {
    for (String key :
        List.of(
            "id, bucket(16, id)",
            "bucket(16, id), id, at",
            "bucket(16, id, at), at, id",
            "bucket(8, name), name DESC",
            "bucket(8, name), id, name",
            "bucket(8, name, id), name, id DESC",
            "bucket(8, spare), spare DESC",
            "bucket(8, spare), spare NULLS LAST",
            "bucket(8, name), reverse(name)",
            "reverse(name)")) {
      assertThat(of(schema(key))).as(key).isNull();
    }
  }

  @Test
  void bucketsAreRemaindersOfUnsignedNumbers() {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    for (int n : new int[] {1, 2, 3, 8, 10, 16, 1_000, 65_536, 100_000, 1 << 30}) {
      for (int i = 0; i < 100; i++) {
        long hash = random.nextLong();
        assertThat(Bucket.of(hash, n)).isEqualTo(Long.remainderUnsigned(hash, n));
      }
    }
  }
}
