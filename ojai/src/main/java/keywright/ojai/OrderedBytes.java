package keywright.ojai;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import keywright.ojai.ValueOrder.Group;
import org.jspecify.annotations.Nullable;
import org.ojai.exceptions.DecodingException;
import org.ojai.exceptions.EncodingException;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/**
 * Bytes of plain values for keys: their unsigned order is {@link ValueOrder}, and equal values have
 * equal bytes. No encoding is the start of another one, so encodings can follow each other in a
 * key.
 *
 * <pre>
 * missing 01, null 02, false 03, true 04, -Infinity 05, number 06, Infinity 07, NaN 08
 * number       06 double(8 bytes) 00                if a double has exactly this value
 *              06 double(8 bytes) 01 exponent digits  else
 * double       the largest double that is not above the number, its sign bit inverted, all bits
 *              inverted if it is negative
 * exponent     the power of ten above the first digit, plus 2^39, in 5 bytes
 * digits       two decimal digits plus 1 in a byte, 00; exponent and digits inverted if negative
 * string       09 text(UTF-8) 00; 00 and 01 in the text are 01 01 and 01 02
 * binary       0A bytes 00, the same
 * date, time   0B, 0C and 4 bytes; timestamp, interval 0D, 0E and 8 bytes; the sign bit inverted
 * array        0F elements 00
 * map          10 fields 00, in order of the names; field := 01 name(as a text) value
 * </pre>
 *
 * <p>{@link #decode} restores an equal value. It does not restore what the order does not see: the
 * type of a number (a whole number in the range of a long is a long, another one that a double has
 * exactly is a double, else it is a decimal), the scale of a decimal, the sign of -0.0, and the
 * order of the fields of a map. {@code 1} is {@code 06 BFF0000000000000 00}.
 */
final class OrderedBytes {
  /** The bytes of a field that does not exist, which is before all values. */
  static final byte MISSING = 1;

  private static final int FALSE = 3;
  private static final int NEGATIVE_INFINITY = 5;
  private static final int NUMBER = 6;
  private static final int INFINITY = 7;
  private static final int NAN = 8;
  private static final int STRING = 9;
  private static final int MAP = 16;
  private static final long EXPONENT_BIAS = 1L << 39;

  private byte[] bytes = new byte[32];
  private int length;

  private OrderedBytes() {}

  /**
   * The bytes of a plain value.
   *
   * @throws EncodingException if a text is not valid Unicode, or containers are nested too deeply
   */
  static byte[] encode(@Nullable Object value) {
    OrderedBytes writer = new OrderedBytes();
    writer.value(value, 0);
    return Arrays.copyOf(writer.bytes, writer.length);
  }

  private void value(@Nullable Object value, int depth) {
    Group group = ValueOrder.group(value);
    if (value == null) {
      add(2);
      return;
    } else if (group == Group.NUMBER) {
      number((Number) value);
      return;
    } else if (group == Group.BOOLEAN) {
      add((boolean) value ? FALSE + 1 : FALSE);
      return;
    }
    add(group.first);
    switch (group) {
      case STRING -> text(DocumentWriter.utf8((String) value));
      case BINARY -> {
        byte[] content = new byte[((ByteBuffer) value).remaining()];
        ((ByteBuffer) value).duplicate().get(content);
        text(content);
      }
      case DATE -> big(((ODate) value).toDaysSinceEpoch() ^ Integer.MIN_VALUE, 4);
      case TIME -> big(((OTime) value).toTimeInMillis() ^ Integer.MIN_VALUE, 4);
      case TIMESTAMP -> big(((OTimestamp) value).getMillis() ^ Long.MIN_VALUE, 8);
      case INTERVAL -> big(((OInterval) value).getTimeInMillis() ^ Long.MIN_VALUE, 8);
      case ARRAY -> {
        Plain.checkDepth(depth + 1);
        Plain.list(value).forEach(element -> value(element, depth + 1));
        add(0);
      }
      default -> {
        Plain.checkDepth(depth + 1);
        Map<String, @Nullable Object> map = Plain.map(value);
        for (String name : ValueOrder.names(map)) {
          add(1);
          text(DocumentWriter.utf8(name));
          value(map.get(name), depth + 1);
        }
        add(0);
      }
    }
  }

  private void number(Number number) {
    if (ValueOrder.isFloating(number) && !ValueOrder.isFinite(number)) {
      double value = number.doubleValue();
      add(Double.isNaN(value) ? NAN : value < 0 ? NEGATIVE_INFINITY : INFINITY);
      return;
    }
    add(NUMBER);
    double below = number.doubleValue();
    if (ValueOrder.isFloating(number) || isExactly(number, below)) {
      ordered(below);
      add(0);
      return;
    }
    BigDecimal exact = ValueOrder.exact(number);
    if (below == Double.POSITIVE_INFINITY
        || (below != Double.NEGATIVE_INFINITY && new BigDecimal(below).compareTo(exact) > 0)) {
      below = Math.nextDown(below);
    }
    ordered(below);
    add(1);
    digits(exact);
  }

  private static boolean isExactly(Number number, double value) {
    if (number instanceof BigDecimal bigDecimal) {
      return Double.isFinite(value) && new BigDecimal(value).compareTo(bigDecimal) == 0;
    }
    // 2^63 is no long, but the cast of that double gives the largest long.
    return (long) value == number.longValue() && value != 0x1p63;
  }

  private void ordered(double value) {
    long bits = Double.doubleToLongBits(value + 0.0);
    big(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE, 8);
  }

  private void digits(BigDecimal exact) {
    int start = length;
    BigInteger unscaled = exact.unscaledValue().abs();
    String digits = unscaled.toString();
    big(digits.length() - (long) exact.scale() + EXPONENT_BIAS, 5);
    int end = digits.length();
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    for (int index = 0; index < end; index += 2) {
      int second = index + 1 < end ? digits.charAt(index + 1) - '0' : 0;
      add((digits.charAt(index) - '0') * 10 + second + 1);
    }
    add(0);
    if (exact.signum() < 0) {
      for (int index = start; index < length; index++) {
        bytes[index] = (byte) ~bytes[index];
      }
    }
  }

  private void text(byte[] text) {
    escaped(text);
    add(0);
  }

  private void escaped(byte[] text) {
    for (byte one : text) {
      if (one == 0 || one == 1) {
        add(1);
        add(one + 1);
      } else {
        add(one);
      }
    }
  }

  /** What the bytes of all strings that start with {@code prefix} start with. */
  static byte[] prefix(String prefix) {
    OrderedBytes writer = new OrderedBytes();
    writer.add(STRING);
    writer.escaped(DocumentWriter.utf8(prefix));
    return Arrays.copyOf(writer.bytes, writer.length);
  }

  private void big(long value, int size) {
    for (int shift = (size - 1) * 8; shift >= 0; shift -= 8) {
      add((int) (value >> shift));
    }
  }

  private void add(int value) {
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * length);
    }
    bytes[length++] = (byte) value;
  }

  /**
   * The value that {@code encoded} is the whole encoding of.
   *
   * @throws DecodingException if it is none
   */
  static @Nullable Object decode(byte[] encoded) {
    Reader reader = new Reader(encoded);
    Object value = reader.value(0);
    if (reader.at != encoded.length) {
      throw reader.damaged(encoded.length - reader.at + " more bytes", "the end");
    }
    return value;
  }

  private static final class Reader {
    private final byte[] bytes;
    private int at;

    Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    DecodingException damaged(String found, String expected) {
      return new DecodingException(
          "cannot read the key of a value: %s at offset %d of %d bytes, expected %s"
              .formatted(found, at, bytes.length, expected));
    }

    private int next() {
      if (at == bytes.length) {
        throw damaged("the end", "a byte");
      }
      return bytes[at++] & 0xff;
    }

    private int peek() {
      int one = next();
      at--;
      return one;
    }

    private long big(int size) {
      long value = 0;
      for (int index = 0; index < size; index++) {
        value = value << 8 | next();
      }
      return value;
    }

    @Nullable Object value(int depth) {
      int tag = next();
      return switch (tag) {
        case 2 -> null;
        case FALSE, FALSE + 1 -> tag != FALSE;
        case NEGATIVE_INFINITY -> Double.NEGATIVE_INFINITY;
        case NUMBER -> number();
        case INFINITY -> Double.POSITIVE_INFINITY;
        case NAN -> Double.NaN;
        case STRING -> string();
        case STRING + 1 -> ByteBuffer.wrap(text());
        case STRING + 2 -> ODate.fromDaysSinceEpoch((int) big(4) ^ Integer.MIN_VALUE);
        case STRING + 3 -> OTime.fromMillisOfDay((int) big(4) ^ Integer.MIN_VALUE);
        case STRING + 4 -> new OTimestamp(big(8) ^ Long.MIN_VALUE);
        case STRING + 5 -> new OInterval(big(8) ^ Long.MIN_VALUE);
        case MAP - 1 -> array(depth + 1);
        case MAP -> map(depth + 1);
        default -> {
          at--;
          throw damaged("type " + tag, "2 to 16");
        }
      };
    }

    private List<@Nullable Object> array(int depth) {
      checkDepth(depth);
      List<@Nullable Object> list = new ArrayList<>();
      while (peek() != 0) {
        list.add(value(depth));
      }
      at++;
      return list;
    }

    private Map<String, @Nullable Object> map(int depth) {
      checkDepth(depth);
      Map<String, @Nullable Object> map = new LinkedHashMap<>();
      String last = null;
      while (peek() != 0) {
        if (next() != 1) {
          at--;
          throw damaged("byte " + peek(), "a field");
        }
        String name = string();
        if (last != null && ValueOrder.strings(last, name) >= 0) {
          throw damaged("a field that is not after the one before it", "fields in order");
        }
        last = name;
        map.put(name, value(depth));
      }
      at++;
      return map;
    }

    private void checkDepth(int depth) {
      if (depth > Plain.NESTING_MAX) {
        throw damaged("containers nested " + depth + " deep", "at most " + Plain.NESTING_MAX);
      }
    }

    private String string() {
      byte[] text = text();
      try {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
      } catch (CharacterCodingException e) {
        throw damaged("a text that is not UTF-8", "UTF-8");
      }
    }

    private byte[] text() {
      OrderedBytes text = new OrderedBytes();
      for (int one = next(); one != 0; one = next()) {
        if (one == 1) {
          one = next() - 1;
          if (one != 0 && one != 1) {
            throw damaged("byte " + (one + 1) + " after 01", "01 or 02");
          }
        }
        text.add(one);
      }
      return Arrays.copyOf(text.bytes, text.length);
    }

    private Number number() {
      long ordered = big(8);
      boolean negative = ordered >= 0;
      double below = Double.longBitsToDouble(negative ? ~ordered : ordered ^ Long.MIN_VALUE);
      int more = next();
      if (more == 0) {
        if (!Double.isFinite(below)) {
          throw damaged("a number without digits", "a finite number");
        }
        return below == Math.rint(below) && below >= -0x1p63 && below < 0x1p63
            ? (Number) (long) below
            : (Number) below;
      } else if (more != 1) {
        throw damaged("byte " + more, "0 or 1");
      }
      int inverted = negative ? 0xff : 0;
      long exponent = (big(5) ^ (negative ? (1L << 40) - 1 : 0)) - EXPONENT_BIAS;
      StringBuilder digits = new StringBuilder();
      for (int pair = next() ^ inverted; pair != 0; pair = next() ^ inverted) {
        if (pair > 100 || digits.length() > 3 * DocumentWriter.UNSCALED_MAX) {
          throw damaged("digits " + pair, "two decimal digits");
        }
        digits.append((char) ('0' + (pair - 1) / 10)).append((char) ('0' + (pair - 1) % 10));
      }
      return decimal(negative, digits, exponent);
    }

    private Number decimal(boolean negative, StringBuilder digits, long exponent) {
      if (digits.length() > 0 && digits.charAt(digits.length() - 1) == '0') {
        digits.setLength(digits.length() - 1);
      }
      long scale = digits.length() - exponent;
      if (digits.length() == 0 || (int) scale != scale) {
        throw damaged("the exponent " + exponent, "that of a decimal");
      }
      BigInteger unscaled = new BigInteger((negative ? "-" : "") + digits);
      BigDecimal decimal = new BigDecimal(unscaled, (int) scale);
      if (exponent <= 19 && decimal.scale() <= 0) {
        BigInteger whole = decimal.toBigIntegerExact();
        if (whole.bitLength() < 64) {
          return whole.longValue();
        }
      }
      return decimal;
    }
  }
}
