package keywright.store;

import java.util.Arrays;

/** Writes the cells of one value, sorted by id; see {@link CellCodec} for the layout. */
final class CellWriter {
  private final long baseVersion;
  private final int headLength;
  private byte[] bytes = new byte[64];
  private int length;

  CellWriter(long baseVersion) {
    this.baseVersion = baseVersion;
    octet(CellCodec.FORMAT);
    varint(baseVersion);
    headLength = length;
  }

  /** Whether there are no cells. */
  boolean isEmpty() {
    return length == headLength;
  }

  /** A cell of the value's own version. */
  void put(int columnId, byte[] body) {
    put(columnId, baseVersion, 0, 0, body, 0, body.length);
  }

  /** The cell that {@code in} is at. */
  void copy(CellReader in) {
    put(
        in.columnId(),
        in.version(),
        in.writeTimeMicros(),
        in.expiryMillis(),
        in.bytes(),
        in.bodyStart(),
        in.bodyStop());
  }

  void put(
      int columnId,
      long version,
      long writeTimeMicros,
      long expiryMillis,
      byte[] source,
      int start,
      int stop) {
    int flags =
        (version == baseVersion ? 0 : CellCodec.OWN_VERSION)
            | (writeTimeMicros == 0 ? 0 : CellCodec.WRITE_TIME)
            | (expiryMillis == 0 ? 0 : CellCodec.EXPIRY);
    varint(((long) columnId << 1) | (flags == 0 ? 0 : 1));
    if (flags != 0) {
      octet(flags);
    }
    if (version != baseVersion) {
      long difference = version - baseVersion;
      varint((difference << 1) ^ (difference >> 63));
    }
    if (writeTimeMicros != 0) {
      varint(writeTimeMicros);
    }
    if (expiryMillis != 0) {
      varint(expiryMillis);
    }
    varint(stop - start);
    ensure(stop - start);
    System.arraycopy(source, start, bytes, length, stop - start);
    length += stop - start;
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

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }
}
