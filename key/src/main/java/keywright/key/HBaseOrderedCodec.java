package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The format {@code hbase-ordered}: what {@code org.apache.hadoop.hbase.types.Struct} writes of
 * {@code OrderedBytes} fields.
 *
 * <p>Layout: a header byte, then a body; DESC complements both. Whole numbers by the width of their
 * Java value ({@code 29} to {@code 2c} and the kw1 body; smallint for tinyint unsigned and so on),
 * dates as int, timestamps as bigint, float {@code 30}, double {@code 31}, decimal and bigint
 * unsigned as {@link OrderedNumeric}; texts {@code 34}, UTF-8, {@code 00}; blob in last position
 * {@code 38} and its bytes (DESC: and {@code 00}), elsewhere {@code 37} and seven bits to a byte.
 * Null is {@code 05}, and nulls at the end of a key are left out.
 *
 * <p>Order: that of the values, but for {@code 37} blobs, which do not sort. Since nulls at the end
 * are left out, they sort first whatever the direction: a descending last part that may be null is
 * {@code NULLS FIRST}. No nulls but in texts, blobs and decimals; no U+0000 in texts; no {@code 00}
 * in a descending last blob; no more than 31 digits. Example: (int 1, text 'a') is {@code
 * 2b80000001346100}.
 */
final class HBaseOrderedCodec extends ForeignCodec {
  private static final int NULL = 0x05;
  private static final int TEXT = 0x34;
  private static final int BLOB_VAR = 0x37;
  private static final int BLOB = 0x38;

  HBaseOrderedCodec(List<KeyPart> parts, List<TypedExpression> expressions) {
    super("hbase-ordered", parts, expressions);
    for (int i = 0; i < parts.size(); i++) {
      check(i);
    }
  }

  private static boolean isNumeric(Type type) {
    return type instanceof DecimalType || type.valueClass() == BigInteger.class;
  }

  private static boolean isText(Type type) {
    return type.valueClass() == String.class && !(type instanceof EnumType);
  }

  private void check(int part) {
    Type type = type(part);
    boolean nullable = isNumeric(type) || isText(type) || type instanceof BlobType;
    if (!nullable && header(type) < 0) {
      throw unusable(
          part,
          type.toString(),
          "a number, a text, a blob, a date or a timestamp, or key_format kw1");
    }
    if (!nullable(part)) {
      return;
    }
    if (!nullable) {
      throw unusable(part, type + " that may be null", "NOT NULL, or key_format kw1");
    }
    boolean descending = descending(part);
    if (descending && part >= firstOmissible && !isLast(part)) {
      throw unusable(
          part,
          "a descending part that may be null and has only parts after it that may be null, whose nulls have no fixed order in this format",
          "ASC, NOT NULL, or key_format kw1");
    }
    boolean first = !descending || part >= firstOmissible;
    if (parts.get(part).nullsFirst() != first) {
      throw unusable(
          part,
          first ? "nulls last" : "nulls first",
          (first ? "NULLS FIRST" : "NULLS LAST") + ", as in this format, or key_format kw1");
    }
  }

  /** The header of a fixed width; -1 for a type that has none. */
  private static int header(Type type) {
    if (type instanceof IntegerType || type instanceof DateType || type instanceof TimestampType) {
      return switch (width(type)) {
        case 1 -> 0x29;
        case 2 -> 0x2A;
        case 4 -> 0x2B;
        default -> 0x2C;
      };
    }
    return !(type instanceof FloatingType) ? -1 : type.fixedLength() == 4 ? 0x30 : 0x31;
  }

  /** The bytes of the smallest signed number that holds all values. */
  private static int width(Type type) {
    boolean unsigned = type instanceof IntegerType integer && !integer.isSigned();
    return type.fixedLength() * (unsigned ? 2 : 1);
  }

  @Override
  public List<Run> runs(int part) {
    return type(part) instanceof BlobType && !isLast(part) ? Run.NONE : Run.WHOLE;
  }

  @Override
  byte[] written(@Nullable Object[] values) {
    return super.written(Arrays.copyOf(values, kept(Arrays.asList(values))));
  }

  @Override
  void write(int part, @Nullable Object value, KeyWriter out) {
    int start = out.length();
    if (value != null) {
      writePresent(part, type(part), value, out);
    } else {
      requireNullable(part);
      out.put(NULL);
    }
    if (descending(part)) {
      out.complement(start);
    }
  }

  private void writePresent(int part, Type type, Object value, KeyWriter out) {
    if (isNumeric(type)) {
      BigDecimal number = number(value);
      if (!OrderedNumeric.holds(number)) {
        throw misfit(part, type.format(value), "at most " + OrderedNumeric.DIGITS + " digits");
      }
      OrderedNumeric.write(number, out);
    } else if (isText(type)) {
      String text = (String) value;
      if (text.indexOf('\0') >= 0) {
        throw misfit(part, "U+0000 in a text", "a text without it, or key_format kw1");
      }
      out.put(TEXT);
      out.put(Utf8.encode(text));
      out.put(0);
    } else if (!(type instanceof BlobType)) {
      writeFixed(type, value, out);
    } else if (isLast(part)) {
      writeLast(part, (byte[]) value, out);
    } else {
      out.put(BLOB_VAR);
      writeSevenBits((byte[]) value, out);
    }
  }

  private static BigDecimal number(Object value) {
    return value instanceof BigInteger whole ? new BigDecimal(whole) : (BigDecimal) value;
  }

  private static void writeFixed(Type type, Object value, KeyWriter out) {
    out.put(header(type));
    if (type instanceof IntegerType) {
      int width = width(type);
      out.putBits(((Number) value).longValue() ^ 1L << (8 * width - 1), width);
    } else {
      type.write(value, out);
    }
  }

  private void writeLast(int part, byte[] value, KeyWriter out) {
    out.put(BLOB);
    out.put(value);
    if (descending(part)) {
      if (firstZero(value) >= 0) {
        throw misfit(part, "00 in a descending blob", "bytes without it, or key_format kw1");
      }
      out.put(0);
    }
  }

  private static int firstZero(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        return i;
      }
    }
    return -1;
  }

  /** All bits, seven to a byte, each byte but the last with its high bit set. */
  private static void writeSevenBits(byte[] value, KeyWriter out) {
    int bits = 0;
    int count = 0;
    for (int i = 0; i < value.length; i++) {
      bits = (bits << 8) | (value[i] & 0xFF);
      count += 8;
      while (count >= 7 && (count > 7 || i < value.length - 1)) {
        count -= 7;
        out.put(0x80 | (bits >> count));
        bits &= (1 << count) - 1;
      }
    }
    out.put((bits << (7 - count)) & 0x7F);
  }

  private static byte[] readSevenBits(KeyReader in) {
    KeyWriter out = new KeyWriter();
    int bits = 0;
    int count = 0;
    boolean more = true;
    while (more) {
      int next = (int) in.bits(1);
      more = next >= 0x80;
      bits = ((bits << 7) | (next & 0x7F)) & 0x7FFF;
      count += 7;
      if (count >= 8) {
        count -= 8;
        out.put(bits >> count);
      }
    }
    return out.toBytes();
  }

  @Override
  @Nullable Object read(int part, KeyReader in) {
    if (part >= firstOmissible && in.remaining() == 0) {
      return null;
    }
    Type type = type(part);
    int offset = in.offset();
    int header = in.peek();
    if (header == NULL && nullable(part)) {
      in.bits(1);
      return null;
    }
    if (isNumeric(type)) {
      return converted(type, OrderedNumeric.read(in), in, offset);
    }
    int expected =
        isText(type)
            ? TEXT
            : !(type instanceof BlobType) ? header(type) : isLast(part) ? BLOB : BLOB_VAR;
    in.bits(1);
    if (header != expected) {
      throw in.error(
          offset, "starts with " + BlobType.hex(header), "the header " + BlobType.hex(expected));
    }
    if (isText(type)) {
      String text = text(readTerminated(in), type.expectation(), in, offset);
      return converted(type, text, in, offset);
    }
    if (type instanceof BlobType) {
      return !isLast(part)
          ? readSevenBits(in)
          : descending(part) ? readTerminated(in) : in.bytes(in.remaining());
    }
    if (type instanceof IntegerType) {
      int shift = 64 - 8 * width(type);
      return converted(type, (in.bits(width(type)) << shift ^ Long.MIN_VALUE) >> shift, in, offset);
    }
    return value(type, in.bytes(type.fixedLength()), in, offset);
  }

  private static byte[] readTerminated(KeyReader in) {
    KeyWriter out = new KeyWriter();
    for (long next = in.bits(1); next != 0; next = in.bits(1)) {
      out.put((int) next);
    }
    return out.toBytes();
  }

  @Override
  Fit held(int part, Object value) {
    Type type = type(part);
    if (isNumeric(type)) {
      BigDecimal number = number(value);
      if (OrderedNumeric.holds(number)) {
        return Fit.exact(value);
      }
      Fit floor = type.fit(OrderedNumeric.floor(number));
      return floor == null || floor.floor() == null ? Fit.BELOW : Fit.of(floor.floor(), false);
    }
    if (value instanceof String text && text.indexOf('\0') >= 0) {
      return Fit.of(text.substring(0, text.indexOf('\0')), false);
    }
    if (value instanceof byte[] bytes && descending(part) && firstZero(bytes) >= 0) {
      return Fit.of(Arrays.copyOf(bytes, firstZero(bytes)), false);
    }
    return Fit.exact(value);
  }

  /** A prefix that ends in nulls is also that of the key in which they were left out. */
  @Override
  ByteRange keys(List<@Nullable Object> values, byte[] leading) {
    if (values.size() == parts.size()) {
      return ByteRange.only(written(values.toArray()));
    }
    byte[] shortest = Arrays.copyOf(leading, offset(values.toArray(), kept(values)));
    return ByteRange.between(shortest, ByteRange.successor(leading));
  }

  @Override
  ByteRange present(byte[] prefix, int part, @Nullable Run run) {
    if (!nullable(part)) {
      return ByteRange.startingWith(prefix);
    }
    return descending(part)
        ? ByteRange.between(with(prefix, 0), with(prefix, ~NULL))
        : ByteRange.between(with(prefix, NULL + 1), ByteRange.successor(prefix));
  }

  @Override
  ByteRange startsWith(byte[] prefix, int part, String text) {
    byte[] header = with(prefix, descending(part) ? ~TEXT : TEXT);
    return text.indexOf('\0') < 0
        ? startingWith(header, part, Utf8.encode(text))
        : ByteRange.only(prefix).emptied();
  }
}
