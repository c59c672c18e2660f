package keywright.key;

import java.util.Arrays;

/** A growing buffer that part bodies are written to. Not shared between threads. */
final class KeyWriter {
  private static final ThreadLocal<KeyWriter> OF_THREAD = ThreadLocal.withInitial(KeyWriter::new);

  /** A buffer that is larger is not kept for a thread. */
  private static final int KEPT_MAX = 1_024;

  private byte[] bytes;
  private int length;

  /**
   * An empty one of this thread, for what is read before the next one is asked for: it must not
   * leave the method that asks.
   */
  static KeyWriter ofThread() {
    KeyWriter writer = OF_THREAD.get();
    if (writer.bytes.length > KEPT_MAX) {
      writer.bytes = new byte[KEPT_MAX];
    }
    writer.length = 0;
    return writer;
  }

  KeyWriter() {
    this(64);
  }

  KeyWriter(int capacity) {
    bytes = new byte[capacity];
  }

  private void ensure(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
    }
  }

  int length() {
    return length;
  }

  void put(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
  }

  /** The low {@code count} bytes of {@code bits}, big-endian. */
  void putBits(long bits, int count) {
    ensure(count);
    Kw1Bytes.putBits(bytes, length, bits, count);
    length += count;
  }

  void put(byte[] more) {
    put(more, 0);
  }

  /** {@code more} from byte {@code start} on. */
  void put(byte[] more, int start) {
    int count = more.length - start;
    ensure(count);
    System.arraycopy(more, start, bytes, length, count);
    length += count;
  }

  /** {@code more} with each zero byte followed by FF. */
  void putEscaped(byte[] more) {
    ensure(2 * more.length);
    for (byte b : more) {
      bytes[length++] = b;
      if (b == 0) {
        bytes[length++] = (byte) 0xFF;
      }
    }
  }

  /** The XXH64 of what was written. */
  long hash() {
    return Xxh64.hash(bytes, 0, length);
  }

  /** The end of an escaped body: lower than every continuation, so that a prefix sorts first. */
  void putTerminator() {
    put(0x00);
    put(0x01);
  }

  /** Flips every bit from byte {@code start} on. */
  void complement(int start) {
    complement(start, length);
  }

  /** Flips every bit of the bytes {@code [start, end)}. */
  void complement(int start, int end) {
    for (int i = start; i < end; i++) {
      bytes[i] = (byte) ~bytes[i];
    }
  }

  /** Flips the bits of {@code mask} in byte {@code at}. */
  void flip(int at, int mask) {
    bytes[at] ^= (byte) mask;
  }

  /** A copy of what was written. */
  byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  /**
   * Copies what was written into an array. Returns the index after it, or -1 if it does not fit.
   */
  int copyTo(byte[] into, int offset) {
    if (length > into.length - offset) {
      return -1;
    }
    System.arraycopy(bytes, 0, into, offset, length);
    return offset + length;
  }

  /** What was written: the buffer itself when it is full, which later writes leave as it is. */
  byte[] toBytes() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }
}
