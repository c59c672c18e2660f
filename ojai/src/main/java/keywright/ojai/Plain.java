package keywright.ojai;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ojai.Document;
import org.ojai.DocumentReader;
import org.ojai.DocumentReader.EventType;
import org.ojai.FieldPath;
import org.ojai.FieldSegment.NameSegment;
import org.ojai.Value;
import org.ojai.exceptions.DecodingException;
import org.ojai.exceptions.EncodingException;
import org.ojai.exceptions.TypeException;
import org.ojai.json.impl.JsonDocument;
import org.ojai.json.impl.JsonValueBuilder;
import org.ojai.types.ODate;
import org.ojai.types.OInterval;
import org.ojai.types.OTime;
import org.ojai.types.OTimestamp;

/**
 * Values of documents as plain Java objects: null, {@code Boolean}, {@code Byte}, {@code Short},
 * {@code Integer}, {@code Long}, {@code Float}, {@code Double}, {@code BigDecimal}, {@code String},
 * {@code ByteBuffer}, {@code ODate}, {@code OTime}, {@code OTimestamp}, {@code OInterval}, {@code
 * List} and {@code Map} with names as keys. Nothing here changes a value. Threads may share it.
 */
final class Plain {
  /** Containers inside each other, the document itself among them. */
  static final int NESTING_MAX = 128;

  private Plain() {}

  /** The type of a plain value. */
  static Value.Type type(@Nullable Object value) {
    Value.Type type = value == null ? Value.Type.NULL : typeOrNull(value);
    if (type == null) {
      throw unknownClass(value);
    }
    return type;
  }

  private static Value.@Nullable Type typeOrNull(Object value) {
    if (value instanceof String) {
      return Value.Type.STRING;
    } else if (value instanceof Number) {
      return numberType(value);
    } else if (value instanceof Boolean) {
      return Value.Type.BOOLEAN;
    } else if (value instanceof Map) {
      return Value.Type.MAP;
    } else if (value instanceof List) {
      return Value.Type.ARRAY;
    } else if (value instanceof OTimestamp) {
      return Value.Type.TIMESTAMP;
    } else if (value instanceof ODate) {
      return Value.Type.DATE;
    } else if (value instanceof OTime) {
      return Value.Type.TIME;
    } else if (value instanceof OInterval) {
      return Value.Type.INTERVAL;
    }
    return value instanceof ByteBuffer ? Value.Type.BINARY : null;
  }

  private static Value.@Nullable Type numberType(Object value) {
    if (value instanceof Integer) {
      return Value.Type.INT;
    } else if (value instanceof Long) {
      return Value.Type.LONG;
    } else if (value instanceof Double) {
      return Value.Type.DOUBLE;
    } else if (value instanceof BigDecimal) {
      return Value.Type.DECIMAL;
    } else if (value instanceof Float) {
      return Value.Type.FLOAT;
    } else if (value instanceof Short) {
      return Value.Type.SHORT;
    }
    return value instanceof Byte ? Value.Type.BYTE : null;
  }

  private static TypeException unknownClass(@Nullable Object value) {
    return new TypeException(
        "cannot use a value of "
            + (value == null ? "null" : value.getClass().getName())
            + " in a document: it has no type there, expected a class that Value.getObject"
            + " returns");
  }

  /** The names and values of a map. */
  @SuppressWarnings("unchecked")
  static Map<String, @Nullable Object> map(Object value) {
    return (Map<String, @Nullable Object>) value;
  }

  /** The elements of a list. */
  @SuppressWarnings("unchecked")
  static List<@Nullable Object> list(Object value) {
    return (List<@Nullable Object>) value;
  }

  /** A document as a plain map: the document itself if it is one, else a copy. */
  static Map<String, @Nullable Object> of(Document document) {
    if (document instanceof LazyDocument lazy) {
      return lazy.plain();
    }
    return document instanceof Map ? map(document) : of(document.asReader());
  }

  /**
   * What {@code reader}, which stands before the document, reads.
   *
   * @throws DecodingException if it does not read a map, or containers are nested too deeply
   */
  static Map<String, @Nullable Object> of(DocumentReader reader) {
    if (reader.next() != EventType.START_MAP) {
      throw new DecodingException(
          "cannot read a document: it starts with "
              + reader.getCurrentEvent()
              + ", expected START_MAP");
    }
    return readMap(reader, 1);
  }

  private static Map<String, @Nullable Object> readMap(DocumentReader reader, int depth) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (EventType event = next(reader); event != EventType.END_MAP; event = next(reader)) {
      String name = reader.getFieldName();
      map.put(name, readValue(reader, event, depth));
    }
    return map;
  }

  private static EventType next(DocumentReader reader) {
    EventType event = reader.next();
    if (event == null) {
      throw new DecodingException("cannot read a document: it ends inside of a container");
    }
    return event;
  }

  private static @Nullable Object readValue(DocumentReader reader, EventType event, int depth) {
    switch (event) {
      case START_MAP -> {
        checkDepth(depth + 1);
        return readMap(reader, depth + 1);
      }
      case START_ARRAY -> {
        checkDepth(depth + 1);
        List<@Nullable Object> list = new ArrayList<>();
        for (EventType next = next(reader); next != EventType.END_ARRAY; next = next(reader)) {
          list.add(readValue(reader, next, depth + 1));
        }
        return list;
      }
      case NULL -> {
        return null;
      }
      case BOOLEAN -> {
        return reader.getBoolean();
      }
      case STRING -> {
        return reader.getString();
      }
      case BYTE -> {
        return reader.getByte();
      }
      case SHORT -> {
        return reader.getShort();
      }
      case INT -> {
        return reader.getInt();
      }
      case LONG -> {
        return reader.getLong();
      }
      case FLOAT -> {
        return reader.getFloat();
      }
      case DOUBLE -> {
        return reader.getDouble();
      }
      case DECIMAL -> {
        return reader.getDecimal();
      }
      case DATE -> {
        return reader.getDate();
      }
      case TIME -> {
        return reader.getTime();
      }
      case TIMESTAMP -> {
        return reader.getTimestamp();
      }
      case INTERVAL -> {
        return reader.getInterval();
      }
      case BINARY -> {
        return copy(reader.getBinary());
      }
      default ->
          throw new DecodingException("cannot read a document: " + event + " has no container");
    }
  }

  /**
   * A copy of {@code value} as a plain value: of a value or document of the API, a map, a list, an
   * array or a scalar.
   *
   * @throws TypeException if it or a value in it has no type in documents, or a name is no string
   * @throws EncodingException if containers are nested too deeply
   */
  static @Nullable Object of(@Nullable Object value) {
    return of(value, 0);
  }

  private static @Nullable Object of(@Nullable Object value, int depth) {
    if (value == null || value instanceof String || value instanceof Number) {
      return value == null ? null : known(value);
    } else if (value instanceof ByteBuffer byteBuffer) {
      return copy(byteBuffer);
    } else if (value instanceof Map) {
      checkDepth(depth + 1);
      Map<?, ?> map = (Map<?, ?>) value;
      Map<String, @Nullable Object> copy = new LinkedHashMap<>(map.size() * 4 / 3 + 1);
      for (Map.Entry<?, ?> field : map.entrySet()) {
        copy.put(name(field.getKey()), of(field.getValue(), depth + 1));
      }
      return copy;
    } else if (value instanceof List) {
      checkDepth(depth + 1);
      List<?> list = (List<?>) value;
      List<@Nullable Object> copy = new ArrayList<>(list.size());
      for (Object element : list) {
        copy.add(of(element, depth + 1));
      }
      return copy;
    } else if (value instanceof Document document) {
      return of(of(document), depth);
    } else if (value instanceof Value other) {
      return of(other.getObject(), depth);
    } else if (value.getClass().isArray()) {
      return ofArray(value, depth);
    }
    return known(value);
  }

  /** The name of a field. */
  static String name(@Nullable Object name) {
    if (name instanceof String string) {
      return string;
    }
    throw new TypeException(
        "cannot use the field name " + name + ": it is no string, expected a string");
  }

  private static List<@Nullable Object> ofArray(Object array, int depth) {
    checkDepth(depth + 1);
    List<@Nullable Object> copy = new ArrayList<>();
    for (int index = 0; index < Array.getLength(array); index++) {
      copy.add(of(Array.get(array, index), depth + 1));
    }
    return copy;
  }

  private static Object known(Object value) {
    if (typeOrNull(value) == null) {
      throw unknownClass(value);
    }
    return value;
  }

  private static ByteBuffer copy(ByteBuffer bytes) {
    ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
    copy.put(bytes.duplicate()).flip();
    return copy;
  }

  static void checkDepth(int depth) {
    if (depth > NESTING_MAX) {
      throw new EncodingException(
          "cannot use the document: containers are nested "
              + depth
              + " deep, expected at most "
              + NESTING_MAX);
    }
  }

  /** A new document of the API with the fields of {@code map} in their order. */
  static Document document(Map<String, @Nullable Object> map) {
    return jsonDocument(map);
  }

  /**
   * A new document of the API with copies of the values of {@code map}, which may be any that
   * {@link #of(Object)} takes.
   *
   * @throws TypeException as {@link #of(Object)}
   * @throws EncodingException as {@link #of(Object)}
   */
  static Document copy(Map<?, ?> map) {
    Map<String, @Nullable Object> encoded = encoded(map);
    return new LazyDocument(encoded == null ? map(requireNonNull(of((Object) map))) : encoded);
  }

  /**
   * A copy of a map in the stored form, because most documents that are made of maps are stored.
   * Null if the map cannot be stored as it is, or does not start with its {@code _id}.
   */
  private static @Nullable Map<String, @Nullable Object> encoded(Map<?, ?> map) {
    try {
      Object id = map.get(StoredDocument.ID);
      if (id == null ? map.containsKey(StoredDocument.ID) : !startsWithId(map, id)) {
        return null;
      }
      byte[] stored = DocumentWriter.encodeWithout(map(map), StoredDocument.ID);
      return id == null ? DocumentBytes.mapView(stored) : new StoredDocument(id, stored);
    } catch (EncodingException | TypeException | ClassCastException e) {
      return null; // A copy refuses it too, or can have values that the stored form lacks.
    }
  }

  private static boolean startsWithId(Map<?, ?> map, Object id) {
    return id instanceof String && StoredDocument.ID.equals(map.keySet().iterator().next());
  }

  private static JsonDocument jsonDocument(Map<String, @Nullable Object> map) {
    JsonDocument document = new JsonDocument();
    putAll(document, map);
    return document;
  }

  /** Puts the fields of a plain map behind those of a document. */
  static void putAll(JsonDocument document, Map<String, @Nullable Object> map) {
    for (Map.Entry<String, @Nullable Object> field : map.entrySet()) {
      FieldPath unused = put(document, field.getKey(), field.getValue());
    }
  }

  /** A value of the API. */
  static Value value(@Nullable Object value) {
    if (value instanceof Map) {
      return jsonDocument(map(value));
    } else if (value instanceof List) {
      return array(list(value));
    }
    return JsonValueBuilder.initFromObject(value);
  }

  private static Value array(List<@Nullable Object> list) {
    List<Value> values = new ArrayList<>(list.size());
    list.forEach(element -> values.add(value(element)));
    return JsonValueBuilder.initFrom(values);
  }

  /** Puts a field whose name is {@code name}, not a path; returns the path of the field. */
  static FieldPath put(JsonDocument document, String name, @Nullable Object value) {
    FieldPath path = path(name);
    if (value instanceof String string) {
      document.set(path, string);
    } else if (value instanceof Integer) {
      document.set(path, (int) value);
    } else if (value instanceof Long) {
      document.set(path, (long) value);
    } else {
      document.set(path, value(value));
    }
    return path;
  }

  /** The path of one name. */
  static FieldPath path(String name) {
    return new FieldPath(new NameSegment(name, null, false));
  }
}
