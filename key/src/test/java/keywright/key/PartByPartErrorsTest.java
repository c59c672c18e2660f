package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What writers and readers refuse, word for word, and the small doors beside them. */
final class PartByPartErrorsTest {
  private static final KeySchema EVENTS =
      KeySchema.parse("tenant text, ts timestamp, id int", "tenant, ts DESC, id");
  private final byte[] buffer = new byte[64];

  private static void refuses(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(KeyException.class).hasMessage(message);
  }

  @Test
  void aWriterSaysWhatItExpects() {
    refuses(
        () -> EVENTS.writer(buffer, 0).putLong(1),
        "cannot write part 1 \"tenant\": found putLong, expected putText for text");
    refuses(
        () -> EVENTS.writer(buffer, 0).putText("a").putTimestamp(0).putLong(1L << 31),
        "cannot encode id: found 2147483648, expected a whole number from -2147483648 to"
            + " 2147483647");
    refuses(
        () -> EVENTS.writer(buffer, 0).putText("a\uD800"),
        "cannot encode tenant: found 'a\uD800', expected text such as 'abc' (no unpaired"
            + " surrogates)");
    for (String alone : List.of("\uD83Db", "\uDD25b", "\uD83D\uD83D")) {
      refuses(
          () -> EVENTS.writer(buffer, 0).putText(alone),
          "cannot encode tenant: found '"
              + alone
              + "', expected text such as 'abc' (no unpaired surrogates)");
    }
    refuses(
        () -> EVENTS.writer(buffer, 0).putNull(),
        "cannot encode tenant: found null, expected a value, because this key part is NOT NULL; give the part a value");
    refuses(
        () -> EVENTS.writer(buffer, 0).putText("a").putTimestamp(0).end(),
        "cannot end a row key of (tenant, ts, id): found 2 parts written, expected 3; write the other parts first");
    refuses(
        () -> EVENTS.writer(buffer, 0).putText("a").putTimestamp(0).putInt(1).putInt(2),
        "cannot write part 4: the key (tenant, ts, id) has only 3 parts");
    refuses(
        () -> EVENTS.writer(buffer, 52).putText("acme").putTimestamp(0),
        "cannot write part 2 \"ts\": needs 8 bytes at offset 58, found space for 6; pass a longer buffer");
    refuses(
        () -> EVENTS.writer(new byte[5], 0).putText("a\0b"),
        "cannot write part 1 \"tenant\": needs 6 bytes at offset 0, found space for 5; pass a longer buffer");
    refuses(
        () -> EVENTS.writer(buffer, 65),
        "cannot write a row key: found offset 65, expected 0 to 64, the length of the buffer");
    refuses(
        () -> KeySchema.parse("id bigint unsigned", "id").writer(buffer, 0).putLong(-1),
        "cannot encode id: found -1, expected a whole number from 0 to 18446744073709551615");
  }

  @Test
  void aWriterTakesNoGuessOfAComputedPart() {
    refuses(
        () -> KeySchema.parse("id bigint", "bucket(8), id").writer(buffer, 0),
        "cannot write a row key part by part: part 1 \"bucket(8)\" is computed, expected columns"
            + " alone; use rowKey or codec");
    KeySchema text = KeySchema.parse("id bigint", "lpad(id, 9)", KeyFormat.text("_"));
    refuses(
        () -> text.writer(buffer, 0),
        "cannot write a row key part by part: the format is text, expected kw1; use rowKey");
    refuses(
        () -> text.reader(buffer),
        "cannot read a row key part by part: the format is text, expected kw1; use decode");
    assertThat(text.part(text.rowKey(7), 0)).isEqualTo("000000007");
  }

  @Test
  void aReaderSaysWhatItExpects() {
    byte[] rowKey = EVENTS.rowKey("acme", 0, 7);
    refuses(
        () -> EVENTS.reader(rowKey).getDate(),
        "cannot read part 1 \"tenant\": found getDate, expected getText for text");
    refuses(
        () -> EVENTS.reader(rowKey).to(3),
        "cannot read part 4: the key (tenant, ts, id) has only 3 parts");
    refuses(
        () -> EVENTS.reader(rowKey).skip().end(),
        "cannot end at part 2 \"ts\": found 1 parts read, expected 3; read or skip the other parts first");
    refuses(
        () -> EVENTS.reader(rowKey, 1, 99),
        "cannot read a row key: found the range [1, 99), expected a range inside the array of 18 bytes");
    KeySchema nullable = KeySchema.parse("n int NULL", "n");
    refuses(
        () -> nullable.reader(nullable.rowKey((Object) null)).getInt(),
        "cannot read part 1 \"n\": found null, expected a value; call isNull first");
    KeySchema unsigned = KeySchema.parse("n bigint unsigned", "n");
    byte[] large = unsigned.rowKey(new BigInteger("18446744073709551615"));
    refuses(
        () -> unsigned.reader(large).getLong(),
        "cannot read part 1 \"n\": found 18446744073709551615, expected a long; use get");
    refuses(
        () -> unsigned.reader(unsigned.rowKey(1L << 40)).getInt(),
        "cannot read part 1 \"n\": found 1099511627776, expected an int; use getLong");
  }

  @Test
  void leadingValuesBoundAScan() {
    ByteRange acme = EVENTS.startingWith("acme", "1970-01-01");
    assertThat(acme.contains(EVENTS.rowKey("acme", 0, 7))).isTrue();
    assertThat(acme.contains(EVENTS.rowKey("acme", 1, 7))).isFalse();
    assertThat(EVENTS.startingWith()).isEqualTo(ByteRange.all());
    ByteRange ac = EVENTS.bytes(KeyRange.startingWith(List.of(), "ac"));
    assertThat(ac.contains(EVENTS.rowKey("acme", 0, 7))).isTrue();
    assertThat(ac.contains(EVENTS.rowKey("bc", 0, 7))).isFalse();
    refuses(
        () -> EVENTS.startingWith("acme", "yesterday"),
        "cannot encode ts: found 'yesterday', expected a UTC timestamp such as"
            + " 1970-01-01T00:00:00.000Z (at most 3 decimals of a second)");
    refuses(
        () -> EVENTS.startingWith("acme", 0, 7, 8),
        "cannot make a range of row keys: found values for 4 parts, expected at most 3");
  }

  @Test
  void rowKeysHaveAnOrder() {
    byte[] low = HexFormat.of().parseHex("7f");
    byte[] high = HexFormat.of().parseHex("80");
    assertThat(ByteRange.order().compare(low, high)).isNegative();
    assertThat(List.of(high, low).stream().sorted(ByteRange.order()).toList())
        .containsExactly(low, high);
  }
}
