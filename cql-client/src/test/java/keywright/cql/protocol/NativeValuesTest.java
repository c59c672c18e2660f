package keywright.cql.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.protocol.internal.ProtocolConstants.DataType;
import com.datastax.oss.protocol.internal.response.result.RawType;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import keywright.key.CqlDuration;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.testkit.Seeds;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;

/** Bytes of values. That values come back is tested with a driver. */
class NativeValuesTest {
  private static final List<Type> TYPES =
      List.of(
              "tinyint",
              "smallint",
              "int",
              "bigint",
              "bigint unsigned",
              "varint",
              "float",
              "double",
              "decimal",
              "boolean",
              "text",
              "blob",
              "uuid",
              "timeuuid",
              "inet",
              "date",
              "time",
              "timestamp",
              "timestamp(us)",
              "variant",
              "list<int>",
              "list<list<text>>",
              "set<smallint>",
              "map<tinyint, text>",
              "duration")
          .stream()
          .map(Type::parse)
          .toList();

  @Test
  void anyBytesAreAValueOrRefusedInOneLine() {
    long seed = Seeds.base();
    Random random = new Random(seed);
    int read = 0;
    for (int trial = 0; trial < Trials.of(400_000, 40_000); trial++) {
      Type type = TYPES.get(random.nextInt(TYPES.size()));
      byte[] bytes = new byte[random.nextInt(3) == 0 ? 8 : random.nextInt(24)];
      random.nextBytes(bytes);
      if (bytes.length > 3 && random.nextBoolean()) {
        bytes[0] = 0;
        bytes[1] = 0;
        bytes[2] = 0;
      }
      try {
        Object value = NativeType.of(type).decode(ByteBuffer.wrap(bytes));
        assertThat(value).as(Seeds.reproduction(seed)).isNotNull();
        read++;
      } catch (IllegalArgumentException | KeyException e) {
        assertThat(e.getMessage()).as(Seeds.reproduction(seed)).startsWith("found ");
      }
    }
    assertThat(read).isPositive();
  }

  @Test
  void aWrongLengthIsRefused() {
    assertThatThrownBy(() -> decode(DataType.INT, new byte[3]))
        .hasMessage("found 3 bytes, expected the 4 bytes of type int");
    assertThatThrownBy(() -> decode(DataType.UUID, new byte[15]))
        .hasMessage("found 15 bytes, expected the 16 bytes of type uuid");
    assertThatThrownBy(() -> decode(DataType.VARINT, new byte[0]))
        .hasMessage("found 0 bytes, expected at least 1 of a number");
    assertThatThrownBy(() -> decode(DataType.BOOLEAN, new byte[] {2}))
        .hasMessage("found the byte 2, expected 0 or 1 of type boolean");
    assertThatThrownBy(() -> decode(DataType.VARCHAR, new byte[] {-1}))
        .hasMessage("found bytes that are not UTF-8, expected a text");
    assertThatThrownBy(() -> decode(DataType.DECIMAL, new byte[] {127, -1, -1, -1, 1}))
        .hasMessage(
            "found a decimal of scale 2,147,483,647, expected one from -1,000,000 to 1,000,000");
    assertThatThrownBy(() -> decode(DataType.TIME, new byte[] {-1, 0, 0, 0, 0, 0, 0, 0}))
        .hasMessageEndingWith("expected a time of a day");
  }

  @Test
  void theElementsOfAListAreWholeAndNotNull() {
    RawType list = new RawType.RawList(NativeValues.primitive(DataType.INT));
    assertThatThrownBy(() -> NativeValues.decode(list, bytes(0, 0, 0, 1, 0, 0, 0, 4, 0)))
        .hasMessage("found an element of 4 bytes, expected at most 1");
    assertThatThrownBy(() -> NativeValues.decode(list, bytes(0, 0, 0, 1, -1, -1, -1, -1)))
        .hasMessage("found a null in a list, expected values");
    assertThatThrownBy(() -> NativeValues.decode(list, bytes(0, 0, 0, 0, 1)))
        .hasMessage("found 1 bytes after the last element of a list, expected none");
    assertThatThrownBy(() -> NativeValues.decode(list, bytes(127, -1, -1, -1)))
        .hasMessage("found 0 bytes, expected the 4 bytes of the length of element 1");
  }

  @Test
  void aDurationHasTheBytesOfCassandra() {
    assertDuration(CqlDuration.of(0, 0, 0), "000000");
    assertDuration(CqlDuration.of(1, 2, 3), "020406");
    assertDuration(CqlDuration.of(-1, -2, -3), "010305");
    assertDuration(CqlDuration.of(12, 63, 64), "187e8080");
    assertDuration(CqlDuration.of(0, 0, 3_600_000_000_000L), "0000fc068c61714000");
    assertDuration(
        CqlDuration.of(Integer.MIN_VALUE, 0, Long.MIN_VALUE), "f0ffffffff00ffffffffffffffffff");
    assertDuration(CqlDuration.of(0, 0, Long.MAX_VALUE), "0000fffffffffffffffffe");
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 10_000; i++) {
      CqlDuration duration =
          CqlDuration.of(
              random.nextInt() >>> random.nextInt(1, 32),
              random.nextInt() >>> random.nextInt(1, 32),
              random.nextLong() >>> random.nextInt(1, 64));
      NativeType type = NativeType.of(Type.parse("duration"));
      assertThat(type.decode(type.encode(duration))).isEqualTo(duration);
    }
    assertThatThrownBy(() -> decode(DataType.DURATION, new byte[] {0, 0}))
        .hasMessage("found the end of a duration, expected three numbers");
    assertThatThrownBy(() -> decode(DataType.DURATION, new byte[] {0, 0, 0, 0}))
        .hasMessage("found 1 bytes after a duration, expected none");
    assertThatThrownBy(() -> decode(DataType.DURATION, new byte[] {2, 1, 0}))
        .hasMessageContaining("expected numbers of one sign");
  }

  private static void assertDuration(CqlDuration duration, String hex) {
    NativeType type = NativeType.of(Type.parse("duration"));
    ByteBuffer bytes = type.encode(duration);
    byte[] found = new byte[bytes.remaining()];
    bytes.duplicate().get(found);
    assertThat(HexFormat.of().formatHex(found)).isEqualTo(hex);
    assertThat(type.decode(bytes)).isEqualTo(duration);
  }

  private static Object decode(int type, byte[] bytes) {
    return NativeValues.decode(NativeValues.primitive(type), ByteBuffer.wrap(bytes));
  }

  private static ByteBuffer bytes(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length);
    for (int value : values) {
      bytes.put((byte) value);
    }
    return bytes.flip();
  }
}
