package keywright.key;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The steps that a {@link GeneratedCodec} is made of, called from its bytecode in a row.
 *
 * <p>Each {@code put} writes one body at {@code at} and returns the offset after it; each {@code
 * end} gives the offset after a part without reading it; each {@code get} reads one body. An object
 * that is null takes no bytes: its marker says so. {@code flip} is {@code bias ^ mask} of {@link
 * PartLayout}. Whatever does not fit throws {@link Misfit#FOUND}.
 */
final class RecordBytes {
  private static final ThreadLocal<byte @Nullable []> SCRATCH = new ThreadLocal<>();

  private RecordBytes() {}

  private static int found(int end) {
    if (end == Kw1Text.MISFIT) {
      throw Misfit.FOUND;
    }
    return end;
  }

  // Arrays.

  static byte[] array(int bytes) {
    return new byte[bytes];
  }

  static int length(byte[] bytes) {
    return bytes.length;
  }

  static byte[] firstOf(byte[] bytes, int end) {
    return end == bytes.length ? bytes : Arrays.copyOf(bytes, end);
  }

  // Checks.

  /** Whether a key of at least {@code count} bytes has room. */
  static void room(byte[] bytes, int at, int count) {
    if (at < 0 || bytes.length - at < count) {
      throw Misfit.FOUND;
    }
  }

  /** Whether {@code [from, to)} lies in the array. */
  static void range(byte[] bytes, int from, int to) {
    if (from < 0 || from > to || to > bytes.length) {
      throw Misfit.FOUND;
    }
  }

  static void need(int at, int to, int count) {
    if (to - at < count) {
      throw Misfit.FOUND;
    }
  }

  static void same(int at, int to) {
    if (at != to) {
      throw Misfit.FOUND;
    }
  }

  static long within(long value, long lowest, long highest) {
    if (value < lowest || value > highest) {
      throw Misfit.FOUND;
    }
    return value;
  }

  static void required(@Nullable Object value) {
    if (value == null) {
      throw Misfit.FOUND;
    }
  }

  static int add(int sum, int count) {
    return sum + count;
  }

  // Sizes, right for ASCII text.

  static int size(int sum, @Nullable Object value, int count) {
    return value == null ? sum : sum + count;
  }

  static int sizeOfText(int sum, @Nullable String text) {
    return text == null ? sum : sum + text.length() + 2;
  }

  static int sizeOfBlob(int sum, byte @Nullable [] blob) {
    return blob == null ? sum : sum + blob.length + 2;
  }

  // Bodies in.

  static int marker(byte[] bytes, int at, @Nullable Object value, int nullMarker) {
    bytes[at] = (byte) (value == null ? nullMarker : Kw1Codec.PRESENT);
    return at + 1;
  }

  static int put1(byte[] bytes, int at, long value, long flip) {
    bytes[at] = (byte) (value ^ flip);
    return at + 1;
  }

  static int put2(byte[] bytes, int at, long value, long flip) {
    Kw1Bytes.put2(bytes, at, (short) (value ^ flip));
    return at + 2;
  }

  static int put4(byte[] bytes, int at, long value, long flip) {
    Kw1Bytes.put4(bytes, at, (int) (value ^ flip));
    return at + 4;
  }

  static int put8(byte[] bytes, int at, long value, long flip) {
    Kw1Bytes.put8(bytes, at, value ^ flip);
    return at + 8;
  }

  /** A number of any width. */
  static int putBits(byte[] bytes, int at, long value, long flip, int count) {
    Kw1Bytes.putBits(bytes, at, value ^ flip, count);
    return at + count;
  }

  static int putFloat(byte[] bytes, int at, float value, int mask) {
    Kw1Bytes.put4(bytes, at, Kw1Bytes.floatBits(value) ^ mask);
    return at + 4;
  }

  static int putDouble(byte[] bytes, int at, double value, int mask) {
    Kw1Bytes.put8(bytes, at, Kw1Bytes.doubleBits(value) ^ mask);
    return at + 8;
  }

  static int putNumber(
      byte[] bytes,
      int at,
      @Nullable Number value,
      long flip,
      int count,
      long lowest,
      long highest) {
    return value == null
        ? at
        : putBits(bytes, at, within(value.longValue(), lowest, highest), flip, count);
  }

  static int putText(byte[] bytes, int at, @Nullable String text, int mask) {
    return text == null ? at : found(Kw1Text.put(bytes, at, text, mask));
  }

  static int putPadded(byte[] bytes, int at, @Nullable String text, int mask, int width) {
    return text == null ? at : found(Kw1Text.putPadded(bytes, at, text, width, mask));
  }

  static int putBlob(byte[] bytes, int at, byte @Nullable [] blob, int mask) {
    return blob == null ? at : found(Kw1Text.put(bytes, at, blob, mask));
  }

  static int putUuid(byte[] bytes, int at, @Nullable UUID uuid, int mask) {
    if (uuid == null) {
      return at;
    }
    Kw1Bytes.put8(bytes, at, uuid.getMostSignificantBits() ^ mask);
    Kw1Bytes.put8(bytes, at + 8, uuid.getLeastSignificantBits() ^ mask);
    return at + 16;
  }

  static int putInstant(byte[] bytes, int at, @Nullable Instant instant, long flip, long unit) {
    return instant == null ? at : put8(bytes, at, TimestampType.units(instant, unit), flip);
  }

  static int putDate(byte[] bytes, int at, @Nullable LocalDate date, long flip) {
    return date == null
        ? at
        : put4(bytes, at, within(date.toEpochDay(), Integer.MIN_VALUE, Integer.MAX_VALUE), flip);
  }

  /** A value of any type, boxed. */
  static int putObject(byte[] bytes, int at, @Nullable Object value, PartLayout part) {
    return value == null ? at : copy(part.body(part.type.convert(value)), bytes, at);
  }

  /** A part that is computed from columns, boxed. */
  static int putComputed(
      byte[] bytes, int at, Record record, GeneratedCodec<Record> codec, int part) {
    return copy(codec.boxed().encodePart(record, part), bytes, at);
  }

  private static int copy(byte[] part, byte[] bytes, int at) {
    if (bytes.length - at < part.length) {
      throw Misfit.FOUND;
    }
    System.arraycopy(part, 0, bytes, at, part.length);
    return at + part.length;
  }

  // Ends of parts. A null ends after its marker, which is never where a body ends.

  private static boolean isNull(byte[] bytes, int at, int to, int nullMarker) {
    need(at, to, 1);
    byte marker = bytes[at];
    if (marker != Kw1Codec.PRESENT && marker != nullMarker) {
      throw Misfit.FOUND;
    }
    return marker != Kw1Codec.PRESENT;
  }

  static int endOfFixed(byte[] bytes, int at, int to, int nullMarker, int count) {
    if (isNull(bytes, at, to, nullMarker)) {
      return at + 1;
    }
    need(at + 1, to, count);
    return at + 1 + count;
  }

  static int endOfText(byte[] bytes, int at, int to, int mask) {
    return found(Kw1Text.end(bytes, at, to, mask));
  }

  static int endOfNullableText(byte[] bytes, int at, int to, int nullMarker, int mask) {
    return isNull(bytes, at, to, nullMarker) ? at + 1 : endOfText(bytes, at + 1, to, mask);
  }

  static int endOfObject(byte[] bytes, int at, int to, PartLayout part) {
    if (part.nullable && isNull(bytes, at, to, part.nullMarker)) {
      return at + 1;
    }
    KeyReader in = part.reader(bytes, part.nullable ? at + 1 : at, to);
    part.type.read(in);
    return in.offset();
  }

  // Bodies out.

  static long get1(byte[] bytes, int at, long flip) {
    return (byte) (bytes[at] ^ flip);
  }

  static long get2(byte[] bytes, int at, long flip) {
    return (short) (Kw1Bytes.get2(bytes, at) ^ flip);
  }

  static long get4(byte[] bytes, int at, long flip) {
    return (int) (Kw1Bytes.get4(bytes, at) ^ flip);
  }

  static long get8(byte[] bytes, int at, long flip) {
    return Kw1Bytes.get8(bytes, at) ^ flip;
  }

  /** An unsigned number of any width below 8 bytes. */
  static long getBits(byte[] bytes, int at, long flip, int count) {
    return (Kw1Bytes.bits(bytes, at, count) ^ flip) & ((1L << (8 * count)) - 1);
  }

  static boolean getBoolean(byte[] bytes, int at, int mask) {
    return within((bytes[at] ^ mask) & 0xFF, 0, 1) == 1;
  }

  static float getFloat(byte[] bytes, int at, int mask) {
    int body = Kw1Bytes.get4(bytes, at) ^ mask;
    float value = Kw1Bytes.toFloat(body);
    same(Kw1Bytes.floatBits(value), body);
    return value;
  }

  static double getDouble(byte[] bytes, int at, int mask) {
    long body = Kw1Bytes.get8(bytes, at) ^ mask;
    double value = Kw1Bytes.toDouble(body);
    within(body, Kw1Bytes.doubleBits(value), Kw1Bytes.doubleBits(value));
    return value;
  }

  static @Nullable Long getLong(
      byte[] bytes, int at, int end, long flip, long lowest, long highest) {
    return at == end ? null : (Long) within(get8(bytes, at, flip), lowest, highest);
  }

  static @Nullable Integer getInteger(
      byte[] bytes, int at, int end, long flip, long lowest, long highest) {
    return at == end ? null : (Integer) (int) within(get4(bytes, at, flip), lowest, highest);
  }

  static @Nullable String getText(byte[] bytes, int at, int end, int mask) {
    if (at == end) {
      return null;
    }
    String text = Kw1Text.text(bytes, at, end, mask);
    required(text);
    return text;
  }

  static @Nullable String getPadded(byte[] bytes, int at, int end, int mask) {
    if (at == end) {
      return null;
    }
    String text = Kw1Text.padded(bytes, at, end, mask);
    required(text);
    return text;
  }

  static byte @Nullable [] getBlob(byte[] bytes, int at, int end, int mask) {
    return at == end ? null : Kw1Text.blob(bytes, at, end, mask);
  }

  static @Nullable UUID getUuid(byte[] bytes, int at, int end, int mask) {
    return at == end
        ? null
        : new UUID(Kw1Bytes.get8(bytes, at) ^ mask, Kw1Bytes.get8(bytes, at + 8) ^ mask);
  }

  static @Nullable Instant getInstant(byte[] bytes, int at, int end, long flip, long unit) {
    return at == end ? null : TimestampType.instant(get8(bytes, at, flip), unit);
  }

  static @Nullable LocalDate getDate(byte[] bytes, int at, int end, long flip) {
    return at == end ? null : LocalDate.ofEpochDay(get4(bytes, at, flip));
  }

  /** A value of any type, boxed. */
  static @Nullable Object getObject(byte[] bytes, int at, int end, PartLayout part) {
    return at == end ? null : part.type.read(part.reader(bytes, at, end));
  }

  // Buckets: the columns' ascending parts are gathered, then hashed.

  /** A place for the parts of the key {@code [from, to)}; each thread has one. */
  static byte[] scratch(int from, int to) {
    byte[] scratch = SCRATCH.get();
    if (scratch == null) {
      scratch = new byte[512];
      SCRATCH.set(scratch);
    }
    return scratch.length >= to - from ? scratch : new byte[to - from];
  }

  /** Adds the part {@code [from, to)} as it is in ascending order with nulls first. */
  static int gather(byte[] scratch, int length, byte[] bytes, int from, int to, PartLayout part) {
    int count = to - from;
    System.arraycopy(bytes, from, scratch, length, count);
    if (part.nullable) {
      scratch[length] = (byte) (count == 1 ? Kw1Codec.NULL_FIRST : Kw1Codec.PRESENT);
    }
    if (part.mask != 0) {
      for (int i = part.nullable ? 1 : 0; i < count; i++) {
        scratch[length + i] = (byte) ~scratch[length + i];
      }
    }
    return length + count;
  }

  static long bucket(byte[] scratch, int length, int n) {
    return Bucket.of(Xxh64.hash(scratch, 0, length), n);
  }
}
