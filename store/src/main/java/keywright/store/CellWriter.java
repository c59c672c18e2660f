package keywright.store;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Writes the cells of one value, sorted by id; see {@link CellCodec} for the layout. */
final class CellWriter {
  private static final ThreadLocal<CellWriter> OF_THREAD =
      ThreadLocal.withInitial(() -> new CellWriter(RowHead.of(1)));

  private static final int FIRST_LENGTH = 128;

  /** A buffer that is larger is not kept for a thread. */
  private static final int KEPT_MAX = 4_096;

  private long baseVersion;
  private int headLength;
  private byte[] bytes = new byte[FIRST_LENGTH];
  private int length;

  CellWriter(RowHead head) {
    start(head);
  }

  /**
   * One of this thread, without cells, for a value that is complete before the next one is asked
   * for: it must not leave the method that asks.
   */
  static CellWriter ofThread(RowHead head) {
    CellWriter writer = OF_THREAD.get();
    if (writer.bytes.length > KEPT_MAX) {
      writer.bytes = new byte[KEPT_MAX];
    }
    writer.start(head);
    return writer;
  }

  private void start(RowHead head) {
    this.length = 0;
    this.baseVersion = head.version();
    int flags =
        (head.expiryMillis() == 0 ? 0 : CellCodec.ROW_EXPIRY)
            | (head.createdMicros() == 0 ? 0 : CellCodec.CREATED)
            | (head.nonce() == 0 ? 0 : CellCodec.NONCE)
            | (head.mark().isLive() ? 0 : CellCodec.MARK);
    octet(flags == 0 ? CellCodec.FORMAT : CellCodec.FORMAT_WITH_HEAD);
    varint(baseVersion);
    if (flags != 0) {
      octet(flags);
      optional(head.expiryMillis());
      optional(head.createdMicros());
      optional(head.nonce());
      if (!head.mark().isLive()) {
        mark(head.mark());
      }
    }
    headLength = length;
  }

  private void mark(RowMark mark) {
    octet(mark.kind().code());
    if (mark.kind() == RowMark.Kind.TOMBSTONE) {
      return;
    }
    varint(mark.move());
    byte[] rowKey = mark.rowKey();
    body(rowKey, 0, rowKey.length);
    if (mark.kind() == RowMark.Kind.PENDING) {
      varint(mark.from().version());
      varint(mark.from().nonce());
    }
  }

  /** Whether there are no cells. */
  boolean isEmpty() {
    return length == headLength;
  }

  /** A cell whose value has the bytes {@code body}; null for one without a value. */
  void put(Cell cell, byte @Nullable [] body) {
    tag(
        cell.columnId(),
        cell.version(),
        cell.writeTimeMicros(),
        body == null ? 0 : cell.expiryMillis(),
        body == null);
    if (body != null) {
      body(body, 0, body.length);
    }
  }

  /** The cell that {@code in} is at, without its value, which is kept elsewhere. */
  void copyWithoutValue(CellReader in) {
    tag(in.columnId(), in.version(), in.writeTimeMicros(), in.expiryMillis(), false);
  }

  /** The cell that {@code in} is at, as it is. */
  void copy(CellReader in) {
    tag(
        in.columnId(),
        in.version(),
        in.writeTimeMicros(),
        in.isDeleted() ? 0 : in.expiryMillis(),
        in.isDeleted());
    if (!in.isDeleted()) {
      body(in.bytes(), in.bodyStart(), in.bodyStop());
    }
  }

  /** The cell that {@code in} is at, with what is left of it at {@code nowMillis}. */
  void copy(CellReader in, long nowMillis) {
    boolean dead = in.isDead(nowMillis);
    tag(in.columnId(), in.version(), in.writeTimeMicros(), dead ? 0 : in.expiryMillis(), dead);
    if (!dead) {
      body(in.bytes(), in.bodyStart(), in.bodyStop());
    }
  }

  private void tag(
      int columnId, long version, long writeTimeMicros, long expiryMillis, boolean deleted) {
    int flags =
        (version == baseVersion ? 0 : CellCodec.OWN_VERSION)
            | (writeTimeMicros == 0 ? 0 : CellCodec.WRITE_TIME)
            | (expiryMillis == 0 ? 0 : CellCodec.EXPIRY)
            | (deleted ? CellCodec.DELETED : 0);
    varint(((long) columnId << 1) | (flags == 0 ? 0 : 1));
    if (flags != 0) {
      octet(flags);
    }
    if (version != baseVersion) {
      long difference = version - baseVersion;
      varint((difference << 1) ^ (difference >> 63));
    }
    optional(writeTimeMicros);
    optional(expiryMillis);
  }

  /** A number that is left out when it is 0, which a flag says. */
  private void optional(long number) {
    if (number != 0) {
      varint(number);
    }
  }

  private void body(byte[] source, int start, int stop) {
    varint(stop - start);
    ensure(stop - start);
    System.arraycopy(source, start, bytes, length, stop - start);
    length += stop - start;
  }

  /** A cell with a text; false, and nothing written, for one of other characters than ASCII. */
  boolean putAscii(Cell cell, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    tag(cell.columnId(), cell.version(), cell.writeTimeMicros(), cell.expiryMillis(), false);
    varint(text.length());
    ensure(text.length());
    for (int i = 0; i < text.length(); i++) {
      bytes[length++] = (byte) text.charAt(i);
    }
    return true;
  }

  /** A cell of the version of the head, without a time and an expiry of its own. */
  void putPlain(ColumnLayout column, CellValues.Body body, Object value) {
    varint((long) column.id() << 1);
    if (body == CellValues.Body.TEXT && ascii((String) value)) {
      return;
    }
    if (body == CellValues.Body.KW1) {
      // Nearly all of them have less than 128 bytes, so that their length is one byte.
      ensure(1);
      int end = column.type().toBytes(value, bytes, length + 1);
      int count = end - length - 1;
      if (end >= 0 && count < 0x80) {
        bytes[length] = (byte) count;
        length = end;
        return;
      }
    }
    byte[] encoded = CellValues.encode(column, value);
    body(encoded, 0, encoded.length);
  }

  /** The body of a text; false, and nothing written, for one of other characters than ASCII. */
  private boolean ascii(String text) {
    int count = text.length();
    for (int i = 0; i < count; i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    varint(count);
    ensure(count);
    for (int i = 0; i < count; i++) {
      bytes[length + i] = (byte) text.charAt(i);
    }
    length += count;
    return true;
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      octet((int) (rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    octet((int) rest);
  }

  private void octet(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
  }

  private void ensure(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
    }
  }

  /** Adds all that was written to a buffer, with its length before it; where it begins there. */
  int addTo(WriteBuffer out) {
    return out.putBody(bytes, length);
  }

  /** All that was written; nothing may be written afterwards. No later value shares the bytes. */
  byte[] toBytes() {
    if (length < bytes.length) {
      return Arrays.copyOf(bytes, length);
    }
    byte[] all = bytes;
    bytes = new byte[FIRST_LENGTH];
    return all;
  }
}
