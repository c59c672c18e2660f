package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a part of a type can be in the formats of other systems. */
final class ForeignLengthsTest {

  /** The last column is a value that takes so many bytes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hbase | decimal(9,3) | 8 | 999999.999",
        "hbase | decimal(38,0) | 20 | -99999999999999999999999999999999999999",
        "hbase | timestamp | 8 | 1970-01-01T00:00:00Z",
        "hbase | char(5) | 5 | a",
        "hbase-ordered | tinyint unsigned | 3 | 255",
        "hbase-ordered | bigint unsigned | 11 | 18446744073709551615",
        "hbase-ordered | decimal(9,3) | 6 | 999999.999",
        "hbase-ordered | decimal(9,9) | 7 | 0.999999999",
        "hbase-ordered | decimal(38,0) | 18 | 9999999999999999999999999999999",
        "hbase-ordered | decimal(38,37) | 18 | 0.009999999999999999999999999999999",
        "hbase-ordered | char(3) | 5 | abc",
        "hbase-ordered | digits(3) | 5 | 999",
        "phoenix | decimal(9,3) | 7 | -99999.999",
        "phoenix | decimal(4,0) | 4 | -9999",
        "phoenix | decimal(38,37) | 21 | 9.9999999999999999999999999999999999999",
        "phoenix | char(3) | 3 | a",
        "phoenix | date | 8 | 1970-01-01",
        "phoenix | timestamp(ns) | 12 | 1970-01-01T00:00:00Z",
        "fdb | int | 5 | 2147483647",
        "fdb | bigint unsigned | 9 | 18446744073709551615",
        "fdb | float | 5 | 1",
        "fdb | boolean | 1 | true",
        "fdb | uuid | 17 | 01234567-89ab-cdef-8123-456789abcdef",
        "fdb | digits(3) | 5 | 999",
        "fdb | binary(3) | 7 | 000061",
        "fdb | char(3) | 7 | '\0\0a'",
        "fdb | time | 7 | 23:59:59.999999999",
        "fdb | date | 5 | +5000000-01-01",
        "fdb | enum('a' = 1, 'b' = 300) | 3 | b"
      })
  void theLongestPartIsReached(String format, String type, int longest, String value) {
    KeySchema schema = KeySchema.parse("n " + type, "n", KeyFormat.of(format));
    assertThat(schema.longestPart(0)).hasValue(longest);
    assertThat(schema.encode(schema.key(schema.partType(0).parseValue(value)))).hasSize(longest);
    assertThat(schema.partIsPrefixFree(0)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"hbase, text", "hbase-ordered, blob", "phoenix, decimal", "fdb, varint"})
  void whatHasNoBoundHasNoLongest(String format, String type) {
    KeySchema schema = KeySchema.parse("n " + type, "n", KeyFormat.of(format));
    assertThat(schema.longestPart(0)).isEmpty();
    assertThat(schema.longestKey()).isEmpty();
  }
}
