package keywright.store;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import keywright.key.KeyException;
import keywright.key.Type;
import org.jspecify.annotations.Nullable;

/** The body of a cell: text as UTF-8 and blobs as they are, all else as its KW1 body. */
final class CellValues {
  private static final Type TEXT = Type.parse("text");
  private static final Type BLOB = Type.parse("blob");

  /** How the values of a column are stored. */
  enum Body {
    TEXT,
    BLOB,
    KW1
  }

  private CellValues() {}

  static Body body(ColumnLayout column) {
    return column.type().equals(TEXT)
        ? Body.TEXT
        : column.type().equals(BLOB) ? Body.BLOB : Body.KW1;
  }

  static byte[] encode(ColumnLayout column, Object value) {
    Type type = column.type();
    if (type.equals(BLOB)) {
      return (byte[]) value;
    }
    if (!type.equals(TEXT)) {
      return type.toBytes(value);
    }
    String text = (String) value;
    requireWellFormed(column, text);
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Whether values of the column are stored as UTF-8. */
  static boolean isText(ColumnLayout column) {
    return column.type().equals(TEXT);
  }

  private static void requireWellFormed(ColumnLayout column, String text) {
    for (int index = 0; index < text.length(); index++) {
      if (Character.isSurrogate(text.charAt(index))) {
        if (Character.charCount(text.codePointAt(index)) == 1) {
          throw new StoreException(
              "cannot write "
                  + column.name()
                  + ": found an unpaired surrogate, expected well-formed text");
        }
        index++;
      }
    }
  }

  /** The value itself, or a copy that shares nothing that can change. */
  static Object copy(Object value) {
    if (value instanceof String || value instanceof Number) {
      return value; // Most are, and to ask whether they are lists takes longer.
    }
    if (value instanceof byte[] bytes) {
      return bytes.clone();
    }
    if (value instanceof List<?> list) {
      return list.stream().map(CellValues::copy).toList();
    }
    if (value instanceof Set<?> set) {
      Set<Object> copy =
          set instanceof SortedSet<?> of
              ? new TreeSet<>(order(of.comparator()))
              : new LinkedHashSet<>();
      set.forEach(each -> copy.add(copy(each)));
      return copy instanceof SortedSet<Object> of
          ? Collections.unmodifiableSortedSet(of)
          : Collections.unmodifiableSet(copy);
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy =
          map instanceof SortedMap<?, ?> of
              ? new TreeMap<>(order(of.comparator()))
              : new LinkedHashMap<>();
      map.forEach((key, held) -> copy.put(copy(key), copy(held)));
      return copy instanceof SortedMap<Object, Object> of
          ? Collections.unmodifiableSortedMap(of)
          : Collections.unmodifiableMap(copy);
    }
    return value;
  }

  /** The order of a set or of the keys of a map, which compares what is in it. */
  @SuppressWarnings("unchecked")
  private static @Nullable Comparator<Object> order(@Nullable Comparator<?> order) {
    return (Comparator<Object>) order;
  }

  /** The value in {@code [start, stop)}, or null when the bytes are not one value of the type. */
  static @Nullable Object decode(Body body, Type type, byte[] bytes, int start, int stop) {
    if (body == Body.TEXT) {
      return text(bytes, start, stop);
    }
    if (body == Body.BLOB) {
      return Arrays.copyOfRange(bytes, start, stop);
    }
    try {
      return type.fromBytes(bytes, start, stop);
    } catch (KeyException e) {
      return null;
    }
  }

  private static @Nullable String text(byte[] bytes, int start, int stop) {
    String text = new String(bytes, start, stop - start, StandardCharsets.UTF_8);
    if (text.indexOf('\uFFFD') < 0) {
      return text;
    }
    try {
      // Stored as it is, or put in place of something malformed?
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, start, stop - start))
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
