package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The format {@code hbase}: what {@code org.apache.hadoop.hbase.util.Bytes.toBytes} gives for each
 * part, one after the other.
 *
 * <p>Layout: whole numbers big-endian in two's complement; timestamps as a long of their units,
 * dates as an int of days since 1970; float and double as their IEEE bits; boolean {@code ff} or
 * {@code 00}; digits, uuid and, padded with {@code 00}, char as they stand; text as UTF-8, blob as
 * it is, and decimal as an int scale with the unscaled number after it, in last position only,
 * because nothing marks where they end.
 *
 * <p>Order: signed numbers sort among those of one sign, the negative ones after the others ({@code
 * toBytes(-1L)} is above {@code toBytes(1L)}) and negative float and double backwards; decimals do
 * not sort; all else sorts. No DESC and no nulls. Example: (bigint 1, text 'a') is {@code
 * 000000000000000161}.
 */
final class HBaseCodec extends ForeignCodec {
  private static final int SIGN = 0x80;

  private final List<List<Run>> runs = new ArrayList<>();

  HBaseCodec(List<KeyPart> parts, List<TypedExpression> expressions) {
    super("hbase", parts, expressions);
    for (int i = 0; i < parts.size(); i++) {
      check(i);
      runs.add(runs(type(i)));
    }
  }

  private void check(int part) {
    if (!isHeld(type(part))) {
      throw unusable(
          part,
          type(part).toString(),
          "a type that HBase's Bytes.toBytes encodes, a uuid, a date or a timestamp, or key_format kw1");
    }
    if (descending(part)) {
      throw unusable(
          part,
          "DESC",
          "an ascending part; write a constant minus the column, such as 999999 - id, or use key_format kw1");
    }
    if (nullable(part)) {
      throw unusable(part, "a part that may be null", "NOT NULL, or key_format kw1");
    }
    if (!isLast(part) && !isFixed(type(part))) {
      throw unusable(
          part,
          type(part) + " before the last part, where this format does not mark the end of a value",
          "a value of fixed width, such as lpad(x, n) or char(n); or use key_format text with a delimiter, or kw1");
    }
  }

  /** Types whose values have one form in HBase's bytes; a decimal of any scale has several. */
  private static boolean isHeld(Type type) {
    return type.fixedLength() < 0
        ? type instanceof TextType || type instanceof BlobType
        : !(type instanceof EnumType || type instanceof TimeType || type instanceof TimeUuidType);
  }

  private static boolean isFixed(Type type) {
    return type.fixedLength() >= 0 && !(type instanceof DecimalType);
  }

  private static List<Run> runs(Type type) {
    if (isSigned(type)) {
      byte[] zero = new byte[type.fixedLength()];
      zero[0] = (byte) SIGN;
      byte[] minusOne = new byte[zero.length];
      Arrays.fill(minusOne, (byte) 0xFF);
      minusOne[0] = 0x7F;
      return signs(type.fromBytes(minusOne), type.fromBytes(zero), false);
    }
    if (type.equals(FloatingType.FLOAT)) {
      return signs(-Float.MIN_VALUE, 0f, true);
    }
    if (type.equals(FloatingType.DOUBLE)) {
      return signs(-Double.MIN_VALUE, 0d, true);
    }
    return type instanceof DecimalType ? Run.NONE : Run.WHOLE;
  }

  private static List<Run> signs(Object below, Object zero, boolean reversed) {
    return List.of(
        new Run(new Interval(null, false, below, true), reversed),
        new Run(new Interval(zero, true, null, false), false));
  }

  @Override
  public List<Run> runs(int part) {
    return runs.get(part);
  }

  @Override
  void write(int part, @Nullable Object value, KeyWriter out) {
    if (value == null) {
      throw misfit(part, "null", "a value; a key that holds nulls needs key_format kw1");
    }
    Type type = type(part);
    if (isSigned(type)) {
      int start = out.length();
      type.write(value, out);
      out.flip(start, SIGN);
    } else if (value instanceof Float number) {
      out.putBits(Float.floatToIntBits(number + 0.0f), 4);
    } else if (value instanceof Double number) {
      out.putBits(Double.doubleToLongBits(number + 0.0), 8);
    } else if (value instanceof Boolean truth) {
      out.put(truth ? 0xFF : 0);
    } else if (value instanceof BigDecimal decimal) {
      out.putBits(decimal.scale(), 4);
      out.put(decimal.unscaledValue().toByteArray());
    } else if (type instanceof TextType) {
      out.put(Utf8.encode((String) value));
    } else if (type instanceof BlobType) {
      out.put((byte[]) value);
    } else {
      type.write(value, out);
    }
  }

  @Override
  Object read(int part, KeyReader in) {
    Type type = type(part);
    int offset = in.offset();
    if (isSigned(type)) {
      byte[] body = in.bytes(type.fixedLength());
      body[0] ^= (byte) SIGN;
      return value(type, body, in, offset);
    }
    if (type.equals(FloatingType.FLOAT)) {
      return Float.intBitsToFloat((int) in.bits(4)) + 0.0f;
    }
    if (type.equals(FloatingType.DOUBLE)) {
      return Double.longBitsToDouble(in.bits(8)) + 0.0;
    }
    if (type instanceof BooleanType) {
      return in.bits(1) != 0;
    }
    if (type instanceof DecimalType) {
      int scale = (int) in.bits(4);
      byte[] unscaled = in.bytes(in.remaining());
      return decimal(type, scale, unscaled, in, offset);
    }
    if (type instanceof TextType) {
      return text(in.bytes(in.remaining()), "text", in, offset);
    }
    return type instanceof BlobType ? in.bytes(in.remaining()) : type.read(in);
  }

  private static Object decimal(Type type, int scale, byte[] unscaled, KeyReader in, int offset) {
    if (unscaled.length == 0 || unscaled.length > 32) {
      throw in.error(offset, "holds no number", type.expectation());
    }
    BigDecimal number = new BigDecimal(new BigInteger(unscaled), scale);
    try {
      return type.convert(number);
    } catch (KeyException e) {
      throw in.error(offset, "holds a number that the type does not have", type.expectation());
    }
  }

  @Override
  ByteRange present(byte[] prefix, int part, @Nullable Run run) {
    if (run == null || runs.get(part).size() == 1) {
      return ByteRange.startingWith(prefix);
    }
    byte[] negative = with(prefix, SIGN);
    return run.values().lower() == null
        ? ByteRange.between(negative, ByteRange.successor(prefix))
        : ByteRange.between(prefix, negative);
  }

  @Override
  ByteRange startsWith(byte[] prefix, int part, String text) {
    byte[] utf8 = Utf8.encode(text);
    if (isFixed(type(part))) {
      return fixedStartsWith(prefix, part, utf8, type(part).fixedLength(), 0);
    }
    return startingWith(prefix, part, utf8);
  }
}
