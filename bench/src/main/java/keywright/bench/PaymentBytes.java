package keywright.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;

/**
 * The bytes of payments and of their index entries as Keywright stores them, written out by hand.
 * The texts are of ASCII without zero bytes.
 */
final class PaymentBytes {
  private static final int KEY_LENGTH = 24;
  private static final byte PRESENT = 0x20;

  /** Head of a value: the format and a version of eight bytes. */
  private static final int HEAD_LENGTH = 9;

  private static final int FIRST_CELL_ID = 4;

  private PaymentBytes() {}

  static byte[] key(long customerId, Instant paidAt, long paymentId) {
    byte[] bytes = new byte[KEY_LENGTH];
    ByteBuffer.wrap(bytes)
        .putLong(customerId ^ Long.MIN_VALUE)
        .putLong(~(paidAt.toEpochMilli() ^ Long.MIN_VALUE))
        .putLong(paymentId ^ Long.MIN_VALUE);
    return bytes;
  }

  static byte[] key(Payment payment) {
    return key(payment.customerId(), payment.paidAt(), payment.paymentId());
  }

  /** The first row key of a customer, or of the one after. */
  static byte[] customer(long customerId) {
    return ByteBuffer.allocate(Long.BYTES).putLong(customerId ^ Long.MIN_VALUE).array();
  }

  static byte[] value(Payment payment, long version) {
    byte[] state = payment.state().getBytes(UTF_8);
    byte[] currency = payment.currency().getBytes(UTF_8);
    byte[] note = payment.note().getBytes(UTF_8);
    int texts = state.length + currency.length + note.length;
    ByteBuffer value = ByteBuffer.allocate(HEAD_LENGTH + 4 * 2 + Long.BYTES + texts);
    putHead(value, version);
    putHead(value, FIRST_CELL_ID, Long.BYTES);
    value.putLong(payment.amount().unscaledValue().longValue() ^ Long.MIN_VALUE);
    putHead(value, FIRST_CELL_ID + 1, state.length);
    value.put(state);
    putHead(value, FIRST_CELL_ID + 2, currency.length);
    value.put(currency);
    putHead(value, FIRST_CELL_ID + 3, note.length);
    value.put(note);
    return value.array();
  }

  private static void putHead(ByteBuffer value, long version) {
    value.put((byte) 1);
    long rest = version;
    for (; rest >= 0x80; rest >>>= 7) {
      value.put((byte) (rest | 0x80));
    }
    value.put((byte) rest);
  }

  private static void putHead(ByteBuffer value, int id, int length) {
    value.put((byte) (2 * id)).put((byte) length);
  }

  static Payment payment(byte[] key, byte[] value) {
    ByteBuffer parts = ByteBuffer.wrap(key);
    long customerId = parts.getLong() ^ Long.MIN_VALUE;
    long paidAt = ~(parts.getLong() ^ Long.MIN_VALUE);
    long paymentId = parts.getLong() ^ Long.MIN_VALUE;
    int at = 1;
    while (value[at++] < 0) {
      // The version is of no interest.
    }
    long cents = 0;
    String state = "";
    String currency = "";
    String note = "";
    while (at < value.length) {
      int id = value[at] / 2;
      int length = value[at + 1];
      at += 2;
      switch (id) {
        case FIRST_CELL_ID -> cents = ByteBuffer.wrap(value).getLong(at) ^ Long.MIN_VALUE;
        case FIRST_CELL_ID + 1 -> state = new String(value, at, length, UTF_8);
        case FIRST_CELL_ID + 2 -> currency = new String(value, at, length, UTF_8);
        default -> note = new String(value, at, length, UTF_8);
      }
      at += length;
    }
    return new Payment(
        customerId,
        Instant.ofEpochMilli(paidAt),
        paymentId,
        BigDecimal.valueOf(cents, 2),
        state,
        currency,
        note);
  }

  /** The start of the entries of a state. */
  static byte[] state(String state) {
    byte[] text = state.getBytes(UTF_8);
    return ByteBuffer.allocate(text.length + 3)
        .put(PRESENT)
        .put(text)
        .put((byte) 0)
        .put((byte) 1)
        .array();
  }

  /** State, paid_at DESC, then what tells rows apart. */
  static byte[] stateKey(Payment payment) {
    byte[] state = state(payment.state());
    return ByteBuffer.allocate(state.length + KEY_LENGTH)
        .put(state)
        .putLong(~(payment.paidAt().toEpochMilli() ^ Long.MIN_VALUE))
        .putLong(payment.customerId() ^ Long.MIN_VALUE)
        .putLong(payment.paymentId() ^ Long.MIN_VALUE)
        .array();
  }

  /** Amount, then what tells rows apart. */
  static byte[] amountKey(Payment payment) {
    return ByteBuffer.allocate(1 + Long.BYTES + KEY_LENGTH)
        .put(PRESENT)
        .putLong(payment.amount().unscaledValue().longValue() ^ Long.MIN_VALUE)
        .putLong(payment.customerId() ^ Long.MIN_VALUE)
        .putLong(payment.paidAt().toEpochMilli() ^ Long.MIN_VALUE)
        .putLong(payment.paymentId() ^ Long.MIN_VALUE)
        .array();
  }

  /** What an entry holds: the row key. */
  static byte[] entry(byte[] rowKey, long version) {
    ByteBuffer value = ByteBuffer.allocate(HEAD_LENGTH + 2 + rowKey.length);
    putHead(value, version);
    putHead(value, 1, rowKey.length);
    return value.put(rowKey).array();
  }

  static byte[] rowKey(byte[] entry) {
    byte[] rowKey = new byte[KEY_LENGTH];
    System.arraycopy(entry, entry.length - KEY_LENGTH, rowKey, 0, KEY_LENGTH);
    return rowKey;
  }
}
