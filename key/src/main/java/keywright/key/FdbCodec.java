package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The format {@code fdb}: a packed tuple of FoundationDB, whose elements are the parts.
 *
 * <p>Layout: a type code, then a body. Null {@code 00}; blob and binary(n) {@code 01}, text,
 * char(n) and digits(n) {@code 02}, both with {@code 00} as {@code 00 FF} and {@code 00} at the
 * end; list {@code 05}, the elements, {@code 00}; whole numbers {@code 14} plus or less the length
 * of their magnitude, which is complemented when negative, or {@code 1D} and {@code 0B} with the
 * length after it from 9 bytes on; float {@code 20} and double {@code 21} with the kw1 body;
 * boolean {@code 26} {@code 27}; uuid {@code 30}. A date is its day, a time and a timestamp their
 * units, an enum its number, each as a whole number.
 *
 * <p>Order: that of the values, nulls first. No DESC: the bytes of 'a' begin those of 'a\0', and
 * would when complemented, where 'a\0' is to come first. No decimal. −0.0 and 0.0 are one value
 * here and NaN has one form; tuples that hold another are refused. Example: (text 'a', bigint 1) is
 * {@code 0261001501}.
 */
final class FdbCodec extends ForeignCodec {
  private static final int NULL = 0x00;
  private static final int BYTES = 0x01;
  private static final int TEXT = 0x02;
  private static final int LIST = 0x05;
  private static final int END = 0x00;
  private static final int LONG_NEGATIVE = 0x0B;
  private static final int ZERO = 0x14;
  private static final int LONG_POSITIVE = 0x1D;
  private static final int FLOAT = 0x20;
  private static final int DOUBLE = 0x21;
  private static final int FALSE = 0x26;
  private static final int TRUE = 0x27;
  private static final int UUID = 0x30;

  /** In place of a type code: above all of them, and what follows the zeros within a body. */
  private static final int ABOVE_CODES = 0xFF;

  private static final int MOST_BYTES = 255;
  private static final BigInteger MOST =
      BigInteger.ONE.shiftLeft(8 * MOST_BYTES).subtract(BigInteger.ONE);

  FdbCodec(List<KeyPart> parts, List<TypedExpression> expressions) {
    super("fdb", parts, expressions);
    for (int i = 0; i < parts.size(); i++) {
      check(i);
    }
  }

  private void check(int part) {
    Type type = type(part);
    if (descending(part)) {
      throw unusable(
          part,
          "DESC",
          "an ascending part; write a constant minus the column, such as 999999 - id, or use key_format kw1");
    }
    if (nullable(part) && !parts.get(part).nullsFirst()) {
      throw unusable(
          part, "nulls last", "nulls first, as in FoundationDB's tuple layer, or key_format kw1");
    }
    if (!isHeld(type)) {
      throw unusable(
          part, type.toString(), "a type that FoundationDB's tuple layer has, or key_format kw1");
    }
  }

  private static boolean isHeld(Type type) {
    return type instanceof ListType list
        ? !(list.elementType() instanceof VarintType) && isHeld(list.elementType())
        : !(type instanceof VariantType || type instanceof TimeUuidType || type instanceof InetType)
            && type.elementType() == null
            && type.valueClass() != BigDecimal.class;
  }

  /** Whether the value is written as a whole number, of which kw1 has a form of one width. */
  private static boolean isWhole(Type type) {
    return isSigned(type)
        || type instanceof IntegerType
        || type instanceof TimeType
        || type instanceof EnumType;
  }

  private static boolean isBytes(Type type) {
    return type.valueClass() == byte[].class;
  }

  @Override
  Fit held(int part, Object value) {
    if (!(type(part) instanceof VarintType) || ((BigInteger) value).abs().compareTo(MOST) <= 0) {
      return Fit.exact(value);
    }
    return ((BigInteger) value).signum() < 0 ? Fit.BELOW : Fit.above(MOST);
  }

  @Override
  void write(int part, @Nullable Object value, KeyWriter out) {
    if (value != null) {
      write(part, type(part), value, out);
    } else {
      requireNullable(part);
      out.put(NULL);
    }
  }

  private void write(int part, Type type, Object value, KeyWriter out) {
    if (isWhole(type)) {
      byte[] body = type.toBytes(value);
      body[0] ^= (byte) (isSigned(type) ? 0x80 : 0);
      writeWhole(part, isSigned(type) ? new BigInteger(body) : new BigInteger(1, body), out);
    } else if (type instanceof VarintType) {
      writeWhole(part, (BigInteger) value, out);
    } else if (type instanceof ListType list) {
      out.put(LIST);
      for (Object element : (List<?>) value) {
        write(part, list.elementType(), element, out);
      }
      out.put(END);
    } else if (type instanceof FloatingType) {
      out.put(type.fixedLength() == 4 ? FLOAT : DOUBLE);
      type.write(value, out);
    } else if (type instanceof BooleanType) {
      out.put((Boolean) value ? TRUE : FALSE);
    } else if (type instanceof UuidType) {
      out.put(UUID);
      type.write(value, out);
    } else {
      out.put(isBytes(type) ? BYTES : TEXT);
      out.putEscaped(isBytes(type) ? (byte[]) value : Utf8.encode((String) value));
      out.put(END);
    }
  }

  private void writeWhole(int part, BigInteger number, KeyWriter out) {
    boolean negative = number.signum() < 0;
    int length = (number.abs().bitLength() + 7) / 8;
    if (length > MOST_BYTES) {
      throw misfit(part, length + " bytes", "a whole number of at most " + MOST_BYTES + " bytes");
    }
    if (length > Long.BYTES) {
      out.put(negative ? LONG_NEGATIVE : LONG_POSITIVE);
      out.put(negative ? ~length : length);
    } else {
      out.put(negative ? ZERO - length : ZERO + length);
    }
    byte[] magnitude = number.abs().toByteArray();
    int start = out.length();
    out.put(magnitude, magnitude.length - length);
    if (negative) {
      out.complement(start);
    }
  }

  @Override
  @Nullable Object read(int part, KeyReader in) {
    if (nullable(part) && in.peek() == NULL) {
      in.bits(1);
      return null;
    }
    return read(type(part), in);
  }

  private static Object read(Type type, KeyReader in) {
    int offset = in.offset();
    int code = (int) in.bits(1);
    if (isWhole(type)) {
      return whole(type, readWhole(code, in, offset), in, offset);
    }
    if (type instanceof VarintType) {
      return readWhole(code, in, offset);
    }
    if (type instanceof BooleanType) {
      expect(code == TRUE || code == FALSE, code, "26 or 27", in, offset);
      return code == TRUE;
    }
    if (type instanceof ListType list) {
      expect(code == LIST, code, "the code 05", in, offset);
      return readList(list.elementType(), in);
    }
    if (type instanceof FloatingType) {
      boolean single = type.fixedLength() == 4;
      expect(code == (single ? FLOAT : DOUBLE), code, single ? "20" : "21", in, offset);
      return type.read(in);
    }
    if (type instanceof UuidType) {
      expect(code == UUID, code, "the code 30", in, offset);
      return type.read(in);
    }
    expect(code == (isBytes(type) ? BYTES : TEXT), code, isBytes(type) ? "01" : "02", in, offset);
    byte[] body = readEscaped(in);
    if (isBytes(type)) {
      return converted(type, body, in, offset);
    }
    return converted(type, text(body, type.expectation(), in, offset), in, offset);
  }

  private static void expect(boolean right, int code, String expected, KeyReader in, int offset) {
    if (!right) {
      throw in.error(offset, "starts with " + BlobType.hex(code), expected);
    }
  }

  private static BigInteger readWhole(int code, KeyReader in, int offset) {
    expect(code >= LONG_NEGATIVE && code <= LONG_POSITIVE, code, "0b to 1d", in, offset);
    boolean negative = code < ZERO;
    int length = Math.abs(code - ZERO);
    if (negative) {
      in.complement();
    }
    if (length > Long.BYTES) {
      length = (int) in.bits(1);
    }
    BigInteger magnitude = new BigInteger(1, in.bytes(length));
    if (negative) {
      in.complement();
      return magnitude.negate();
    }
    return magnitude;
  }

  /** The value of {@code type} whose kw1 body is {@code number}. */
  private static Object whole(Type type, BigInteger number, KeyReader in, int offset) {
    boolean signed = isSigned(type);
    int width = type.fixedLength();
    if (number.bitLength() > 8 * width - (signed ? 1 : 0) || (!signed && number.signum() < 0)) {
      throw in.error(offset, "holds " + Type.describe(number), type.expectation());
    }
    byte[] body = new byte[width];
    for (int i = 0; i < width; i++) {
      body[i] = number.shiftRight(8 * (width - 1 - i)).byteValue();
    }
    body[0] ^= (byte) (signed ? 0x80 : 0);
    return value(type, body, in, offset);
  }

  private static Object readList(Type element, KeyReader in) {
    List<Object> values = new ArrayList<>();
    while (in.peek() != END) {
      values.add(read(element, in));
    }
    in.bits(1);
    return Collections.unmodifiableList(values);
  }

  private static byte[] readEscaped(KeyReader in) {
    KeyWriter out = new KeyWriter();
    while (true) {
      int next = (int) in.bits(1);
      if (next == 0) {
        if (in.remaining() == 0 || in.peek() != 0xFF) {
          return out.toBytes();
        }
        in.bits(1);
      }
      out.put(next);
    }
  }

  /** No part begins with {@code FF}, as the rest of a longer text, blob or list does. */
  @Override
  ByteRange keys(byte[] leading, int count) {
    return count == parts.size()
        ? ByteRange.only(leading)
        : ByteRange.between(leading, with(leading, ABOVE_CODES));
  }

  @Override
  ByteRange present(byte[] prefix, int part, @Nullable Run run) {
    return ByteRange.between(with(prefix, NULL + 1), with(prefix, ABOVE_CODES));
  }

  @Override
  ByteRange startsWith(byte[] prefix, int part, String text) {
    KeyWriter out = new KeyWriter();
    out.put(prefix);
    out.put(TEXT);
    out.putEscaped(Utf8.encode(text));
    return ByteRange.startingWith(out.toBytes());
  }
}
