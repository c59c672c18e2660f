package keywright.design.rows;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import keywright.key.ByteRange;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/**
 * Computes the tokens of partitions on Cassandra's ring. The token is the Murmur3 hash of the
 * values of the partition key, encoded as in Cassandra's native protocol. If the partition key has
 * several values, each value is preceded by its length in two bytes and followed by a zero byte.
 * The value of a computed part is hashed like the value of a column. Immutable.
 */
public final class PartitionToken {
  private final Type[] types;

  public PartitionToken(KeySchema schema, int parts) {
    types = new Type[parts];
    for (int i = 0; i < parts; i++) {
      types[i] = schema.partType(i);
    }
  }

  /** How many leading key parts form the partition key. */
  public int parts() {
    return types.length;
  }

  /**
   * Computes the token of the partition of a key.
   *
   * @param parts the values of the leading parts of the key, at least the values of the partition
   *     key
   */
  public long of(List<@Nullable Object> parts) {
    if (types.length == 1) {
      return Murmur3.token(bytes(types[0], parts.get(0)));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < types.length; i++) {
      byte[] bytes = bytes(types[i], parts.get(i));
      out.write(bytes.length >> 8);
      out.write(bytes.length);
      out.writeBytes(bytes);
      out.write(0);
    }
    return Murmur3.token(out.toByteArray());
  }

  /**
   * Puts the token of a key's partition in front of its row key.
   *
   * @return eight bytes for the token, which sort as tokens do, followed by the row key
   */
  public byte[] before(Key key, byte[] rowKey) {
    return join(of(key.parts()), rowKey);
  }

  /**
   * Puts the token of a partition in front of the row keys of a range.
   *
   * @param prefix the values of the leading key parts, which are the same in the whole range
   */
  public ByteRange before(List<@Nullable Object> prefix, ByteRange range) {
    long token = of(prefix);
    byte[] stop = range.stop();
    return ByteRange.between(
        join(token, range.start()),
        stop == null ? ByteRange.startingWith(join(token, new byte[0])).stop() : join(token, stop));
  }

  private static byte[] join(long token, byte[] rowKey) {
    return ByteBuffer.allocate(Long.BYTES + rowKey.length)
        .putLong(token ^ Long.MIN_VALUE)
        .put(rowKey)
        .array();
  }

  /** The token that {@link #before} wrote, from the first eight bytes. */
  static long token(long head) {
    return head ^ Long.MIN_VALUE;
  }

  private static byte[] bytes(Type type, @Nullable Object value) {
    if (value == null) {
      return new byte[0];
    } else if (value instanceof Byte number) {
      return new byte[] {number};
    } else if (value instanceof Short number) {
      return ByteBuffer.allocate(2).putShort(number).array();
    } else if (value instanceof Integer number) {
      return ByteBuffer.allocate(4).putInt(number).array();
    } else if (value instanceof Long number) {
      return ByteBuffer.allocate(8).putLong(number).array();
    } else if (value instanceof BigInteger number) {
      return number.toByteArray();
    } else if (value instanceof BigDecimal number) {
      byte[] unscaled = number.unscaledValue().toByteArray();
      return ByteBuffer.allocate(4 + unscaled.length).putInt(number.scale()).put(unscaled).array();
    } else if (value instanceof Float number) {
      return ByteBuffer.allocate(4).putFloat(number).array();
    } else if (value instanceof Double number) {
      return ByteBuffer.allocate(8).putDouble(number).array();
    } else if (value instanceof Boolean truth) {
      return new byte[] {(byte) (truth ? 1 : 0)};
    } else if (value instanceof String text) {
      return text.getBytes(StandardCharsets.UTF_8);
    } else if (value instanceof UUID uuid) {
      return ByteBuffer.allocate(16)
          .putLong(uuid.getMostSignificantBits())
          .putLong(uuid.getLeastSignificantBits())
          .array();
    } else if (value instanceof InetAddress address) {
      return address.getAddress();
    } else if (value instanceof Instant instant) {
      return ByteBuffer.allocate(8).putLong(instant.toEpochMilli()).array();
    } else if (value instanceof LocalDate date) {
      return ByteBuffer.allocate(4).putInt((int) date.toEpochDay() ^ Integer.MIN_VALUE).array();
    } else if (value instanceof LocalTime time) {
      return ByteBuffer.allocate(8).putLong(time.toNanoOfDay()).array();
    }
    return value instanceof byte[] bytes ? bytes : type.toBytes(value);
  }
}
