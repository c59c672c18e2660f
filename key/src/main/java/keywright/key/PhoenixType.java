package keywright.key;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/**
 * How Phoenix writes the values of one type in a row key, ascending and without separator, and
 * which of them it holds.
 *
 * <p>As kw1: signed whole numbers, UNSIGNED_TINYINT to UNSIGNED_LONG, which keep clear of the sign
 * bit, boolean, uuid, digits, TIMESTAMP by the millisecond, and BINARY(n), whose empty value is
 * null. FLOAT and DOUBLE: one more than in kw1. DATE at midnight: milliseconds in 8 bytes.
 * TIMESTAMP finer than that: milliseconds, then the nanoseconds after them in 4 bytes. CHAR(n):
 * ASCII, padded with spaces. VARCHAR: UTF-8 without NUL, which ends it; VARBINARY: the bytes as
 * they are; an empty one of either is null. DECIMAL: {@link PhoenixDecimal}.
 */
final class PhoenixType {
  private static final long MILLIS_PER_DAY = 86_400_000;
  private static final int NANOS_PER_MILLI = 1_000_000;
  private static final int NANOS_WIDTH = Long.BYTES + Integer.BYTES;
  private static final char PAD = ' ';
  private static final char LAST = '\u007F';

  private final Type type;
  private final int width;

  /** The largest value of an unsigned type of Phoenix; null for all else. */
  private final @Nullable Object most;

  private PhoenixType(Type type, int width, @Nullable Object most) {
    this.type = type;
    this.width = width;
    this.most = most;
  }

  /** Null for a type that Phoenix has no column type for. */
  static @Nullable PhoenixType of(Type type) {
    int width = type.fixedLength();
    Object most = null;
    if (type instanceof IntegerType integer) {
      most = integer.isSigned() ? null : integer.box((1L << (8 * width - 1)) - 1);
    } else if (type instanceof TimestampType timestamp) {
      if (timestamp.decimals() == 0) {
        return null;
      }
      width = timestamp.decimals() == 3 ? width : NANOS_WIDTH;
    } else if (type instanceof DateType) {
      width = Long.BYTES;
    } else if (type instanceof TextType || type instanceof BlobType || isDecimal(type)) {
      width = -1;
    } else if (!(type instanceof BooleanType
        || type instanceof UuidType
        || type instanceof DigitsType
        || type instanceof FloatingType
        || type instanceof CharType
        || type instanceof BinaryType)) {
      return null;
    }
    return new PhoenixType(type, width, most);
  }

  private static boolean isDecimal(Type type) {
    return type.valueClass() == BigDecimal.class;
  }

  /** The salt, which is one byte and no UNSIGNED_TINYINT. */
  static PhoenixType salt(Type type) {
    return new PhoenixType(type, type.fixedLength(), null);
  }

  /** The bytes of every value; -1 when they vary. */
  int width() {
    return width;
  }

  boolean isVariable() {
    return width < 0;
  }

  Type type() {
    return type;
  }

  /** The values that Phoenix holds, in words that follow "expected". */
  String expectation() {
    if (most != null) {
      return "a whole number from 0 to " + most + " (Phoenix's unsigned types)";
    }
    if (type instanceof BinaryType) {
      return "1 to " + width + " bytes that do not end in 00; no bytes mean null in Phoenix";
    }
    if (type instanceof CharType) {
      return "1 to "
          + width
          + " ASCII characters, none below the space, and the last one not a space (Phoenix's CHAR pads with spaces)";
    }
    if (type instanceof TextType) {
      return "text that is not empty and has no U+0000 (in Phoenix an empty text is null, and U+0000 ends a text)";
    }
    if (type instanceof BlobType) {
      return "at least one byte; no bytes mean null in Phoenix";
    }
    return isDecimal(type) ? PhoenixDecimal.EXPECTATION : type.expectation();
  }

  /** A value of the type, in an error. */
  String shown(Object value) {
    return Type.describe(value instanceof String ? value : type.format(value));
  }

  /** Where a value of the type falls among those that Phoenix holds. */
  Fit fit(Object value) {
    if (value instanceof byte[] bytes) {
      return bytes.length == 0 ? Fit.BELOW : Fit.exact(value);
    }
    if (value instanceof BigDecimal number) {
      return PhoenixDecimal.fit(number);
    }
    if (type instanceof CharType) {
      return fitPadded((String) value);
    }
    if (type instanceof TextType) {
      String text = (String) value;
      int nul = text.indexOf('\0');
      return text.isEmpty() || nul == 0
          ? Fit.BELOW
          : nul < 0 ? Fit.exact(text) : Fit.of(text.substring(0, nul), false);
    }
    return most != null && type.compare(value, most) > 0 ? Fit.above(most) : Fit.exact(value);
  }

  private Fit fitPadded(String text) {
    int held = held(text);
    if (held < text.length() && text.charAt(held) > LAST) {
      String filling = Character.toString(LAST).repeat(width - held);
      return Fit.of(text.substring(0, held) + filling, false);
    }
    String unpadded = unpadded(text.substring(0, held));
    return unpadded.isEmpty() ? Fit.BELOW : Fit.of(unpadded, unpadded.length() == text.length());
  }

  /** How many characters CHAR holds before the first that it does not. */
  private static int held(String text) {
    int held = 0;
    while (held < text.length() && text.charAt(held) >= PAD && text.charAt(held) <= LAST) {
      held++;
    }
    return held;
  }

  /** Whether CHAR holds every character. */
  static boolean isHeld(String text) {
    return held(text) == text.length();
  }

  private static String unpadded(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == PAD) {
      end--;
    }
    return text.substring(0, end);
  }

  /** Appends {@code value}, which Phoenix holds. */
  void write(Object value, KeyWriter out) {
    if (type instanceof FloatingType) {
      out.putBits(new KeyReader(type.toBytes(value)).bits(width) + 1, width);
    } else if (value instanceof LocalDate date) {
      putMillis(date.toEpochDay() * MILLIS_PER_DAY, out);
    } else if (width == NANOS_WIDTH && value instanceof Instant instant) {
      putMillis(instant.toEpochMilli(), out);
      out.putBits(instant.get(ChronoField.NANO_OF_SECOND) % NANOS_PER_MILLI, Integer.BYTES);
    } else if (type instanceof CharType) {
      String text = (String) value;
      out.put(text.getBytes(StandardCharsets.US_ASCII));
      for (int i = text.length(); i < width; i++) {
        out.put(PAD);
      }
    } else if (type instanceof TextType) {
      out.put(Utf8.encode((String) value));
    } else if (type instanceof BlobType) {
      out.put((byte[]) value);
    } else if (value instanceof BigDecimal number) {
      PhoenixDecimal.write(number, out);
    } else {
      type.write(value, out);
    }
  }

  private static void putMillis(long millis, KeyWriter out) {
    out.putBits(millis ^ Long.MIN_VALUE, Long.BYTES);
  }

  /**
   * The value that {@code body} is, which began at {@code offset}; what Phoenix never writes may
   * pass.
   */
  Object read(byte[] body, KeyReader in, int offset) {
    KeyReader fields = new KeyReader(body);
    if (type instanceof FloatingType) {
      KeyWriter out = new KeyWriter(width);
      out.putBits(fields.bits(width) - 1, width);
      return ForeignCodec.value(type, out.toBytes(), in, offset);
    }
    if (type instanceof DateType) {
      long millis = fields.bits(Long.BYTES) ^ Long.MIN_VALUE;
      if (Math.floorMod(millis, MILLIS_PER_DAY) != 0) {
        throw in.error(
            offset, "holds a time of the day", "midnight; a timestamp column reads such keys");
      }
      LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(millis, MILLIS_PER_DAY));
      return ForeignCodec.converted(type, date, in, offset);
    }
    if (type instanceof TimestampType && width == NANOS_WIDTH) {
      long millis = fields.bits(Long.BYTES) ^ Long.MIN_VALUE;
      long nanos = fields.bits(Integer.BYTES);
      if (nanos >= NANOS_PER_MILLI) {
        throw in.error(
            offset, "holds " + nanos + " nanoseconds", "at most 999999 after the milliseconds");
      }
      Instant instant = Instant.ofEpochMilli(millis).plusNanos(nanos);
      return ForeignCodec.converted(type, instant, in, offset);
    }
    if (type instanceof CharType) {
      return unpadded(new String(body, StandardCharsets.ISO_8859_1));
    }
    if (type instanceof TextType) {
      return ForeignCodec.text(body, type.expectation(), in, offset);
    }
    if (type instanceof BlobType) {
      return body;
    }
    return isDecimal(type)
        ? ForeignCodec.converted(type, PhoenixDecimal.read(body, in, offset), in, offset)
        : ForeignCodec.value(type, body, in, offset);
  }
}
