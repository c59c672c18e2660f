package keywright.key;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoField;
import org.jspecify.annotations.Nullable;

/**
 * How Phoenix writes the values of one type in a row key, ascending and without separator, and
 * which of them it holds.
 */
abstract class PhoenixType {
  private static final long MILLIS_PER_DAY = 86_400_000;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private final Type type;
  private final int width;

  private PhoenixType(Type type, int width) {
    this.type = type;
    this.width = width;
  }

  /** Null for a type that Phoenix has no column type for. */
  static @Nullable PhoenixType of(Type type) {
    if (type instanceof IntegerType integer) {
      return integer.isSigned() ? new Same(type) : new Unsigned(integer);
    }
    if (type instanceof BooleanType || type instanceof UuidType || type instanceof DigitsType) {
      return new Same(type);
    }
    if (type instanceof FloatingType) {
      return new Floating(type);
    }
    if (type instanceof DateType) {
      return new Day(type);
    }
    if (type instanceof TimestampType timestamp) {
      return switch (timestamp.decimals()) {
        case 0 -> null;
        case 3 -> new Same(type);
        default -> new Nanos(type);
      };
    }
    if (type instanceof CharType) {
      return new Char(type);
    }
    if (type instanceof BinaryType) {
      return new Binary(type);
    }
    if (type instanceof TextType) {
      return new Varchar(type);
    }
    if (type instanceof BlobType) {
      return new Varbinary(type);
    }
    return type instanceof DecimalType || type instanceof BigDecimalType ? new Decimal(type) : null;
  }

  /** The salt, which is one byte and no UNSIGNED_TINYINT. */
  static PhoenixType salt(Type type) {
    return new Same(type);
  }

  /** The bytes of every value; -1 when they vary. */
  final int width() {
    return width;
  }

  final boolean isVariable() {
    return width < 0;
  }

  Type type() {
    return type;
  }

  /** The values that Phoenix holds, in words that follow "expected". */
  String expectation() {
    return type.expectation();
  }

  /** Where a value of the type falls among those that Phoenix holds. */
  Fit fit(Object value) {
    return Fit.exact(value);
  }

  /** Appends {@code value}, which Phoenix holds. */
  abstract void write(Object value, KeyWriter out);

  /**
   * The value that {@code body} is, which began at {@code offset}; what Phoenix never writes may
   * pass.
   */
  abstract Object read(byte[] body, KeyReader in, int offset);

  /** What is written as in kw1. */
  private static class Same extends PhoenixType {
    Same(Type type) {
      super(type, type.fixedLength());
    }

    @Override
    void write(Object value, KeyWriter out) {
      type().write(value, out);
    }

    @Override
    Object read(byte[] body, KeyReader in, int offset) {
      return ForeignCodec.value(type(), body, in, offset);
    }
  }

  /** UNSIGNED_TINYINT to UNSIGNED_LONG, which keep clear of the sign bit. */
  private static final class Unsigned extends Same {
    private final Object most;

    Unsigned(IntegerType type) {
      super(type);
      this.most = type.box((1L << (8 * width() - 1)) - 1);
    }

    @Override
    String expectation() {
      return "a whole number from 0 to " + most + ", as Phoenix's unsigned types hold";
    }

    @Override
    Fit fit(Object value) {
      return type().compare(value, most) > 0 ? Fit.above(most) : Fit.exact(value);
    }
  }

  /** BINARY(n), padded as in kw1; empty is null. */
  private static final class Binary extends Same {
    Binary(Type type) {
      super(type);
    }

    @Override
    String expectation() {
      return type().expectation() + " and are not empty, which is null in Phoenix";
    }

    @Override
    Fit fit(Object value) {
      return ((byte[]) value).length == 0 ? Fit.BELOW : Fit.exact(value);
    }
  }

  /** FLOAT and DOUBLE: one more than in kw1. */
  private static final class Floating extends PhoenixType {
    Floating(Type type) {
      super(type, type.fixedLength());
    }

    @Override
    void write(Object value, KeyWriter out) {
      out.putBits(new KeyReader(type().toBytes(value)).bits(width()) + 1, width());
    }

    @Override
    Object read(byte[] body, KeyReader in, int offset) {
      KeyWriter out = new KeyWriter(width());
      out.putBits(new KeyReader(body).bits(width()) - 1, width());
      return ForeignCodec.value(type(), out.toBytes(), in, offset);
    }
  }

  /** DATE at midnight: milliseconds. */
  private static final class Day extends PhoenixType {
    Day(Type type) {
      super(type, Long.BYTES);
    }

    @Override
    void write(Object value, KeyWriter out) {
      out.putBits(((LocalDate) value).toEpochDay() * MILLIS_PER_DAY ^ Long.MIN_VALUE, Long.BYTES);
    }

    @Override
    Object read(byte[] body, KeyReader in, int offset) {
      long millis = new KeyReader(body).bits(Long.BYTES) ^ Long.MIN_VALUE;
      if (Math.floorMod(millis, MILLIS_PER_DAY) != 0) {
        throw in.error(
            offset, "holds a time of the day", "midnight; a timestamp column reads such keys");
      }
      return ForeignCodec.converted(
          type(), LocalDate.ofEpochDay(Math.floorDiv(millis, MILLIS_PER_DAY)), in, offset);
    }
  }

  /** TIMESTAMP: milliseconds, then the nanoseconds behind them in 4 bytes. */
  private static final class Nanos extends PhoenixType {
    Nanos(Type type) {
      super(type, Long.BYTES + Integer.BYTES);
    }

    @Override
    void write(Object value, KeyWriter out) {
      Instant instant = (Instant) value;
      out.putBits(instant.toEpochMilli() ^ Long.MIN_VALUE, Long.BYTES);
      out.putBits(instant.get(ChronoField.NANO_OF_SECOND) % NANOS_PER_MILLI, Integer.BYTES);
    }

    @Override
    Object read(byte[] body, KeyReader in, int offset) {
      KeyReader fields = new KeyReader(body);
      long millis = fields.bits(Long.BYTES) ^ Long.MIN_VALUE;
      long nanos = fields.bits(Integer.BYTES);
      if (nanos >= NANOS_PER_MILLI) {
        throw in.error(
            offset, "holds " + nanos + " nanoseconds", "at most 999999 behind the milliseconds");
      }
      return ForeignCodec.converted(
          type(), Instant.ofEpochMilli(millis).plusNanos(nanos), in, offset);
    }
  }

  /** CHAR(n): ASCII, padded with spaces. */
  private static final class Char extends PhoenixType {
    private static final char PAD = ' ';
    private static final char LAST = '\u007F';

    Char(Type type) {
      super(type, type.fixedLength());
    }

    @Override
    String expectation() {
      return "1 to "
          + width()
          + " ASCII characters, none below a space and the last none, as Phoenix's CHAR pads with"
          + " spaces";
    }

    @Override
    Fit fit(Object value) {
      String text = (String) value;
      int held = 0;
      while (held < text.length() && text.charAt(held) >= PAD && text.charAt(held) <= LAST) {
        held++;
      }
      if (held < text.length() && text.charAt(held) > LAST) {
        String filling = Character.toString(LAST).repeat(width() - held);
        return Fit.of(text.substring(0, held) + filling, false);
      }
      while (held > 0 && text.charAt(held - 1) == PAD) {
        held--;
      }
      return held == 0 ? Fit.BELOW : Fit.of(text.substring(0, held), held == text.length());
    }

    @Override
    void write(Object value, KeyWriter out) {
      String text = (String) value;
      out.put(text.getBytes(StandardCharsets.US_ASCII));
      for (int i = text.length(); i < width(); i++) {
        out.put(PAD);
      }
    }

    @Override
    Object read(byte[] body, KeyReader in, int offset) {
      String padded = new String(body, StandardCharsets.ISO_8859_1);
      int end = padded.length();
      while (end > 0 && padded.charAt(end - 1) == PAD) {
        end--;
      }
      return padded.substring(0, end);
    }
  }

  /** VARCHAR: UTF-8 without NUL, which ends it; empty is null. */
  private static final class Varchar extends PhoenixType {
    Varchar(Type type) {
      super(type, -1);
    }

    @Override
    String expectation() {
      return "text that is not empty, which is null in Phoenix, and without U+0000, which ends it";
    }

    @Override
    Fit fit(Object value) {
      String text = (String) value;
      int nul = text.indexOf('\0');
      return text.isEmpty() || nul == 0
          ? Fit.BELOW
          : nul < 0 ? Fit.exact(text) : Fit.of(text.substring(0, nul), false);
    }

    @Override
    void write(Object value, KeyWriter out) {
      out.put(Utf8.encode((String) value));
    }

    @Override
    Object read(byte[] body, KeyReader in, int offset) {
      String text = Utf8.decode(body);
      if (text == null) {
        throw in.error(offset, "holds malformed UTF-8", type().expectation());
      }
      return text;
    }
  }

  /** VARBINARY: the bytes as they are; none are null. */
  private static final class Varbinary extends PhoenixType {
    Varbinary(Type type) {
      super(type, -1);
    }

    @Override
    String expectation() {
      return "at least one byte; none are null in Phoenix";
    }

    @Override
    Fit fit(Object value) {
      return ((byte[]) value).length == 0 ? Fit.BELOW : Fit.exact(value);
    }

    @Override
    void write(Object value, KeyWriter out) {
      out.put((byte[]) value);
    }

    @Override
    Object read(byte[] body, KeyReader in, int offset) {
      return body;
    }
  }

  /**
   * DECIMAL, as d₁.d₂d₃… · 100^e with base-100 digits and d₁ &gt; 0: 0 is {@code 80}; positive
   * {@code C1 + e} and each digit + 1; negative {@code 3E - e}, 101 less each digit, and {@code 66}
   * unless there are 20 digits.
   */
  private static final class Decimal extends PhoenixType {
    private static final int ZERO = 0x80;
    private static final int POSITIVE = 0xC1;
    private static final int NEGATIVE = 0x3E;
    private static final int END = 102;
    private static final int MOST_DIGITS = 38;
    private static final int MOST_PAIRS = 20;

    /** Below, Phoenix reads another exponent; above, it writes one, or the separator. */
    private static final BigDecimal LEAST = new BigDecimal("1E-126");

    private static final BigDecimal LIMIT = new BigDecimal("1E+124");
    private static final BigDecimal MOST =
        LIMIT.subtract(new BigDecimal("1E+86"), MathContext.UNLIMITED);

    Decimal(Type type) {
      super(type, -1);
    }

    @Override
    String expectation() {
      return "a number of at most 38 digits, 0 or from 1E-126 to below 1E+124 in size, as Phoenix"
          + " holds";
    }

    @Override
    Fit fit(Object value) {
      BigDecimal number = (BigDecimal) value;
      BigDecimal floor = number.round(new MathContext(MOST_DIGITS, RoundingMode.FLOOR));
      if (number.signum() == 0) {
        return Fit.exact(number);
      }
      if (floor.abs().compareTo(LIMIT) >= 0) {
        return number.signum() < 0 ? Fit.BELOW : Fit.above(MOST);
      }
      if (number.abs().compareTo(LEAST) < 0) {
        return Fit.of(number.signum() < 0 ? LEAST.negate() : BigDecimal.ZERO, false);
      }
      boolean exact = floor.compareTo(number) == 0;
      return Fit.of(exact ? number : floor, exact);
    }

    @Override
    void write(Object value, KeyWriter out) {
      BigDecimal number = ((BigDecimal) value).stripTrailingZeros();
      boolean negative = number.signum() < 0;
      if (number.signum() == 0) {
        out.put(ZERO);
        return;
      }
      int scale = number.scale();
      String digits = number.unscaledValue().abs() + ((scale & 1) == 0 ? "" : "0");
      digits = (digits.length() & 1) == 0 ? digits : "0" + digits;
      int pairs = digits.length() / 2;
      int exponent = pairs - 1 - (scale + (scale & 1)) / 2;
      out.put(negative ? NEGATIVE - exponent : POSITIVE + exponent);
      for (int i = 0; i < pairs; i++) {
        int digit = 10 * (digits.charAt(2 * i) - '0') + digits.charAt(2 * i + 1) - '0';
        out.put(negative ? 101 - digit : digit + 1);
      }
      if (negative && pairs < MOST_PAIRS) {
        out.put(END);
      }
    }

    @Override
    Object read(byte[] body, KeyReader in, int offset) {
      int head = body[0] & 0xFF;
      boolean negative = head < ZERO;
      int end = body.length;
      if (head == ZERO && end == 1) {
        return ForeignCodec.converted(type(), BigDecimal.ZERO, in, offset);
      }
      if (negative && body[end - 1] == END) {
        end--;
      }
      if (end < 2 || end > MOST_PAIRS + 1) {
        throw in.error(offset, "holds " + (end - 1) + " digits of base 100", "1 to " + MOST_PAIRS);
      }
      StringBuilder digits = new StringBuilder(negative ? "-" : "");
      for (int i = 1; i < end; i++) {
        int digit = negative ? 101 - body[i] : body[i] - 1;
        if (digit < 0 || digit > 99) {
          throw in.error(offset, "holds " + digit + " as a digit of base 100", "0 to 99");
        }
        digits.append(digit / 10).append(digit % 10);
      }
      int exponent = negative ? NEGATIVE - head : head - POSITIVE;
      BigDecimal number =
          new BigDecimal(digits.toString()).movePointRight(2 * (exponent - (end - 2)));
      return ForeignCodec.converted(type(), number, in, offset);
    }
  }
}
