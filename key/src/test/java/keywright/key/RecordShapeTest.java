package keywright.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.time.Instant;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** How records meet columns, and what is said when they do not. */
final class RecordShapeTest {
  private static final KeySchema PAYMENTS =
      KeySchema.parse(
          "customer int NULL, paid_at timestamp, id bigint, note text",
          "customer, paid_at DESC, id");

  private record Payment(long id, Instant paidAt, Integer customer) {}

  private record Exact(long id, long paid_at, Integer customer, String note) {}

  private record NoId(Instant paidAt, Integer customer) {}

  private record Unknown(long id, Instant paidAt, Integer customer, int colour) {}

  private record Twice(long id, Instant paidAt, Instant paid_at, Integer customer) {}

  private record Narrow(int id, Instant paidAt, Integer customer) {}

  private record Day(long id, int paidAt, Integer customer) {}

  private record NotNull(long id, Instant paidAt, int customer) {}

  private static void refuses(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(KeyException.class).hasMessage(message);
  }

  @Test
  void componentsAreColumnsByName() {
    KeyCodec<Payment> codec = PAYMENTS.codec(Payment.class, MethodHandles.lookup());
    Payment payment = new Payment(7, Instant.ofEpochMilli(5), null);
    byte[] rowKey = PAYMENTS.rowKey(null, 5, 7, null);
    assertThat(codec.encode(payment)).isEqualTo(rowKey);
    assertThat(codec.decode(rowKey)).isEqualTo(payment);
    KeyCodec<Exact> exact = PAYMENTS.codec(Exact.class);
    assertThat(exact.encode(new Exact(7, 5, null, "x"))).isEqualTo(rowKey);
    refuses(
        () -> exact.decode(rowKey),
        "cannot decode a row key as record Exact: note cannot be recovered from the key; use KeySchema.decode, which returns the parts of the key");
  }

  @Test
  void whatDoesNotFitIsRefusedWhenTheCodecIsMade() {
    refuses(
        () -> PAYMENTS.codec(NoId.class),
        "cannot use record NoId: found no component for key column id");
    refuses(
        () -> PAYMENTS.codec(Unknown.class),
        "cannot use record Unknown: component colour is not a column, expected one of customer,"
            + " paid_at, id, note");
    refuses(
        () -> PAYMENTS.codec(Twice.class),
        "cannot use record Twice: two components have the name of column paid_at; remove one of them");
    refuses(
        () -> PAYMENTS.codec(Narrow.class),
        "cannot use record Narrow: component id is int, expected long for bigint");
    refuses(
        () -> PAYMENTS.codec(Day.class),
        "cannot use record Day: component paidAt is int, expected Instant or long for timestamp");
    refuses(
        () -> PAYMENTS.codec(NotNull.class),
        "cannot use record NotNull: component customer is int, expected Integer for int NULL");
    refuses(
        () -> PAYMENTS.codec(Payment.class, MethodHandles.publicLookup()),
        "cannot use record Payment: Keywright has no access to this class; pass MethodHandles.lookup() as well");
  }

  private record Login(String name) {}

  @Test
  void aDigestIsWrittenAndNotReadBack() {
    KeySchema schema = KeySchema.parse("name text", "md5(name)");
    KeyCodec<Login> codec = schema.codec(Login.class);
    byte[] rowKey = codec.encode(new Login("ann"));
    assertThat(rowKey).isEqualTo(schema.rowKey("ann"));
    refuses(
        () -> codec.decode(rowKey),
        "cannot decode a row key as record Login: name cannot be recovered from the key; use KeySchema.decode, which returns the parts of the key");
  }

  private record Visit(String page, short shard) {}

  @Test
  void aRandomColumnIsAComponent() {
    KeySchema schema = KeySchema.parse("page text", "random(8) AS shard, page");
    KeyCodec<Visit> codec = schema.codec(Visit.class);
    byte[] rowKey = codec.encode(new Visit("home", (short) 3));
    assertThat(rowKey).isEqualTo(schema.rowKey("home", 3));
    assertThat(codec.decode(rowKey)).isEqualTo(new Visit("home", (short) 3));
  }

  @Test
  void aFinerInstantIsTruncatedTowardsThePast() {
    KeyCodec<Payment> codec = PAYMENTS.codec(Payment.class);
    for (long second : new long[] {0, 1_500_000_000, -1, -86_400}) {
      Instant stored = Instant.ofEpochSecond(second, 7_000_000);
      Instant finer = stored.plusNanos(999_999);
      byte[] rowKey = codec.encode(new Payment(7, finer, 1));
      assertThat(codec.decode(rowKey)).isEqualTo(new Payment(7, stored, 1));
      assertThat(codec.encode(new Payment(7, stored, 1))).isEqualTo(rowKey);
      assertThat(rowKey)
          .isNotEqualTo(codec.encode(new Payment(7, stored.plusMillis(1), 1)))
          .isNotEqualTo(codec.encode(new Payment(7, stored.minusMillis(1), 1)));
    }
  }

  @Test
  void errorsAreThoseOfTheSchema() {
    KeyCodec<Payment> codec = PAYMENTS.codec(Payment.class);
    refuses(
        () -> codec.encode(new Payment(7, null, 1)),
        "cannot encode paid_at: found null, expected timestamp, because column paid_at is NOT NULL; give the column a value");
    refuses(
        () -> codec.encode(new Payment(7, Instant.EPOCH, 1), new byte[30], 20),
        "cannot write a row key: needs 21 bytes at offset 20, found space for 10; pass a longer buffer");
    refuses(
        () -> codec.decode(new byte[] {0x20, 1}),
        "cannot read key 2001: part 1 \"customer\" needs 4 bytes from byte 1 of the row key on, found 1"
            + KeyException.WRITTEN_OTHERWISE);
    refuses(
        () -> codec.decode(new byte[2], 1, 3),
        "cannot read a row key: found the range [1, 3), expected a range inside the array of 2 bytes");
    assertThatThrownBy(() -> codec.encode(null)).isInstanceOf(NullPointerException.class);
  }
}
