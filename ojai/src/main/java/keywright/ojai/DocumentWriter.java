package keywright.ojai;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.DocumentReader;
import org.ojai.Value;
import org.ojai.exceptions.EncodingException;
import org.ojai.json.impl.JsonDocument;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/**
 * Writes the stored form of a value: a document, or a part of one that has bytes of its own. {@link
 * DocumentBytes} reads it.
 *
 * <pre>
 * stored    := version(1 byte, 01) value
 * value     := type(1 byte, the type code of the API) payload
 * payload   of null: nothing; boolean: 00 or 01; byte, short, int, long: 1, 2, 4, 8 bytes;
 *           float, double: 4, 8 bytes (IEEE 754, one NaN); date, time: 4 bytes; timestamp, interval: 8 bytes;
 *           string: length text(UTF-8); binary: length bytes;
 *           decimal: scale(4 bytes) length unscaled(two's complement);
 *           map, array: container
 * container := size(4 bytes, of what follows) count(4 bytes) entries directory
 * entry     := in a map: length name(UTF-8) value; in an array: value
 * directory := for each entry its offset from the first entry, in 1, 2 or 4 bytes, as few as the
 *           length of the entries needs; in a map in the order of the names, by unsigned bytes
 * length    := 7 bits a byte, the lowest first, 80 set in all but the last
 * </pre>
 *
 * <p>Numbers are big-endian. The entries of a map keep the order of the document; the directory
 * finds one by its name. {@code {"a": true}} is {@code 01 10 00000009 00000001 01 61 02 01 00}.
 *
 * <p>A writer is for one value and one thread.
 */
final class DocumentWriter {
  static final byte VERSION = 1;

  /** The most bytes of a stored value, as that of any other value in a table. */
  static final int SIZE_MAX = 10 << 20;

  /** The most bytes of the unscaled value of a decimal: about 2400 digits. */
  static final int UNSCALED_MAX = 1024;

  private byte[] bytes = new byte[2048];
  private int length;
  private int depth;

  private DocumentWriter() {}

  /**
   * The stored form of a document.
   *
   * @throws EncodingException if it is larger or nested deeper than can be stored, or a text is not
   *     valid Unicode
   */
  static byte[] encode(Document document) {
    return encode(Plain.of(document));
  }

  /** The stored form of the document that {@code reader} reads from its start. */
  static byte[] encode(DocumentReader reader) {
    return encode(Plain.of(reader));
  }

  /** The stored form of a plain value. */
  static byte[] encode(@Nullable Object value) {
    DocumentWriter writer = new DocumentWriter();
    writer.bytes[writer.length++] = VERSION;
    writer.value(value);
    return Arrays.copyOf(writer.bytes, writer.length);
  }

  /** The stored form of a plain map without one of its fields, which it need not have. */
  static byte[] encodeWithout(Map<String, @Nullable Object> map, String name) {
    DocumentWriter writer = new DocumentWriter();
    writer.bytes[writer.length++] = VERSION;
    writer.bytes[writer.length++] = Value.TYPE_CODE_MAP;
    writer.map(map, map.containsKey(name) ? name : null);
    return Arrays.copyOf(writer.bytes, writer.length);
  }

  private void value(@Nullable Object value) {
    Value.Type type = Plain.type(value);
    reserve(9);
    bytes[length++] = type.getCode();
    if (value == null) {
      return;
    }
    switch (type) {
      case STRING -> text((String) value);
      case INT -> int4((int) value);
      case LONG -> int8((long) value);
      case DOUBLE -> int8(Double.doubleToLongBits((double) value));
      case BOOLEAN -> bytes[length++] = (byte) ((boolean) value ? 1 : 0);
      case MAP -> map(Plain.map(value), null);
      case ARRAY -> array(Plain.list(value));
      case BYTE -> bytes[length++] = (byte) value;
      case SHORT -> {
        bytes[length++] = (byte) ((short) value >> 8);
        bytes[length++] = (byte) (short) value;
      }
      case FLOAT -> int4(Float.floatToIntBits((float) value));
      case DECIMAL -> decimal((BigDecimal) value);
      case DATE -> int4(((ODate) value).toDaysSinceEpoch());
      case TIME -> int4(((OTime) value).toTimeInMillis());
      case TIMESTAMP -> int8(((OTimestamp) value).getMillis());
      case INTERVAL -> int8(((OInterval) value).getTimeInMillis());
      case BINARY -> binary((ByteBuffer) value);
      case NULL -> {}
    }
  }

  private void decimal(BigDecimal value) {
    int4(value.scale());
    BigInteger unscaled = value.unscaledValue();
    int size = unscaled.bitLength() / 8 + 1;
    if (size > UNSCALED_MAX) {
      throw new EncodingException(
          "cannot store a decimal: it has "
              + size
              + " bytes without its scale, expected at most "
              + UNSCALED_MAX);
    }
    if (size <= 8) {
      varint(size);
      reserve(8);
      long low = unscaled.longValue();
      for (int shift = (size - 1) * 8; shift >= 0; shift -= 8) {
        bytes[length++] = (byte) (low >> shift);
      }
    } else {
      varint(size);
      append(unscaled.toByteArray());
    }
  }

  private void binary(ByteBuffer value) {
    int size = value.remaining();
    varint(size);
    reserve(size);
    value.duplicate().get(bytes, length, size);
    length += size;
  }

  /**
   * @param without a field that is left out, which the map has; null for none
   */
  private void map(Map<String, @Nullable Object> map, @Nullable String without) {
    int size = without == null ? map.size() : map.size() - 1;
    int start = startContainer(size);
    int[] offsets = new int[size];
    int count = 0;
    String left = without;
    if (map instanceof JsonDocument) {
      // Its set of entries is a copy that hashes each value.
      for (String name : map.keySet()) {
        if (!name.equals(left)) {
          offsets[count++] = field(name, map.get(name), start);
        } else {
          left = null;
        }
      }
    } else {
      for (Map.Entry<?, ?> field : map.entrySet()) {
        String name = Plain.name(field.getKey());
        if (left == null || !name.equals(left)) {
          offsets[count++] = field(name, field.getValue(), start);
        } else {
          left = null;
        }
      }
    }
    sortByName(offsets, start);
    endContainer(start, offsets);
  }

  /** Returns the offset of the field from the first one. */
  private int field(String name, @Nullable Object value, int start) {
    int offset = length - start;
    text(name);
    value(value);
    return offset;
  }

  private void array(List<@Nullable Object> list) {
    int start = startContainer(list.size());
    int[] offsets = new int[list.size()];
    for (int index = 0; index < offsets.length; index++) {
      offsets[index] = length - start;
      value(list.get(index));
    }
    endContainer(start, offsets);
  }

  /** Leaves the bytes of the size free; the offset of the first entry. */
  private int startContainer(int count) {
    Plain.checkDepth(++depth);
    length += 4;
    int4(count);
    return length;
  }

  private void endContainer(int start, int[] offsets) {
    int width = width(length - start);
    reserve((long) offsets.length * width);
    for (int offset : offsets) {
      for (int shift = (width - 1) * 8; shift >= 0; shift -= 8) {
        bytes[length++] = (byte) (offset >> shift);
      }
    }
    int end = length;
    length = start - 8;
    int4(end - (start - 4));
    length = end;
    depth--;
  }

  /** The bytes of an offset in a directory of entries of {@code size} bytes. */
  static int width(int size) {
    return size <= 0xff ? 1 : size <= 0xffff ? 2 : 4;
  }

  private void sortByName(int[] offsets, int start) {
    int count = offsets.length;
    long[] heads = new long[count];
    boolean sorted = true;
    for (int index = 0; index < count; index++) {
      heads[index] = head(start + offsets[index]);
      sorted &=
          index == 0 || compare(heads, offsets, index - 1, heads[index], offsets[index], start) < 0;
    }
    if (sorted) {
      return;
    }
    if (count > 200) {
      sortMany(offsets, start);
      return;
    }
    for (int index = 1; index < count; index++) {
      long head = heads[index];
      int offset = offsets[index];
      int low = 0;
      int high = index;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (compare(heads, offsets, middle, head, offset, start) < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      System.arraycopy(heads, low, heads, low + 1, index - low);
      System.arraycopy(offsets, low, offsets, low + 1, index - low);
      heads[low] = head;
      offsets[low] = offset;
    }
  }

  private void sortMany(int[] offsets, int start) {
    Integer[] boxed = Arrays.stream(offsets).boxed().toArray(Integer[]::new);
    Arrays.sort(
        boxed, (one, other) -> DocumentBytes.compareNames(bytes, start + one, start + other));
    Arrays.setAll(offsets, index -> boxed[index]);
  }

  private int compare(long[] heads, int[] offsets, int index, long head, int offset, int start) {
    int order = Long.compareUnsigned(heads[index], head);
    return order != 0
        ? order
        : DocumentBytes.compareNames(bytes, start + offsets[index], start + offset);
  }

  /** The first eight bytes of the name at {@code offset}, zeros after its end. */
  private long head(int offset) {
    int size = bytes[offset];
    while (bytes[offset] < 0) {
      // A length of several bytes is one of more than eight.
      offset++;
      size = 8;
    }
    // Eight bytes follow every name, because reserve() keeps them free.
    long head = (long) DocumentBytes.LONGS.get(bytes, offset + 1);
    return size >= 8 ? head : size == 0 ? 0 : head & -1L << (64 - 8 * size);
  }

  private void text(String text) {
    int count = text.length();
    if (count < 0x80) {
      reserve(count + 1L);
      byte[] target = bytes;
      int start = length + 1;
      int other = 0;
      for (int index = 0; index < count; index++) {
        char one = text.charAt(index);
        other |= one;
        target[start + index] = (byte) one;
      }
      if (other < 0x80) {
        target[length] = (byte) count;
        length = start + count;
        return;
      }
    }
    byte[] utf8 = utf8(text);
    varint(utf8.length);
    append(utf8);
  }

  /** The UTF-8 of a text without lone surrogates. */
  static byte[] utf8(String text) {
    int lone = loneSurrogate(text);
    if (lone >= 0) {
      throw new EncodingException(
          "cannot store a text: character %d is the lone surrogate %04X, expected valid Unicode"
              .formatted(lone + 1, (int) text.charAt(lone)));
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The place of the first surrogate without its other half; -1 if there is none. */
  static int loneSurrogate(String text) {
    for (int index = 0; index < text.length(); index++) {
      if (Character.isSurrogate(text.charAt(index))) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(index))) {
          return index;
        }
        index++;
      }
    }
    return -1;
  }

  private void append(byte[] more) {
    reserve(more.length);
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
  }

  private void varint(int value) {
    reserve(5);
    while (value >= 0x80) {
      bytes[length++] = (byte) (value | 0x80);
      value >>>= 7;
    }
    bytes[length++] = (byte) value;
  }

  private void int4(int value) {
    reserve(4);
    DocumentBytes.INTS.set(bytes, length, value);
    length += 4;
  }

  private void int8(long value) {
    reserve(8);
    DocumentBytes.LONGS.set(bytes, length, value);
    length += 8;
  }

  private void reserve(long more) {
    long needed = length + more + 8;
    if (needed > bytes.length) {
      if (needed > SIZE_MAX + 64L) {
        throw new EncodingException(
            "cannot store the document: it has more than "
                + SIZE_MAX
                + " bytes, expected at most that; store parts of the document as documents of their own");
      }
      bytes =
          Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(2L * bytes.length, SIZE_MAX + 64L)));
    }
  }
}
