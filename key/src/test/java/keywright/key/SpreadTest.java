package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What comes equally often, compared with ids that rise one by one. */
final class SpreadTest {
  private static final String COLUMNS =
      "id bigint, small smallint, at timestamp(s), name text, u uuid, day date, kind enum('a' = 1,"
          + " 'b' = 2), flag boolean";
  private static final int ROWS = 20_000;

  private static final List<String> EVEN =
      List.of(
          "bucket(7, id)",
          "mod(id, 10)",
          "md5(id)",
          "sha256(name)",
          "left(md5(id), 4)",
          "right(sha1(id), 12)",
          "left(right(md5(id), 9), 9)",
          "reverse(md5(id))",
          "reverse(lpad(id, 9))",
          "reverse(lpad(at, 12))",
          "left(reverse(lpad(id, 9)), 3)",
          "right(lpad(id, 9), 2)",
          "reverse(lpad(mod(id, 16), 3))",
          "lpad(mod(id, 16), 3)",
          "reverse_bytes(id)",
          "bit_reverse(id)",
          "bit_reverse(small)",
          "u");

  private static final List<String> UNKNOWN =
      List.of(
          "id",
          "name",
          "at",
          "day",
          "kind",
          "flag",
          "lpad(id, 9)",
          "left(lpad(id, 9), 2)",
          "reverse(left(lpad(id, 9), 2))",
          "right(reverse(lpad(id, 9)), 2)",
          "left(lpad(mod(id, 16), 3), 2)",
          "reverse(name)",
          "right(name, 2)",
          "upper(md5(id))",
          "999999999 - id",
          "date_trunc('hour', at)",
          "date_format(at, 'uuuuMMdd')");

  private static KeySchema schema(String part) {
    return KeySchema.parse(COLUMNS, part);
  }

  private static Spread spread(String part) {
    return schema(part).spread(0).orElseThrow();
  }

  /** The part's value in row {@code row}. */
  private static Object value(KeySchema schema, int row) {
    UUID uuid = new UUID(row * 0x9E3779B97F4A7C15L, row);
    Object value =
        schema
            .key(row, row % 30_000, Instant.ofEpochSecond(row), "n" + row, uuid, null, null, null)
            .part(0);
    assertThat(value).isNotNull();
    return value;
  }

  @Test
  void rowsFallEvenlyBetweenTheValues() {
    for (String part : EVEN) {
      KeySchema schema = schema(part);
      Spread spread = spread(part);
      long whole = spread.size(10);
      long size = whole <= 100 ? whole : 16;
      Type type = schema.partType(0);
      List<Object> values = new ArrayList<>();
      for (long i = 0; i < size; i++) {
        values.add(spread.value(i * whole / size, whole));
      }
      values.sort(type::compare);
      int[] counts = new int[values.size()];
      for (int row = 0; row < ROWS; row++) {
        Object value = value(schema, row);
        int cell = values.size() - 1;
        while (cell > 0 && type.compare(values.get(cell), value) > 0) {
          cell--;
        }
        counts[cell]++;
      }
      assertThat(counts.length).as(part).isGreaterThan(1);
      for (int count : counts) {
        assertThat((double) count * counts.length / ROWS).as(part).isBetween(0.85, 1.15);
      }
    }
  }

  @Test
  void nothingIsKnownOfTheOthers() {
    for (String part : UNKNOWN) {
      assertThat(schema(part).spread(0)).as(part).isEmpty();
    }
  }

  @Test
  void thereAreAsManyValuesAsTheFewestDigitsMake() {
    assertThat(spread("bucket(7, id)").size(1_000)).isEqualTo(7);
    assertThat(spread("left(md5(id), 4)").size(2)).isEqualTo(65_536);
    assertThat(spread("md5(id)").size(1)).isEqualTo(1);
    assertThat(spread("md5(id)").size(2)).isEqualTo(16);
    assertThat(spread("md5(id)").size(16)).isEqualTo(16);
    assertThat(spread("md5(id)").size(17)).isEqualTo(256);
    assertThat(spread("reverse(lpad(id, 3))").size(5_000)).isEqualTo(1_000);
    assertThat(spread("u").size(100)).isEqualTo(128);
    assertThat(spread("bit_reverse(small)").size(Long.MAX_VALUE)).isEqualTo(65_536);
    assertThat(spread("u").size(Long.MAX_VALUE)).isPositive();
    assertThat(spread("md5(id)").size(Long.MAX_VALUE)).isPositive();
    assertThat(spread("md5(id)").isWhole(16)).isFalse();
    assertThat(spread("reverse(lpad(id, 3))").isWhole(1_000)).isTrue();
    assertThat(spread("bucket(7, id)").isWhole(7)).isTrue();
  }

  @Test
  void aValueIsTheLeastWithItsDigits() {
    assertThat(spread("reverse(lpad(id, 3))").value(4, 10)).isEqualTo("400");
    assertThat(spread("reverse(lpad(id, 3))").value(7, 1_000)).isEqualTo("007");
    assertThat(spread("left(md5(id), 9)").value(0xa7, 256)).isEqualTo("a70000000");
    assertThat(spread("u").value(1, 4))
        .isEqualTo(UUID.fromString("40000000-0000-0000-0000-000000000000"));
    assertThat(spread("u").value(3, 4))
        .isEqualTo(UUID.fromString("c0000000-0000-0000-0000-000000000000"));
    assertThat(spread("bit_reverse(small)").value(0, 4)).isEqualTo(Short.MIN_VALUE);
    assertThat(spread("bit_reverse(small)").value(2, 4)).isEqualTo((short) 0);
    assertThat(spread("mod(id, 10)").value(9, 10)).isEqualTo((short) 9);
    assertThatThrownBy(() -> spread("mod(id, 10)").value(10, 10))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> spread("u").value(-1, 4))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> spread("lpad(mod(id, 20), 1)").value(12, 20))
        .isInstanceOf(KeyException.class);
  }
}
