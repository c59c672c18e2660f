package keywright.ojai;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.FieldPath;
import org.ojai.Value;
import org.ojai.exceptions.DecodingException;
import org.ojai.json.impl.JsonDocument;
import org.ojai.json.impl.JsonValueBuilder;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/**
 * Reads what {@link DocumentWriter} wrote. Every read checks its bounds: any bytes give a value or
 * a {@link DecodingException}, and never need more memory than a small multiple of their length.
 *
 * <p>{@link #view} reads what it is asked for alone, and checks no more than that. {@link
 * #document} reads and checks everything. Instances are immutable, and the bytes must not change.
 */
final class DocumentBytes {
  static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORTS =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  /** The bits of eight bytes that are not set in ASCII. */
  private static final long NOT_ASCII = 0x8080808080808080L;

  /** Where the entries of a stored container start: behind version, type, size and count. */
  static final int ROOT_ENTRIES = 10;

  private static final char REPLACEMENT = '\uFFFD';

  private static final FieldNames NAMES = new FieldNames();

  private final byte[] bytes;

  /** Where the stored value is in the bytes: from here, and before {@link #stop}. */
  private final int begin;

  private final int stop;

  private DocumentBytes(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  private DocumentBytes(byte[] bytes, int begin, int stop) {
    this.bytes = bytes;
    this.begin = begin;
    this.stop = stop;
  }

  /**
   * The stored value as a plain one, whose maps and lists read the bytes when they are asked. They
   * throw a {@link DecodingException} if the bytes are damaged.
   */
  static @Nullable Object view(byte[] stored) {
    return new DocumentBytes(stored).root().read();
  }

  /** The same of a value that must be a map. */
  static StoredMap mapView(byte[] stored) {
    return mapView(stored, 0, stored.length);
  }

  /**
   * The same of a map whose stored form is the bytes from {@code begin} and before {@code stop}.
   */
  static StoredMap mapView(byte[] bytes, int begin, int stop) {
    Object value = new DocumentBytes(bytes, begin, stop).root().read();
    if (value instanceof StoredMap map) {
      return map;
    }
    throw new DecodingException(
        "cannot read a stored document: it is a value of type "
            + Plain.type(value)
            + ", expected a map");
  }

  /**
   * The stored document.
   *
   * @throws DecodingException if any byte of it is damaged
   */
  static Document document(byte[] stored) {
    return document(stored, new JsonDocument());
  }

  /**
   * Checks all bytes of a stored document, without making its values.
   *
   * @throws DecodingException as {@link #document(byte[])}
   */
  static void check(byte[] stored) {
    DocumentBytes bytes = new DocumentBytes(stored);
    Cursor cursor = bytes.mapRoot();
    cursor.check();
    bytes.checkEnd(cursor);
  }

  /** The stored document, whose fields are put behind those of {@code document}. */
  static Document document(byte[] stored, JsonDocument document) {
    DocumentBytes bytes = new DocumentBytes(stored);
    Cursor cursor = bytes.mapRoot();
    JsonDocument unused = cursor.document(document);
    bytes.checkEnd(cursor);
    return document;
  }

  /**
   * A new map with a first field and those of the stored document, whose maps and lists are new
   * ones too. The directories are not read.
   *
   * @throws DecodingException if an entry is damaged
   */
  static Map<String, Object> copy(String firstName, Object first, byte[] stored) {
    DocumentBytes bytes = new DocumentBytes(stored);
    Cursor cursor = bytes.mapRoot();
    Entries entries = cursor.entries();
    bytes.checkEnd(cursor);
    Map<String, Object> copy = emptyMap(entries.count + 1);
    copy.put(firstName, first instanceof ByteBuffer buffer ? buffer.duplicate() : first);
    bytes.copyFields(entries, copy);
    return copy;
  }

  /** The entries of the stored document, which more bytes may follow. */
  static Entries entries(byte[] stored) {
    return new DocumentBytes(stored).mapRoot().entries();
  }

  /** The cursor at the type of a map, which must be the stored value. */
  private Cursor mapRoot() {
    Cursor cursor = root();
    int type = type(cursor.at);
    if (type != Value.TYPE_CODE_MAP) {
      throw damaged(cursor.at, "type " + type, "a map");
    }
    return cursor;
  }

  private void checkEnd(Cursor cursor) {
    if (cursor.at != stop) {
      throw damaged(cursor.at, stop - cursor.at + " more bytes", "the end");
    }
  }

  /** An empty map with room for entries, of which the bytes have room for as many. */
  private static <T extends @Nullable Object> Map<String, T> emptyMap(int count) {
    return new LinkedHashMap<>(count * 4 / 3 + 1);
  }

  @SuppressWarnings("NullAway") // The API's maps and lists have nulls, and do not say so.
  private void copyFields(Entries entries, Map<String, Object> copy) {
    Cursor cursor = entries.first();
    for (int index = 0; index < entries.count; index++) {
      String name = cursor.name().getRootSegment().getNameSegment().getName();
      copy.put(name, cursor.copy());
    }
    cursor.requireAt(entries.limit());
  }

  @SuppressWarnings("NullAway")
  private List<Object> copyElements(Entries entries) {
    List<Object> copy = new ArrayList<>(entries.count);
    Cursor cursor = entries.first();
    for (int index = 0; index < entries.count; index++) {
      copy.add(cursor.copy());
    }
    cursor.requireAt(entries.limit());
    return copy;
  }

  private Cursor root() {
    if (begin == stop || bytes[begin] != DocumentWriter.VERSION) {
      throw new DecodingException(
          "cannot read a stored document: "
              + (begin == stop ? "it is empty" : "its version is " + (bytes[begin] & 0xff))
              + ", expected version "
              + DocumentWriter.VERSION);
    }
    return new Cursor(begin + 1, stop, 0);
  }

  DecodingException damaged(int offset, String found, String expected) {
    return new DecodingException(
        "cannot read a stored document: %s at offset %d of %d bytes, expected %s"
            .formatted(found, offset - begin, stop - begin, expected));
  }

  private int type(int offset) {
    if (offset >= stop) {
      throw damaged(offset, "the end", "a type");
    }
    return bytes[offset];
  }

  /** Compares the names at two offsets, which start with their length and were read before. */
  static int compareNames(byte[] bytes, int one, int other) {
    int firstLength = bytes[one];
    int secondLength = bytes[other];
    if (firstLength >= 0 && secondLength >= 0) {
      return Arrays.compareUnsigned(
          bytes, one + 1, one + 1 + firstLength, bytes, other + 1, other + 1 + secondLength);
    }
    DocumentBytes names = new DocumentBytes(bytes);
    Cursor first = names.new Cursor(one, bytes.length, 0);
    Cursor second = names.new Cursor(other, bytes.length, 0);
    firstLength = first.length();
    secondLength = second.length();
    return Arrays.compareUnsigned(
        bytes, first.at, first.at + firstLength, bytes, second.at, second.at + secondLength);
  }

  /** The entries and the directory of a container. Offsets are checked when they are used. */
  final class Entries {
    final int count;
    final int start;
    final int end;
    private final int width;
    private final int directory;
    private final int depth;

    /**
     * The container whose size is at {@code offset}, in a value that ends before {@code limit}.
     *
     * @param depth the containers around the entries, this one among them
     */
    Entries(int offset, int limit, int depth) {
      if (depth > Plain.NESTING_MAX) {
        throw damaged(
            offset, "containers nested " + depth + " deep", "at most " + Plain.NESTING_MAX);
      }
      this.depth = depth;
      if (limit - offset < 8) {
        throw damaged(offset, limit - offset + " bytes of a container", "at least 8");
      }
      int size = (int) INTS.get(bytes, offset);
      count = (int) INTS.get(bytes, offset + 4);
      start = offset + 8;
      // An entry has at least one byte, and one in the directory.
      if (size < 4 || size > limit - offset - 4 || count < 0 || count > (size - 4) / 2) {
        throw damaged(
            offset, "a container of " + size + " bytes and " + count + " entries", "one that fits");
      }
      end = offset + 4 + size;
      int free = size - 4;
      if (free - count <= 0xff) {
        width = 1;
      } else if (free - 2L * count <= 0xffff && free - 2L * count > 0xff) {
        width = 2;
      } else {
        width = 4;
      }
      long entries = free - (long) width * count;
      if (entries < 0 || DocumentWriter.width((int) entries) != width) {
        throw damaged(
            offset, "a container of " + size + " bytes and " + count + " entries", "one that fits");
      }
      directory = start + (int) entries;
    }

    /** The bytes if they have nothing but this container; not a copy. */
    byte @Nullable [] whole() {
      return start == ROOT_ENTRIES && end == bytes.length ? bytes : null;
    }

    /** The end of the entries. */
    int limit() {
      return directory;
    }

    /** Where the entry at place {@code index} of the directory starts. */
    int entry(int index) {
      int at = directory + index * width;
      int offset;
      switch (width) {
        case 1 -> offset = bytes[at] & 0xff;
        case 2 -> offset = (short) SHORTS.get(bytes, at) & 0xffff;
        default -> offset = (int) INTS.get(bytes, at);
      }
      if (offset < 0 || offset >= directory - start) {
        throw damaged(at, "the offset " + offset, "less than " + (directory - start));
      }
      return start + offset;
    }

    /** The cursor at the value of the field {@code name}; null if there is none. */
    @Nullable Cursor field(byte[] name) {
      int low = 0;
      int high = count;
      while (low < high) {
        int middle = (low + high) >>> 1;
        int start = entry(middle);
        int length = bytes[start];
        start++;
        if (length < 0 || length > directory - start) {
          Cursor cursor = new Cursor(start - 1, directory, depth);
          length = cursor.length();
          start = cursor.at;
        }
        int order = Arrays.compareUnsigned(bytes, start, start + length, name, 0, name.length);
        if (order == 0) {
          return new Cursor(start + length, directory, depth);
        } else if (order < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return null;
    }

    Cursor first() {
      return new Cursor(start, directory, depth);
    }

    /** Where each entry of a map starts, in the order of the document, and where the last ends. */
    int[] starts() {
      int[] starts = new int[count + 1];
      Cursor cursor = first();
      for (int index = 0; index < count; index++) {
        starts[index] = cursor.at;
        cursor.skipText();
        cursor.skip();
      }
      starts[count] = cursor.at;
      return starts;
    }

    Cursor element(int index) {
      return new Cursor(entry(index), directory, depth);
    }

    /**
     * Throws unless the directory leads to {@code starts}, in order of the names if it is a map.
     */
    private void check(int[] starts, boolean named) {
      for (int index = 0; index < count; index++) {
        int entry = entry(index);
        boolean right =
            named
                ? Arrays.binarySearch(starts, entry) >= 0
                    && (index == 0 || compareNames(bytes, entry(index - 1), entry) < 0)
                : starts[index] == entry;
        if (!right) {
          throw damaged(
              directory + index * width, "the offset " + (entry - start), "that of another entry");
        }
      }
    }
  }

  /** A place in the bytes of a value or an entry, which end before a limit. */
  final class Cursor {
    int at;
    private final int limit;
    private final int depth;

    Cursor(int at, int limit, int depth) {
      this.at = at;
      this.limit = limit;
      this.depth = depth;
    }

    private int take(int size) {
      if (size > limit - at) {
        throw damaged(at, limit - at + " bytes of a value", String.valueOf(size));
      }
      int taken = at;
      at += size;
      return taken;
    }

    /** A length, which is not more than the bytes that follow. */
    private int length() {
      int one = bytes[take(1)];
      if (one >= 0) {
        return checked(one);
      }
      long length = one & 0x7f;
      for (int shift = 7; shift <= 28; shift += 7) {
        one = bytes[take(1)];
        length |= (long) (one & 0x7f) << shift;
        if (one > 0) {
          return checked(length);
        } else if (one == 0) {
          break;
        }
      }
      throw damaged(at - 1, "a length of too many bytes", "the shortest form");
    }

    private int checked(long length) {
      if (length > limit - at) {
        throw damaged(at, "the length " + length, "at most " + (limit - at));
      }
      return (int) length;
    }

    String text() {
      int length = length();
      int start = take(length);
      String text = new String(bytes, start, length, StandardCharsets.UTF_8);
      // The replacement character is stored as it is, or stands for bytes that are not UTF-8.
      return text.indexOf(REPLACEMENT) < 0 ? text : decoded(start, length);
    }

    private String decoded(int start, int length) {
      try {
        return StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(bytes, start, length))
            .toString();
      } catch (CharacterCodingException e) {
        throw damaged(start, "a text that is not UTF-8", "UTF-8");
      }
    }

    /** Moves behind the name of an entry. */
    void skipText() {
      take(length());
    }

    private int int4() {
      return (int) INTS.get(bytes, take(4));
    }

    private long int8() {
      return (long) LONGS.get(bytes, take(8));
    }

    private boolean bool() {
      int offset = take(1);
      if (bytes[offset] != 0 && bytes[offset] != 1) {
        throw damaged(offset, "the boolean " + bytes[offset], "0 or 1");
      }
      return bytes[offset] == 1;
    }

    private BigDecimal decimal() {
      int scale = int4();
      int length = length();
      if (length == 0 || length > DocumentWriter.UNSCALED_MAX) {
        throw damaged(at, "a decimal of " + length + " bytes", "1 to 1024");
      }
      return new BigDecimal(new BigInteger(bytes, take(length), length), scale);
    }

    private ByteBuffer binary() {
      int length = length();
      int start = take(length);
      return ByteBuffer.wrap(Arrays.copyOfRange(bytes, start, start + length));
    }

    private int time() {
      int offset = at;
      int time = int4();
      if (time < 0 || time >= 86_400_000) {
        throw damaged(offset, "the time " + time, "milliseconds of a day");
      }
      return time;
    }

    private DecodingException unknownType(int type) {
      return damaged(at - 1, "type " + type, "1 to 17");
    }

    private Entries container() {
      Entries entries = new Entries(at, limit, depth + 1);
      at = entries.end;
      return entries;
    }

    /** The entries of the container whose type is here; moves behind it. */
    private Entries entries() {
      take(1);
      return container();
    }

    /** The value here, whose containers are new ones; moves behind it. */
    private @Nullable Object copy() {
      int type = bytes[take(1)];
      return switch (type) {
        case Value.TYPE_CODE_NULL -> null;
        case Value.TYPE_CODE_MAP -> {
          Entries entries = container();
          Map<String, Object> copy = emptyMap(entries.count);
          copyFields(entries, copy);
          yield copy;
        }
        case Value.TYPE_CODE_ARRAY -> copyElements(container());
        default -> scalar(type);
      };
    }

    /** The value here, whose containers are views; moves behind it. */
    @Nullable Object read() {
      int type = bytes[take(1)];
      return switch (type) {
        case Value.TYPE_CODE_NULL -> null;
        case Value.TYPE_CODE_MAP -> new StoredMap(container());
        case Value.TYPE_CODE_ARRAY -> new StoredList(container());
        default -> scalar(type);
      };
    }

    private Object scalar(int type) {
      return switch (type) {
        case Value.TYPE_CODE_BOOLEAN -> bool();
        case Value.TYPE_CODE_STRING -> text();
        case Value.TYPE_CODE_BYTE -> bytes[take(1)];
        case Value.TYPE_CODE_SHORT -> (short) SHORTS.get(bytes, take(2));
        case Value.TYPE_CODE_INT -> int4();
        case Value.TYPE_CODE_LONG -> int8();
        case Value.TYPE_CODE_FLOAT -> Float.intBitsToFloat(int4());
        case Value.TYPE_CODE_DOUBLE -> Double.longBitsToDouble(int8());
        case Value.TYPE_CODE_DECIMAL -> decimal();
        case Value.TYPE_CODE_DATE -> ODate.fromDaysSinceEpoch(int4());
        case Value.TYPE_CODE_TIME -> OTime.fromMillisOfDay(time());
        case Value.TYPE_CODE_TIMESTAMP -> new OTimestamp(int8());
        case Value.TYPE_CODE_INTERVAL -> new OInterval(int8());
        case Value.TYPE_CODE_BINARY -> binary();
        default -> throw unknownType(type);
      };
    }

    /** Moves behind the value here without reading it. */
    void skip() {
      int type = bytes[take(1)];
      switch (type) {
        case Value.TYPE_CODE_NULL -> {}
        case Value.TYPE_CODE_BOOLEAN, Value.TYPE_CODE_BYTE -> take(1);
        case Value.TYPE_CODE_SHORT -> take(2);
        case Value.TYPE_CODE_INT,
            Value.TYPE_CODE_FLOAT,
            Value.TYPE_CODE_DATE,
            Value.TYPE_CODE_TIME ->
            take(4);
        case Value.TYPE_CODE_LONG,
            Value.TYPE_CODE_DOUBLE,
            Value.TYPE_CODE_TIMESTAMP,
            Value.TYPE_CODE_INTERVAL ->
            take(8);
        case Value.TYPE_CODE_DECIMAL -> {
          take(4);
          skipText();
        }
        case Value.TYPE_CODE_STRING, Value.TYPE_CODE_BINARY -> skipText();
        case Value.TYPE_CODE_MAP, Value.TYPE_CODE_ARRAY -> container();
        default -> throw unknownType(type);
      }
    }

    /** Checks the value here; moves behind it. */
    private void check() {
      switch (type(at)) {
        case Value.TYPE_CODE_MAP -> checkEntries(true);
        case Value.TYPE_CODE_ARRAY -> checkEntries(false);
        case Value.TYPE_CODE_STRING -> {
          take(1);
          checkText();
        }
        case Value.TYPE_CODE_BOOLEAN, Value.TYPE_CODE_DECIMAL, Value.TYPE_CODE_TIME -> {
          Object unused = read();
        }
        default -> skip();
      }
    }

    private void checkEntries(boolean named) {
      Entries entries = entries();
      Cursor cursor = entries.first();
      int[] starts = new int[entries.count];
      for (int index = 0; index < entries.count; index++) {
        starts[index] = cursor.at;
        if (named) {
          cursor.checkText();
        }
        cursor.check();
      }
      cursor.finish(entries, starts, named);
    }

    private void checkText() {
      int length = length();
      int start = take(length);
      int next = start;
      while (next + 8 <= at && ((long) LONGS.get(bytes, next) & NOT_ASCII) == 0) {
        next += 8;
      }
      while (next < at && bytes[next] >= 0) {
        next++;
      }
      if (next < at) {
        String unused = decoded(start, length);
      }
    }

    /** The map whose type is here; moves behind it. */
    private JsonDocument document() {
      return document(new JsonDocument());
    }

    private JsonDocument document(JsonDocument document) {
      Entries entries = entries();
      Cursor cursor = entries.first();
      int[] starts = new int[entries.count];
      for (int index = 0; index < entries.count; index++) {
        starts[index] = cursor.at;
        cursor.putField(document, cursor.name());
      }
      cursor.finish(entries, starts, true);
      return document;
    }

    private void finish(Entries entries, int[] starts, boolean named) {
      requireAt(entries.limit());
      entries.check(starts, named);
    }

    private void requireAt(int directory) {
      if (at != directory) {
        throw damaged(at, directory - at + " more bytes of entries", "the directory");
      }
    }

    /** The name that starts here, as a path; moves behind it. */
    private FieldPath name() {
      int before = at;
      int length = length();
      int start = at;
      FieldPath path = NAMES.find(bytes, start, length);
      if (path != null) {
        at += length;
        return path;
      }
      at = before;
      return NAMES.add(bytes, start, length, text());
    }

    /** Puts the value here into a document, at the path of one name; moves behind it. */
    void putField(JsonDocument document, FieldPath path) {
      switch (type(at)) {
        case Value.TYPE_CODE_STRING -> {
          take(1);
          document.set(path, text());
        }
        case Value.TYPE_CODE_INT -> {
          take(1);
          document.set(path, int4());
        }
        case Value.TYPE_CODE_LONG -> {
          take(1);
          document.set(path, int8());
        }
        case Value.TYPE_CODE_BOOLEAN -> {
          take(1);
          document.set(path, bool());
        }
        default -> document.set(path, value());
      }
    }

    private Value value() {
      int type = type(at);
      if (type == Value.TYPE_CODE_MAP) {
        return document();
      } else if (type == Value.TYPE_CODE_ARRAY) {
        return array();
      }
      Object scalar = read();
      return JsonValueBuilder.initFromObject(scalar);
    }

    private Value array() {
      Entries entries = entries();
      Cursor cursor = entries.first();
      int[] starts = new int[entries.count];
      List<Value> values = new ArrayList<>(entries.count);
      for (int index = 0; index < entries.count; index++) {
        starts[index] = cursor.at;
        values.add(cursor.value());
      }
      cursor.finish(entries, starts, false);
      return JsonValueBuilder.initFrom(values);
    }
  }
}
