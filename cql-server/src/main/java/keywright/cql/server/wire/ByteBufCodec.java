package keywright.cql.server.wire;

import com.datastax.oss.protocol.internal.PrimitiveCodec;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.CompositeByteBuf;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the fields of messages. What is read is copied, so it stays when the buffer is
 * released. Immutable and safe for many threads.
 *
 * <p>Reading throws an {@link IllegalArgumentException} with one line if a length is negative or
 * reaches beyond the message, or if a text is not UTF-8. Nothing is allocated for such a length.
 */
final class ByteBufCodec implements PrimitiveCodec<ByteBuf> {
  /** The length of a value that is not set. */
  private static final int UNSET = -2;

  private final ByteBufAllocator allocator;

  ByteBufCodec(ByteBufAllocator allocator) {
    this.allocator = allocator;
  }

  @Override
  public ByteBuf allocate(int size) {
    return allocator.buffer(size, size);
  }

  @Override
  public void release(ByteBuf buffer) {
    boolean unused = buffer.release();
  }

  @Override
  public int sizeOf(ByteBuf buffer) {
    return buffer.readableBytes();
  }

  @Override
  public ByteBuf concat(ByteBuf left, ByteBuf right) {
    if (!left.isReadable()) {
      release(left);
      return right;
    }
    if (!right.isReadable()) {
      release(right);
      return left;
    }
    CompositeByteBuf both = allocator.compositeBuffer(2);
    return both.addComponents(true, left, right);
  }

  @Override
  public void markReaderIndex(ByteBuf source) {
    source.markReaderIndex();
  }

  @Override
  public void resetReaderIndex(ByteBuf source) {
    source.resetReaderIndex();
  }

  @Override
  public byte readByte(ByteBuf source) {
    require(source, 1);
    return source.readByte();
  }

  @Override
  public int readInt(ByteBuf source) {
    require(source, Integer.BYTES);
    return source.readInt();
  }

  @Override
  public int readInt(ByteBuf source, int offset) {
    return source.getInt(source.readerIndex() + offset);
  }

  @Override
  public InetAddress readInetAddr(ByteBuf source) {
    byte[] address = bytes(source, readByte(source) & 0xFF);
    try {
      return InetAddress.getByAddress(address);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "found an address of " + address.length + " bytes, expected 4 or 16", e);
    }
  }

  @Override
  public long readLong(ByteBuf source) {
    require(source, Long.BYTES);
    return source.readLong();
  }

  @Override
  public int readUnsignedShort(ByteBuf source) {
    require(source, Short.BYTES);
    return source.readUnsignedShort();
  }

  @Override
  @SuppressWarnings("NullAway") // The library reads null as a missing value.
  public @Nullable ByteBuffer readBytes(ByteBuf source) {
    int length = readInt(source);
    if (length >= 0) {
      return ByteBuffer.wrap(bytes(source, length));
    }
    if (length < UNSET) {
      throw new IllegalArgumentException(
          "found a value of " + length + " bytes, expected 0 or more, -1 for null or -2 for unset");
    }
    return length == UNSET ? ProtocolConstants.UNSET_VALUE : null;
  }

  @Override
  public byte[] readShortBytes(ByteBuf source) {
    return bytes(source, readUnsignedShort(source));
  }

  @Override
  public String readString(ByteBuf source) {
    return text(source, readUnsignedShort(source));
  }

  @Override
  public String readLongString(ByteBuf source) {
    return text(source, readInt(source));
  }

  @Override
  public ByteBuf readRetainedSlice(ByteBuf source, int length) {
    require(source, length);
    return source.readRetainedSlice(length);
  }

  @Override
  public void updateCrc(ByteBuf source, CRC32 crc) {
    for (ByteBuffer part : source.nioBuffers()) {
      crc.update(part);
    }
  }

  private static void require(ByteBuf source, int length) {
    if (length < 0 || length > source.readableBytes()) {
      throw new IllegalArgumentException(
          "found a field of %d bytes, expected at most %d, which are left of the message"
              .formatted(length, source.readableBytes()));
    }
  }

  private static byte[] bytes(ByteBuf source, int length) {
    require(source, length);
    byte[] bytes = new byte[length];
    source.readBytes(bytes);
    return bytes;
  }

  private static String text(ByteBuf source, int length) {
    byte[] bytes = bytes(source, length);
    try {
      CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return text.toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("found a text that is not UTF-8", e);
    }
  }

  @Override
  public void writeByte(byte value, ByteBuf target) {
    target.writeByte(value);
  }

  @Override
  public void writeInt(int value, ByteBuf target) {
    target.writeInt(value);
  }

  @Override
  public void writeInetAddr(InetAddress address, ByteBuf target) {
    byte[] bytes = address.getAddress();
    target.writeByte(bytes.length).writeBytes(bytes);
  }

  @Override
  public void writeLong(long value, ByteBuf target) {
    target.writeLong(value);
  }

  @Override
  public void writeUnsignedShort(int value, ByteBuf target) {
    target.writeShort(value);
  }

  @Override
  public void writeString(String text, ByteBuf target) {
    int length = ByteBufUtil.utf8Bytes(text);
    target.writeShort(length);
    int unused = ByteBufUtil.reserveAndWriteUtf8(target, text, length);
  }

  @Override
  public void writeLongString(String text, ByteBuf target) {
    int length = ByteBufUtil.utf8Bytes(text);
    target.writeInt(length);
    int unused = ByteBufUtil.reserveAndWriteUtf8(target, text, length);
  }

  @Override
  public void writeBytes(@Nullable ByteBuffer bytes, ByteBuf target) {
    if (bytes == null) {
      target.writeInt(-1);
    } else {
      target.writeInt(bytes.remaining()).writeBytes(bytes.duplicate());
    }
  }

  @Override
  public void writeBytes(byte @Nullable [] bytes, ByteBuf target) {
    if (bytes == null) {
      target.writeInt(-1);
    } else {
      target.writeInt(bytes.length).writeBytes(bytes);
    }
  }

  @Override
  public void writeShortBytes(byte[] bytes, ByteBuf target) {
    target.writeShort(bytes.length).writeBytes(bytes);
  }
}
