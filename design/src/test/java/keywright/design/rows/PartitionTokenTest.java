package keywright.design.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tokens that servers of Cassandra gave for these keys. */
final class PartitionTokenTest {
  private static final String COLUMNS = "i int, l bigint, t text, u uuid, b blob";

  private static long token(String partition, int parts, @Nullable Object... row) {
    KeySchema schema = KeySchema.parse(COLUMNS, partition);
    return new PartitionToken(schema, parts).of(schema.key(row).parts());
  }

  private static long ofInt(int i) {
    return token("i", 1, i, 0L, "", new UUID(0, 0), new byte[0]);
  }

  private static long ofText(String t) {
    return token("t", 1, 0, 0L, t, new UUID(0, 0), new byte[0]);
  }

  @Test
  void numbersAreBigEndian() {
    assertThat(ofInt(0)).isEqualTo(-3485513579396041028L);
    assertThat(ofInt(1)).isEqualTo(-4069959284402364209L);
    assertThat(ofInt(-1)).isEqualTo(7297452126230313552L);
    assertThat(ofInt(128)).isEqualTo(-9081975895656599623L);
    assertThat(ofInt(Integer.MIN_VALUE)).isEqualTo(-420533958509279465L);
    Map<Long, Long> longs =
        Map.of(0L, 2945182322382062539L, -1L, 7071048584287372947L, 1L, 6292367497774912474L);
    longs.forEach(
        (number, expected) ->
            assertThat(token("l", 1, 0, number, "", new UUID(0, 0), new byte[0]))
                .isEqualTo(expected));
  }

  @Test
  void textsAreUtf8OfAnyLength() {
    assertThat(ofText("a")).isEqualTo(-8839064797231613815L);
    assertThat(ofText("abcdefgh")).isEqualTo(-3708139591217214462L);
    assertThat(ofText("0123456789abcde")).isEqualTo(-6472281833689111727L);
    assertThat(ofText("0123456789abcdef")).isEqualTo(5467490433528156583L);
    assertThat(ofText("this is a longer test key for murmur3 hashing"))
        .isEqualTo(-7889617755374116647L);
  }

  @Test
  void bytesBehindTheLastBlockHaveASign() {
    Map<String, Long> tokens =
        Map.of(
            "80", -5284281814142962636L,
            "fffe", -2002833339314343643L,
            "80818283848586878889", -7623170703309721106L,
            "0102030405060708090a0b0c0d0e0f", 597835946752277653L);
    tokens.forEach(
        (hex, expected) ->
            assertThat(token("b", 1, 0, 0L, "", new UUID(0, 0), HexFormat.of().parseHex(hex)))
                .isEqualTo(expected));
  }

  @Test
  void uuidsAreTheirSixteenBytes() {
    assertThat(token("u", 1, 0, 0L, "", new UUID(-1, -1), new byte[0]))
        .isEqualTo(-2824192546314762522L);
    UUID uuid = UUID.fromString("12345678-1234-1234-1234-123456789abc");
    assertThat(token("u", 1, 0, 0L, "", uuid, new byte[0])).isEqualTo(-8497799532739775204L);
  }

  @Test
  void severalPartsAreOneKeyAndOthersHaveNoPartInIt() {
    assertThat(token("t, i", 2, 42, 0L, "hello", new UUID(0, 0), new byte[0]))
        .isEqualTo(7666157718303755816L);
    assertThat(token("t, i, l", 2, 99, 7L, "world", new UUID(0, 0), new byte[0]))
        .isEqualTo(-4641306270390207264L);
    assertThat(token("i, t DESC", 2, 10, 0L, "20", new UUID(0, 0), new byte[0]))
        .isEqualTo(-9026262514124674157L);
  }
}
