package keywright.key;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the formats of other systems share: they refuse what they cannot hold, decode only what they
 * encode, and make no empty row key.
 */
abstract class ForeignCodec extends BinaryCodec {
  private static final List<Object> ABOVE_ALL =
      List.of(new BigDecimal("1E+400"), Instant.MAX, LocalTime.MAX);

  private final String format;

  /** From this part on, all may be null. */
  final int firstOmissible;

  ForeignCodec(String format, List<KeyPart> parts, List<TypedExpression> expressions) {
    super(parts, expressions);
    this.format = format;
    this.firstOmissible = firstOmissible();
  }

  private int firstOmissible() {
    int first = parts.size();
    while (first > 0 && nullable(first - 1)) {
      first--;
    }
    return first;
  }

  /** How many of {@code values} are left where the nulls at the end of a key are left out. */
  final int kept(List<@Nullable Object> values) {
    int count = values.size();
    while (count > firstOmissible && values.get(count - 1) == null) {
      count--;
    }
    return count;
  }

  /** Refuses a null in a part that has none. */
  final void requireNullable(int part) {
    if (!nullable(part)) {
      throw misfit(
          part, "null", "a value, because this key part is NOT NULL; give the part a value");
    }
  }

  /** Reads the whole of part {@code part}; what is not canonical may pass. */
  abstract @Nullable Object read(int part, KeyReader in);

  /** The parts one after the other; maybe nothing. */
  byte[] written(@Nullable Object[] values) {
    KeyWriter out = new KeyWriter();
    for (int i = 0; i < values.length; i++) {
      write(i, values[i], out);
    }
    return out.toBytes();
  }

  @Override
  public final byte[] encode(@Nullable Object[] values) {
    byte[] rowKey = written(values);
    if (rowKey.length == 0) {
      throw KeyException.of(
          "cannot encode a key: found no bytes, because every part is empty, expected at least one byte; give a part a value");
    }
    return rowKey;
  }

  /** Nulls at the end of a key may have no bytes there. */
  @Override
  public int offset(@Nullable Object[] values, int part) {
    int offset = super.offset(values, part);
    return values.length < parts.size() ? offset : Math.min(offset, written(values).length);
  }

  @Override
  public @Nullable Object[] decode(byte[] rowKey) {
    KeyReader in = new KeyReader(rowKey);
    @Nullable Object[] values = new @Nullable Object[parts.size()];
    for (int i = 0; i < values.length; i++) {
      in.startPart(i, parts.get(i).name(), descending(i));
      values[i] = read(i, in);
    }
    in.expectEnd();
    if (rowKey.length == 0) {
      throw in.error(0, "has no bytes", "at least one byte");
    }
    int other = Arrays.mismatch(written(values), rowKey);
    if (other >= 0) {
      int part = parts.size() - 1;
      while (part > 0 && offset(values, part) > other) {
        part--;
      }
      in.startPart(part, parts.get(part).name(), false);
      throw in.error(
          Math.min(other, rowKey.length),
          "has other bytes than key_format " + format + " writes",
          "the bytes that this format writes for the values of the key");
    }
    return values;
  }

  /**
   * The bytes of the longest of a few values: in all these formats it is a number of nines, or the
   * text or blob with most zeros, that takes the most room.
   */
  @Override
  public final int longest(int part) {
    Type type = type(part);
    int longest = type.fixedLength();
    for (Object value : type.fixedLength() < 0 ? List.of() : longestValues(type)) {
      Object held = held(part, value).floor();
      if (held != null) {
        longest = Math.max(longest, length(part, held));
      }
      if (held instanceof BigDecimal number) {
        longest = Math.max(longest, length(part, number.negate()));
      }
    }
    return longest;
  }

  private int length(int part, Object value) {
    KeyWriter out = new KeyWriter();
    write(part, value, out);
    return out.length();
  }

  private static List<Object> longestValues(Type type) {
    List<Object> values = new ArrayList<>();
    for (Object most : ABOVE_ALL) {
      Fit fit = type.fit(most);
      if (fit != null && fit.floor() != null) {
        values.add(fit.floor());
      }
    }
    if (type instanceof DecimalType && values.get(0) instanceof BigDecimal most) {
      // Where the first digit stands decides how many bytes the others take.
      BigInteger nines = most.unscaledValue();
      for (; nines.signum() > 0; nines = nines.divide(BigInteger.TEN)) {
        values.add(new BigDecimal(nines, most.scale()));
      }
    }
    byte[] zeros = new byte[type.fixedLength()];
    byte[] full = new byte[zeros.length];
    Arrays.fill(full, (byte) 0xFF);
    byte[] nines = new byte[zeros.length];
    Arrays.fill(nines, (byte) '9');
    byte[] zerosAndLetter = zeros.clone();
    zerosAndLetter[zeros.length - 1] = 'a';
    for (byte[] body : List.of(zeros, full, nines, zerosAndLetter)) {
      try {
        values.add(type.fromBytes(body));
      } catch (KeyException e) {
        // No value has these bytes.
      }
    }
    if (type instanceof EnumType labels) {
      values.addAll(labels.labels());
    }
    return values;
  }

  /**
   * Some end a text by a byte that a longer text continues with, or leave out the end of the last.
   */
  @Override
  public final boolean isPrefixFree(int part) {
    return false;
  }

  /** A last part may run to the end of the row key; what others hold is marked by their width. */
  @Override
  ByteRange keys(byte[] leading, int count) {
    return count == parts.size() ? ByteRange.only(leading) : ByteRange.startingWith(leading);
  }

  /** A part that the format cannot hold, said when the key is declared. */
  final KeyException unusable(int part, String found, String expected) {
    return KeyException.of(
        "cannot use "
            + parts.get(part)
            + " in a key of key_format "
            + format
            + ": found "
            + found
            + ", expected "
            + expected);
  }

  /** A value that the format cannot hold. */
  final KeyException misfit(int part, String found, String expected) {
    return KeyException.of(
        "cannot encode " + parts.get(part).name() + ": found " + found + ", expected " + expected);
  }

  /** Whether kw1 flips the sign bit of the whole number that the body is. */
  static boolean isSigned(Type type) {
    return (type instanceof IntegerType integer && integer.isSigned())
        || type instanceof TimestampType
        || type instanceof DateType;
  }

  /** The value of {@code type} that {@code found} is, which was read at {@code offset}. */
  static Object converted(Type type, Object found, KeyReader in, int offset) {
    try {
      return type.convert(found);
    } catch (KeyException e) {
      throw in.error(offset, "holds " + Type.describe(found), type.expectation());
    }
  }

  /** The value whose ascending kw1 body is {@code body}, which was read at {@code offset}. */
  static Object value(Type type, byte[] body, KeyReader in, int offset) {
    try {
      return type.fromBytes(body);
    } catch (KeyException e) {
      throw in.error(offset, "holds no value of " + type, type.expectation());
    }
  }

  /** The text whose UTF-8 is {@code utf8}, which was read at {@code offset}. */
  static String text(byte[] utf8, String expected, KeyReader in, int offset) {
    String text = Utf8.decode(utf8);
    if (text == null) {
      throw in.error(offset, "holds malformed UTF-8", expected);
    }
    return text;
  }
}
