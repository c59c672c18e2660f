package keywright.cql.protocol;

import com.datastax.oss.protocol.internal.ProtocolConstants.DataType;
import com.datastax.oss.protocol.internal.response.result.RawType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import keywright.key.CqlDuration;

/**
 * Encodes and decodes values of the protocol's types. The Java classes: Byte, Short, Integer, Long,
 * BigInteger, BigDecimal, Float, Double, Boolean, String, ByteBuffer or byte[] for a blob, UUID,
 * Instant, LocalDate, LocalTime, InetAddress, {@link CqlDuration}, Collection for lists and sets,
 * and Map.
 */
public final class NativeValues {
  /** A date is the number of days since 1970, plus this, as an unsigned int. */
  private static final long EPOCH_DAY = 1L << 31;

  /** Beyond what a decimal of a row can have, and little enough to be compared. */
  private static final int SCALE_MAX = 1_000_000;

  private NativeValues() {}

  /**
   * The bytes of a value, without its length.
   *
   * @throws ArithmeticException if the type cannot have the value, such as a timestamp in a year
   *     that has more than 64 bits of milliseconds
   */
  public static ByteBuffer encode(RawType type, Object value) {
    return switch (type.id) {
      case DataType.TINYINT -> ByteBuffer.wrap(new byte[] {(Byte) value});
      case DataType.SMALLINT -> buffer(Short.BYTES).putShort((Short) value).flip();
      case DataType.INT -> buffer(Integer.BYTES).putInt((Integer) value).flip();
      case DataType.BIGINT -> ofLong((Long) value);
      case DataType.VARINT -> ByteBuffer.wrap(((BigInteger) value).toByteArray());
      case DataType.FLOAT -> buffer(Float.BYTES).putFloat((Float) value).flip();
      case DataType.DOUBLE -> buffer(Double.BYTES).putDouble((Double) value).flip();
      case DataType.DECIMAL -> decimal((BigDecimal) value);
      case DataType.BOOLEAN -> ByteBuffer.wrap(new byte[] {(byte) ((Boolean) value ? 1 : 0)});
      case DataType.VARCHAR, DataType.ASCII -> StandardCharsets.UTF_8.encode((String) value);
      case DataType.BLOB ->
          value instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : ((ByteBuffer) value).duplicate();
      case DataType.UUID, DataType.TIMEUUID -> uuid((UUID) value);
      case DataType.TIMESTAMP -> timestamp((Instant) value);
      case DataType.DATE -> date((LocalDate) value);
      case DataType.TIME -> ofLong(((LocalTime) value).toNanoOfDay());
      case DataType.INET -> ByteBuffer.wrap(((InetAddress) value).getAddress());
      case DataType.DURATION -> duration((CqlDuration) value);
      case DataType.LIST -> elements(((RawType.RawList) type).elementType, (Collection<?>) value);
      case DataType.SET -> elements(((RawType.RawSet) type).elementType, (Collection<?>) value);
      case DataType.MAP -> entries((RawType.RawMap) type, (Map<?, ?>) value);
      default -> throw new IllegalArgumentException("found the type " + type.id);
    };
  }

  private static ByteBuffer buffer(int length) {
    return ByteBuffer.allocate(length);
  }

  private static ByteBuffer ofLong(long value) {
    return buffer(Long.BYTES).putLong(value).flip();
  }

  private static ByteBuffer decimal(BigDecimal value) {
    byte[] unscaled = value.unscaledValue().toByteArray();
    return buffer(Integer.BYTES + unscaled.length).putInt(value.scale()).put(unscaled).flip();
  }

  private static ByteBuffer uuid(UUID value) {
    return buffer(2 * Long.BYTES)
        .putLong(value.getMostSignificantBits())
        .putLong(value.getLeastSignificantBits())
        .flip();
  }

  private static ByteBuffer timestamp(Instant value) {
    try {
      return ofLong(value.toEpochMilli());
    } catch (ArithmeticException e) {
      throw new ArithmeticException(
          "found the time %s, expected one whose milliseconds from 1970 fit into 8 bytes, as the protocol has them"
              .formatted(value));
    }
  }

  private static ByteBuffer date(LocalDate value) {
    long days = value.toEpochDay() + EPOCH_DAY;
    if (days != (days & 0xFFFF_FFFFL)) {
      throw new ArithmeticException("found the date " + value + ", expected fewer days from 1970");
    }
    return buffer(Integer.BYTES).putInt((int) days).flip();
  }

  /** Months, days and nanoseconds, each as a number of up to 9 bytes. */
  private static ByteBuffer duration(CqlDuration value) {
    ByteBuffer bytes = buffer(3 * (1 + Long.BYTES));
    putNumber(value.months(), bytes);
    putNumber(value.days(), bytes);
    putNumber(value.nanoseconds(), bytes);
    return bytes.flip();
  }

  /**
   * A number with its sign in the lowest bit. The first byte has a one bit for each byte after it,
   * then a zero bit.
   */
  private static void putNumber(long number, ByteBuffer out) {
    long bits = (number << 1) ^ (number >> (Long.SIZE - 1));
    int more = Math.min(Long.BYTES, (Long.SIZE - 1 - Long.numberOfLeadingZeros(bits | 1)) / 7);
    int ones = (0xFF00 >> more) & 0xFF;
    out.put((byte) (more == Long.BYTES ? ones : ones | (bits >>> (Byte.SIZE * more))));
    for (int i = more - 1; i >= 0; i--) {
      out.put((byte) (bits >>> (Byte.SIZE * i)));
    }
  }

  private static CqlDuration decodedDuration(ByteBuffer in) {
    long months = number(in);
    long days = number(in);
    long nanoseconds = number(in);
    if (in.hasRemaining() || months != (int) months || days != (int) days) {
      throw new IllegalArgumentException(
          in.hasRemaining()
              ? "found %,d bytes after a duration, expected none".formatted(in.remaining())
              : "found a duration of %,d months and %,d days, expected numbers of 32 bits"
                  .formatted(months, days));
    }
    return CqlDuration.of((int) months, (int) days, nanoseconds);
  }

  private static long number(ByteBuffer in) {
    if (!in.hasRemaining()) {
      throw new IllegalArgumentException("found the end of a duration, expected three numbers");
    }
    byte first = in.get();
    int more = Integer.numberOfLeadingZeros(~first & 0xFF) - (Integer.SIZE - Byte.SIZE);
    if (in.remaining() < more) {
      throw new IllegalArgumentException("found the end of a duration, expected three numbers");
    }
    long bits = first & (0xFF >> (more + 1));
    for (int i = 0; i < more; i++) {
      bits = (bits << Byte.SIZE) | (in.get() & 0xFF);
    }
    return (bits >>> 1) ^ -(bits & 1);
  }

  private static ByteBuffer elements(RawType type, Collection<?> values) {
    List<ByteBuffer> parts = new ArrayList<>(values.size());
    values.forEach(value -> parts.add(encode(type, value)));
    return joined(values.size(), parts);
  }

  private static ByteBuffer entries(RawType.RawMap type, Map<?, ?> values) {
    List<ByteBuffer> parts = new ArrayList<>(2 * values.size());
    values.forEach(
        (key, value) -> {
          parts.add(encode(type.keyType, key));
          parts.add(encode(type.valueType, value));
        });
    return joined(values.size(), parts);
  }

  private static ByteBuffer joined(int count, List<ByteBuffer> parts) {
    int length = Integer.BYTES;
    for (ByteBuffer part : parts) {
      length = Math.addExact(length, Integer.BYTES + part.remaining());
    }
    ByteBuffer joined = buffer(length).putInt(count);
    parts.forEach(part -> joined.putInt(part.remaining()).put(part));
    return joined.flip();
  }

  /**
   * The value that has these bytes.
   *
   * @throws IllegalArgumentException if no value of the type has them; the message is one line,
   *     such as {@code found 3 bytes, expected the 4 bytes of an int}
   */
  public static Object decode(RawType type, ByteBuffer bytes) {
    ByteBuffer in = bytes.duplicate();
    return switch (type.id) {
      case DataType.TINYINT -> fixed(in, Byte.BYTES, type).get();
      case DataType.SMALLINT -> fixed(in, Short.BYTES, type).getShort();
      case DataType.INT -> fixed(in, Integer.BYTES, type).getInt();
      case DataType.BIGINT -> fixed(in, Long.BYTES, type).getLong();
      case DataType.VARINT -> integer(in);
      case DataType.FLOAT -> fixed(in, Float.BYTES, type).getFloat();
      case DataType.DOUBLE -> fixed(in, Double.BYTES, type).getDouble();
      case DataType.DECIMAL -> decodedDecimal(in);
      case DataType.BOOLEAN -> decodedBoolean(fixed(in, 1, type).get());
      case DataType.VARCHAR, DataType.ASCII -> text(in);
      case DataType.BLOB -> rest(in);
      case DataType.UUID, DataType.TIMEUUID -> {
        ByteBuffer both = fixed(in, 2 * Long.BYTES, type);
        yield new UUID(both.getLong(), both.getLong());
      }
      case DataType.TIMESTAMP -> Instant.ofEpochMilli(fixed(in, Long.BYTES, type).getLong());
      case DataType.DATE ->
          LocalDate.ofEpochDay(
              (fixed(in, Integer.BYTES, type).getInt() & 0xFFFF_FFFFL) - EPOCH_DAY);
      case DataType.TIME -> time(fixed(in, Long.BYTES, type).getLong());
      case DataType.INET -> address(in);
      case DataType.DURATION -> decodedDuration(in);
      case DataType.LIST -> list(((RawType.RawList) type).elementType, in);
      case DataType.SET -> new LinkedHashSet<>(list(((RawType.RawSet) type).elementType, in));
      case DataType.MAP -> map((RawType.RawMap) type, in);
      default -> throw new IllegalArgumentException("found the type " + type.id);
    };
  }

  private static ByteBuffer fixed(ByteBuffer in, int length, RawType type) {
    if (in.remaining() != length) {
      throw new IllegalArgumentException(
          "found %d bytes, expected the %d bytes of type %s"
              .formatted(in.remaining(), length, name(type)));
    }
    return in;
  }

  private static byte[] rest(ByteBuffer in) {
    byte[] bytes = new byte[in.remaining()];
    in.get(bytes);
    return bytes;
  }

  private static BigInteger integer(ByteBuffer in) {
    if (!in.hasRemaining()) {
      throw new IllegalArgumentException("found 0 bytes, expected at least 1 of a number");
    }
    return new BigInteger(rest(in));
  }

  private static BigDecimal decodedDecimal(ByteBuffer in) {
    if (in.remaining() <= Integer.BYTES) {
      throw new IllegalArgumentException(
          "found %d bytes, expected at least 5 of type decimal".formatted(in.remaining()));
    }
    int scale = in.getInt();
    if (scale < -SCALE_MAX || scale > SCALE_MAX) {
      throw new IllegalArgumentException(
          "found a decimal of scale %,d, expected one from %,d to %,d"
              .formatted(scale, -SCALE_MAX, SCALE_MAX));
    }
    return new BigDecimal(new BigInteger(rest(in)), scale);
  }

  private static boolean decodedBoolean(byte value) {
    if (value != 0 && value != 1) {
      throw new IllegalArgumentException(
          "found the byte " + value + ", expected 0 or 1 of type boolean");
    }
    return value == 1;
  }

  private static String text(ByteBuffer in) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(in).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("found bytes that are not UTF-8, expected a text", e);
    }
  }

  private static InetAddress address(ByteBuffer in) {
    int count = in.remaining();
    try {
      return InetAddress.getByAddress(rest(in));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "found %,d bytes, expected the 4 or 16 bytes of type inet".formatted(count), e);
    }
  }

  private static LocalTime time(long nanos) {
    try {
      return LocalTime.ofNanoOfDay(nanos);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "found " + nanos + " nanoseconds, expected a time of a day", e);
    }
  }

  private static List<Object> list(RawType type, ByteBuffer in) {
    int count = count(in);
    List<Object> values = new ArrayList<>(Math.min(count, in.remaining() / Integer.BYTES));
    for (int i = 0; i < count; i++) {
      values.add(decode(type, element(in, i)));
    }
    requireEnd(in);
    return values;
  }

  private static Map<Object, Object> map(RawType.RawMap type, ByteBuffer in) {
    int count = count(in);
    Map<Object, Object> values = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      Object key = decode(type.keyType, element(in, i));
      values.put(key, decode(type.valueType, element(in, i)));
    }
    requireEnd(in);
    return values;
  }

  private static int count(ByteBuffer in) {
    int count = length(in, "the number of elements");
    if (count < 0) {
      throw new IllegalArgumentException(
          "found a list of " + count + " elements, expected 0 or more");
    }
    return count;
  }

  private static ByteBuffer element(ByteBuffer in, int index) {
    int length = length(in, "the length of element " + (index + 1));
    if (length < 0 || length > in.remaining()) {
      throw new IllegalArgumentException(
          length < 0
              ? "found a null in a list, expected values"
              : "found an element of %,d bytes, expected at most %,d"
                  .formatted(length, in.remaining()));
    }
    ByteBuffer element = in.slice(in.position(), length);
    in.position(in.position() + length);
    return element;
  }

  private static void requireEnd(ByteBuffer in) {
    if (in.hasRemaining()) {
      throw new IllegalArgumentException(
          "found %,d bytes after the last element of a list, expected none"
              .formatted(in.remaining()));
    }
  }

  private static int length(ByteBuffer in, String what) {
    if (in.remaining() < Integer.BYTES) {
      throw new IllegalArgumentException(
          "found %d bytes, expected the 4 bytes of %s".formatted(in.remaining(), what));
    }
    return in.getInt();
  }

  /** The name of a type in CQL, as in {@code system_schema.columns}. */
  public static String name(RawType type) {
    return switch (type.id) {
      case DataType.ASCII -> "ascii";
      case DataType.BIGINT -> "bigint";
      case DataType.BLOB -> "blob";
      case DataType.BOOLEAN -> "boolean";
      case DataType.DATE -> "date";
      case DataType.DECIMAL -> "decimal";
      case DataType.DOUBLE -> "double";
      case DataType.DURATION -> "duration";
      case DataType.FLOAT -> "float";
      case DataType.INET -> "inet";
      case DataType.INT -> "int";
      case DataType.SMALLINT -> "smallint";
      case DataType.TIME -> "time";
      case DataType.TIMESTAMP -> "timestamp";
      case DataType.TIMEUUID -> "timeuuid";
      case DataType.TINYINT -> "tinyint";
      case DataType.UUID -> "uuid";
      case DataType.VARCHAR -> "text";
      case DataType.VARINT -> "varint";
      case DataType.LIST ->
          "frozen<list<%s>>".formatted(name(((RawType.RawList) type).elementType));
      case DataType.SET -> "frozen<set<%s>>".formatted(name(((RawType.RawSet) type).elementType));
      case DataType.MAP ->
          "frozen<map<%s, %s>>"
              .formatted(
                  name(((RawType.RawMap) type).keyType), name(((RawType.RawMap) type).valueType));
      default -> throw new IllegalArgumentException("found the type " + type.id);
    };
  }

  /** A primitive type by its number in {@link DataType}. */
  public static RawType primitive(int id) {
    RawType type = RawType.PRIMITIVES.get(id);
    if (type == null) {
      throw new IllegalArgumentException("found the type " + id);
    }
    return type;
  }
}
