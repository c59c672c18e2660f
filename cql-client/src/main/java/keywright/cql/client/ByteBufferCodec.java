package keywright.cql.client;

import com.datastax.oss.protocol.internal.PrimitiveCodec;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the fields of messages. What is read is a copy or a read-only view. Immutable
 * and safe for many threads.
 *
 * <p>A buffer is written from 0 to its position, and then read from 0 to its limit. Reading beyond
 * the limit throws a {@link java.nio.BufferUnderflowException}.
 */
final class ByteBufferCodec implements PrimitiveCodec<ByteBuffer> {
  /** The length of a value that is not set. */
  private static final int UNSET = -2;

  @Override
  public ByteBuffer allocate(int size) {
    return ByteBuffer.allocate(size);
  }

  @Override
  public void release(ByteBuffer buffer) {}

  @Override
  public int sizeOf(ByteBuffer buffer) {
    return buffer.remaining();
  }

  /** Both were just written, so they end at their positions. */
  @Override
  public ByteBuffer concat(ByteBuffer left, ByteBuffer right) {
    return ByteBuffer.allocate(left.position() + right.position())
        .put(left.duplicate().flip())
        .put(right.duplicate().flip());
  }

  @Override
  public void markReaderIndex(ByteBuffer source) {
    source.mark();
  }

  @Override
  public void resetReaderIndex(ByteBuffer source) {
    source.reset();
  }

  @Override
  public byte readByte(ByteBuffer source) {
    return source.get();
  }

  @Override
  public int readInt(ByteBuffer source) {
    return source.getInt();
  }

  @Override
  public int readInt(ByteBuffer source, int offset) {
    return source.getInt(source.position() + offset);
  }

  @Override
  public InetAddress readInetAddr(ByteBuffer source) {
    try {
      return InetAddress.getByAddress(bytes(source, source.get() & 0xFF));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("found an address that is not of 4 or 16 bytes", e);
    }
  }

  @Override
  public long readLong(ByteBuffer source) {
    return source.getLong();
  }

  @Override
  public int readUnsignedShort(ByteBuffer source) {
    return source.getShort() & 0xFFFF;
  }

  @Override
  @SuppressWarnings("NullAway") // The library reads null as a missing value.
  public @Nullable ByteBuffer readBytes(ByteBuffer source) {
    int length = source.getInt();
    if (length < 0) {
      return length == UNSET ? ProtocolConstants.UNSET_VALUE : null;
    }
    require(source, length);
    ByteBuffer bytes = source.slice(source.position(), length);
    source.position(source.position() + length);
    return bytes;
  }

  @Override
  public byte[] readShortBytes(ByteBuffer source) {
    return bytes(source, readUnsignedShort(source));
  }

  @Override
  public String readString(ByteBuffer source) {
    return new String(bytes(source, readUnsignedShort(source)), StandardCharsets.UTF_8);
  }

  @Override
  public String readLongString(ByteBuffer source) {
    return new String(bytes(source, source.getInt()), StandardCharsets.UTF_8);
  }

  @Override
  public ByteBuffer readRetainedSlice(ByteBuffer source, int length) {
    require(source, length);
    ByteBuffer slice = source.slice(source.position(), length);
    source.position(source.position() + length);
    return slice;
  }

  @Override
  public void updateCrc(ByteBuffer source, CRC32 crc) {
    crc.update(source.duplicate());
  }

  private static void require(ByteBuffer source, int length) {
    if (length < 0 || length > source.remaining()) {
      throw new IllegalArgumentException(
          "found a field of %d bytes, expected at most %d, which are left of the message"
              .formatted(length, source.remaining()));
    }
  }

  private static byte[] bytes(ByteBuffer source, int length) {
    require(source, length);
    byte[] bytes = new byte[length];
    source.get(bytes);
    return bytes;
  }

  @Override
  public void writeByte(byte value, ByteBuffer target) {
    target.put(value);
  }

  @Override
  public void writeInt(int value, ByteBuffer target) {
    target.putInt(value);
  }

  @Override
  public void writeInetAddr(InetAddress address, ByteBuffer target) {
    byte[] bytes = address.getAddress();
    target.put((byte) bytes.length).put(bytes);
  }

  @Override
  public void writeLong(long value, ByteBuffer target) {
    target.putLong(value);
  }

  @Override
  public void writeUnsignedShort(int value, ByteBuffer target) {
    target.putShort((short) value);
  }

  @Override
  public void writeString(String text, ByteBuffer target) {
    writeShortBytes(text.getBytes(StandardCharsets.UTF_8), target);
  }

  @Override
  public void writeLongString(String text, ByteBuffer target) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    target.putInt(bytes.length).put(bytes);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // An empty value is equal to the one that is not set.
  public void writeBytes(@Nullable ByteBuffer bytes, ByteBuffer target) {
    if (bytes == null) {
      target.putInt(-1);
    } else if (bytes == ProtocolConstants.UNSET_VALUE) {
      target.putInt(UNSET);
    } else {
      target.putInt(bytes.remaining()).put(bytes.duplicate());
    }
  }

  @Override
  public void writeBytes(byte @Nullable [] bytes, ByteBuffer target) {
    if (bytes == null) {
      target.putInt(-1);
    } else {
      target.putInt(bytes.length).put(bytes);
    }
  }

  @Override
  public void writeShortBytes(byte[] bytes, ByteBuffer target) {
    target.putShort((short) bytes.length).put(bytes);
  }
}
