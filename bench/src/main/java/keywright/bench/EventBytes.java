package keywright.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.time.Instant;

/** The row keys of events written out by hand: bucket, time with the newest first, id. */
final class EventBytes {
  static final int BUCKETS = 16;

  private static final int KEY_LENGTH = 1 + 2 * Long.BYTES;

  private EventBytes() {}

  static byte[] key(Event event) {
    return ByteBuffer.allocate(KEY_LENGTH)
        .put((byte) (event.id() % BUCKETS))
        .putLong(descending(event.at()))
        .putLong(event.id() ^ Long.MIN_VALUE)
        .array();
  }

  /** After every event of a moment, which is before those of earlier ones. */
  static byte[] after(int bucket, Instant at) {
    return ByteBuffer.allocate(1 + Long.BYTES)
        .put((byte) bucket)
        .putLong(descending(at) + 1)
        .array();
  }

  private static long descending(Instant at) {
    return ~(at.toEpochMilli() ^ Long.MIN_VALUE);
  }

  /** What is not in the key. The texts have no zero bytes. */
  static byte[] value(Event event) {
    return (event.kind() + "\0" + event.note()).getBytes(UTF_8);
  }

  static Event event(byte[] key, byte[] value) {
    ByteBuffer parts = ByteBuffer.wrap(key, 1, 2 * Long.BYTES);
    long millis = ~(parts.getLong() ^ Long.MIN_VALUE);
    int end = 0;
    while (value[end] != 0) {
      end++;
    }
    return new Event(
        Instant.ofEpochMilli(millis),
        parts.getLong() ^ Long.MIN_VALUE,
        new String(value, 0, end, UTF_8),
        new String(value, end + 1, value.length - end - 1, UTF_8));
  }
}
