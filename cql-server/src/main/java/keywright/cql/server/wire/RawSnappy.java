package keywright.cql.server.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.codec.compression.DecompressionException;
import io.netty.handler.codec.compression.Snappy;

/** Snappy without frames of its own; its bytes begin with their length, as a varint. */
final class RawSnappy extends Compression {
  /** The class of Netty compresses at most this many bytes at a time. */
  private static final int PART = 32_767;

  private static final int VARINT_LENGTH_MAX = 5;

  RawSnappy(String algorithm, ByteBufAllocator allocator) {
    super(algorithm, allocator);
  }

  @Override
  int length(ByteBuf compressed) {
    int end = Math.min(VARINT_LENGTH_MAX, compressed.readableBytes());
    long length = 0;
    for (int i = 0; i < end; i++) {
      int one = compressed.getByte(compressed.readerIndex() + i);
      length |= (long) (one & 0x7F) << (7 * i);
      if (one >= 0 && length <= Integer.MAX_VALUE) {
        return (int) length;
      }
    }
    throw refused(null);
  }

  @Override
  void decompress(ByteBuf compressed, ByteBuf target, int length) {
    int start = target.writerIndex();
    ByteBuf written = target.slice(start, length).writerIndex(0);
    try {
      new Snappy().decode(compressed, written);
    } catch (DecompressionException | IndexOutOfBoundsException e) {
      throw refused(e);
    }
    if (written.readableBytes() != length || compressed.isReadable()) {
      throw refused(null);
    }
    target.writerIndex(start + length);
  }

  @Override
  void decompressWithoutLength(ByteBuf compressed, ByteBuf target, int length) {
    throw new IllegalStateException("found a segment, expected none with snappy");
  }

  @Override
  void compress(ByteBuf bytes, ByteBuf target, boolean withLength) {
    writeVarint(bytes.readableBytes(), target);
    while (bytes.isReadable()) {
      // Each part begins with its own length, which is left out.
      int length = Math.min(PART, bytes.readableBytes());
      ByteBuf part = bytes.alloc().buffer(length + length / 6 + 32);
      try {
        new Snappy().encode(bytes.readSlice(length), part, length);
        int ofLength = 1;
        while (part.getByte(ofLength - 1) < 0) {
          ofLength++;
        }
        target.writeBytes(part, ofLength, part.readableBytes() - ofLength);
      } finally {
        part.release();
      }
    }
  }

  private static void writeVarint(int value, ByteBuf target) {
    int left = value;
    while (left >>> 7 != 0) {
      target.writeByte((left & 0x7F) | 0x80);
      left >>>= 7;
    }
    target.writeByte(left);
  }
}
