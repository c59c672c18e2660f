package keywright.cql.server.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/** LZ4 blocks; the length of a frame is in the four bytes before its block. */
final class Lz4 extends Compression {
  /** The classes in Java alone: they check every index, whatever the bytes are. */
  private static final LZ4Compressor COMPRESSOR = LZ4Factory.safeInstance().fastCompressor();

  private static final LZ4SafeDecompressor DECOMPRESSOR =
      LZ4Factory.safeInstance().safeDecompressor();

  Lz4(String algorithm, ByteBufAllocator allocator) {
    super(algorithm, allocator);
  }

  @Override
  int length(ByteBuf compressed) {
    if (compressed.readableBytes() < Integer.BYTES) {
      throw refused(null);
    }
    int length = compressed.getInt(compressed.readerIndex());
    if (length < 0) {
      throw refused(null);
    }
    return length;
  }

  @Override
  void decompress(ByteBuf compressed, ByteBuf target, int length) {
    decompressWithoutLength(compressed.skipBytes(Integer.BYTES), target, length);
  }

  @Override
  void decompressWithoutLength(ByteBuf compressed, ByteBuf target, int length) {
    ByteBuffer from = compressed.nioBuffer();
    ByteBuffer to = target.nioBuffer(target.writerIndex(), length);
    int written;
    try {
      written =
          DECOMPRESSOR.decompress(
              from, from.position(), from.remaining(), to, to.position(), length);
    } catch (LZ4Exception | IndexOutOfBoundsException e) {
      throw refused(e);
    }
    if (written != length) {
      throw refused(null);
    }
    target.writerIndex(target.writerIndex() + length);
  }

  @Override
  void compress(ByteBuf bytes, ByteBuf target, boolean withLength) {
    ByteBuffer from = bytes.nioBuffer();
    int most = COMPRESSOR.maxCompressedLength(from.remaining());
    target.ensureWritable(Integer.BYTES + most);
    if (withLength) {
      target.writeInt(from.remaining());
    }
    ByteBuffer to = target.nioBuffer(target.writerIndex(), most);
    int written =
        COMPRESSOR.compress(from, from.position(), from.remaining(), to, to.position(), most);
    target.writerIndex(target.writerIndex() + written);
    bytes.skipBytes(from.remaining());
  }
}
