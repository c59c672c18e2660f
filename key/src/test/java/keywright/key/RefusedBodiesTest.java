package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Bodies that no value has: each is refused by part, offset, what was found and expected. */
final class RefusedBodiesTest {

  /** In front, and after a byte and under DESC. */
  private static void assertRefused(String type, String hex, int offset, String message) {
    byte[] body = HexFormat.of().parseHex(hex);
    assertRefused(KeySchema.parse("a " + type, "a"), body, 0, offset, message);
    byte[] complement = new byte[body.length + 1];
    for (int i = 0; i < body.length; i++) {
      complement[i + 1] = (byte) ~body[i];
    }
    String further = message.replace("byte " + offset + " of", "byte " + (offset + 1) + " of");
    assertRefused(
        KeySchema.parse("a " + type + ", b tinyint", "b, a DESC"),
        complement,
        1,
        offset + 1,
        further);
  }

  private static void assertRefused(
      KeySchema schema, byte[] rowKey, int part, int offset, String message) {
    assertThatThrownBy(() -> schema.decode(rowKey))
        .isInstanceOfSatisfying(
            KeyException.class,
            e -> {
              assertThat(e.part()).isEqualTo(part);
              assertThat(e.offset()).isEqualTo(offset);
            })
        .hasMessageEndingWith(
            "part " + (part + 1) + " \"a\" " + message + KeyException.WRITTEN_OTHERWISE);
  }

  @Test
  void varints() {
    String heads = ", expected 07, 0f to 7e, 80, 81 to f0 or f8";
    for (String head : new String[] {"00", "06", "08", "0e", "7f", "f1", "f7", "f9", "ff"}) {
      assertRefused(
          "varint", head + "01", 0, "starts with " + head + " at byte 0 of the row key" + heads);
    }
    String zero =
        "holds a leading zero byte at byte 1 of the row key, expected a magnitude without one";
    assertRefused("varint", "8100", 1, zero);
    assertRefused("varint", "820001", 1, zero);
    assertRefused("varint", "7dfffe", 1, zero);
    assertRefused("varint", "88" + "00" + "01".repeat(7), 1, zero);
    assertRefused("varint", "8201", 1, "needs 2 bytes from byte 1 of the row key on, found 1");
    assertRefused("varint", "8a01", 1, "needs 10 bytes from byte 1 of the row key on, found 1");
    assertRefused(
        "varint",
        "f800000070" + "01".repeat(112),
        1,
        "holds a length of 112 in the long form at byte 1 of the row key, expected more than 112 bytes");
    assertRefused(
        "varint",
        "f8ffffffff01",
        1,
        "holds a length of 4294967295 at byte 1 of the row key, expected at most the 1 bytes left");
    assertRefused(
        "varint",
        "078000000001",
        1,
        "holds a length of 2147483647 at byte 1 of the row key, expected at most the 1 bytes left");
    assertRefused("varint", "f80000", 1, "needs 4 bytes from byte 1 of the row key on, found 2");
    assertRefused(
        "varint",
        "f800000071" + "00" + "01".repeat(112),
        5,
        "holds a leading zero byte at byte 5 of the row key, expected a magnitude without one");
    assertRefused("varint", "810101", 2, "ends at byte 2 of the row key, found 1 more bytes");
  }

  @Test
  void decimals() {
    for (String head : new String[] {"00", "3e", "40", "7f", "81", "bf", "c1", "ff"}) {
      assertRefused(
          "decimal",
          head + "81010200",
          0,
          "starts with " + head + " at byte 0 of the row key, expected 80, c0 or 3f");
    }
    assertRefused(
        "decimal", "c0810100", 3, "holds no digits at byte 3 of the row key, expected 02 to 64");
    assertRefused(
        "decimal",
        "c08101010200",
        3,
        "holds a leading zero digit at byte 3 of the row key, expected 02 to 64");
    assertRefused(
        "decimal",
        "c08101020100",
        4,
        "holds a trailing zero digit at byte 4 of the row key, expected 02 to 64 before 00");
    assertRefused(
        "decimal",
        "c08101" + "02".repeat(20) + "0100",
        23,
        "holds a trailing zero digit at byte 23 of the row key, expected 02 to 64 before 00");
    assertRefused(
        "decimal",
        "c081010265",
        4,
        "holds the digit 65 at byte 4 of the row key, expected 00 to 64");
    assertRefused("decimal", "c0810102", 4, "needs 1 byte from byte 4 of the row key on, found 0");
    assertRefused(
        "decimal",
        "c081000200",
        2,
        "holds a leading zero byte at byte 2 of the row key, expected a magnitude without one");
    String expected = ", expected a number with an exponent from -1000000000 to 1000000000";
    assertRefused(
        "decimal",
        "c0841dcd65010200",
        1,
        "holds the exponent 500000001 of base 100 at byte 1 of the row key" + expected);
    assertRefused(
        "decimal",
        "c07be2329aff0200",
        1,
        "holds the exponent -500000000 of base 100 at byte 1 of the row key" + expected);
    assertRefused(
        "decimal",
        "c0880100000000000000" + "0200",
        1,
        "holds the exponent 72057594037927936 of base 100 at byte 1 of the row key" + expected);
  }

  @Test
  void timesOfDay() {
    String[][] days = {
      {"time(s)", "015180", "00:00:00 (whole seconds)", "86400"},
      {"time(ms)", "05265c00", "00:00:00.000 (at most 3 decimals of a second)", "86400000"},
      {"time(us)", "141dd76000", "00:00:00.000000 (at most 6 decimals of a second)", "86400000000"},
      {
        "time",
        "4e94914f0000",
        "00:00:00.000000000 (at most 9 decimals of a second)",
        "86400000000000"
      },
    };
    for (String[] day : days) {
      assertRefused(
          day[0],
          day[1],
          0,
          "holds "
              + day[3]
              + " units since midnight at byte 0 of the row key, expected a time of the day such as "
              + day[2]);
    }
  }

  @Test
  void enums() {
    assertRefused(
        "enum('a' = 1, 'b' = 3)",
        "02",
        0,
        "holds 2 at byte 0 of the row key, expected the number of one of 'a', 'b'");
    assertRefused(
        "enum('a' = 1, 'b' = 300)",
        "0002",
        0,
        "holds 2 at byte 0 of the row key, expected the number of one of 'a', 'b'");
  }

  @Test
  void listsAndVariants() {
    String marker = ", expected 02 before an element or 01 at the end of the list";
    for (String octet : new String[] {"00", "03", "ff"}) {
      assertRefused(
          "list<tinyint>",
          "0280" + octet,
          2,
          "holds " + octet + " in place of a marker at byte 2 of the row key" + marker);
    }
    assertRefused(
        "list<tinyint>", "0280", 2, "needs 1 byte from byte 2 of the row key on, found 0");
    assertRefused(
        "list<tinyint>", "010280", 1, "ends at byte 1 of the row key, found 2 more bytes");
    assertRefused(
        "list<varint>",
        "028100",
        2,
        "holds a leading zero byte at byte 2 of the row key, expected a magnitude without one");
    for (String tag : new String[] {"00", "11", "22", "31", "51", "ff"}) {
      assertRefused(
          "variant",
          "5002" + tag,
          2,
          "holds the tag " + tag + " at byte 2 of the row key, expected 10, 20, 21, 30, 40 or 50");
    }
    assertRefused(
        "variant",
        "5002".repeat(100_000),
        128,
        "holds lists nested more than 64 deep at byte 128 of the row key, expected at most 64");
    assertThat(
            Type.parse("variant")
                .fromBytes(HexFormat.of().parseHex("5002".repeat(63) + "5001" + "01".repeat(63))))
        .hasToString("[".repeat(64) + "]".repeat(64));
  }
}
