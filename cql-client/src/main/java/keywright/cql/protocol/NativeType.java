package keywright.cql.protocol;

import com.datastax.oss.protocol.internal.ProtocolConstants.DataType;
import com.datastax.oss.protocol.internal.response.result.RawType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import keywright.key.Type;
import keywright.key.Variant;
import org.jspecify.annotations.Nullable;

/**
 * The type of the protocol in which the values of a type of Keywright travel. A type that the
 * protocol does not have travels as the nearest one that has all its values: an unsigned number as
 * the next larger number, a timestamp in microseconds or nanoseconds as a bigint of these units,
 * the label of an enum as text, a variant as its JSON text. Immutable and safe for many threads.
 */
public final class NativeType {
  /** Each request needs the types of its columns. Emptied when it has grown large. */
  private static final Map<Type, NativeType> KNOWN = new ConcurrentHashMap<>();

  private static final int KNOWN_MAX = 10_000;

  private final Type type;
  private final RawType raw;
  private final @Nullable NativeType element;

  /** Of the keys of a map. */
  private final @Nullable NativeType key;

  private NativeType(
      Type type, RawType raw, @Nullable NativeType key, @Nullable NativeType element) {
    this.type = type;
    this.raw = raw;
    this.key = key;
    this.element = element;
  }

  /** The type for values of {@code type}. */
  public static NativeType of(Type type) {
    NativeType known = KNOWN.get(type);
    if (known == null) {
      if (KNOWN.size() >= KNOWN_MAX) {
        KNOWN.clear();
      }
      known = made(type);
      KNOWN.put(type, known);
    }
    return known;
  }

  private static NativeType made(Type type) {
    Type elementType = type.elementType();
    if (elementType != null) {
      NativeType element = of(elementType);
      Type keyType = type.keyType();
      NativeType key = keyType == null ? null : of(keyType);
      RawType raw =
          key != null
              ? new RawType.RawMap(key.raw, element.raw)
              : type.valueClass() == Set.class
                  ? new RawType.RawSet(element.raw)
                  : new RawType.RawList(element.raw);
      return new NativeType(type, raw, key, element);
    }
    return new NativeType(type, NativeValues.primitive(id(type.toString())), null, null);
  }

  /** The type for lists of values of {@code type}, as {@code IN ?} takes them. */
  public static NativeType listOf(Type type) {
    NativeType element = of(type);
    return new NativeType(type, new RawType.RawList(element.raw), null, element);
  }

  private static int id(String declaration) {
    String kind = declaration.replaceFirst("\\(.*", "");
    return switch (kind) {
      case "tinyint" -> DataType.TINYINT;
      case "smallint", "tinyint unsigned" -> DataType.SMALLINT;
      case "int", "smallint unsigned" -> DataType.INT;
      case "bigint", "int unsigned" -> DataType.BIGINT;
      case "varint", "bigint unsigned" -> DataType.VARINT;
      case "float" -> DataType.FLOAT;
      case "double" -> DataType.DOUBLE;
      case "decimal" -> DataType.DECIMAL;
      case "boolean" -> DataType.BOOLEAN;
      case "text", "char", "digits", "enum", "variant" -> DataType.VARCHAR;
      case "blob", "binary" -> DataType.BLOB;
      case "uuid" -> DataType.UUID;
      case "timeuuid" -> DataType.TIMEUUID;
      case "inet" -> DataType.INET;
      case "duration" -> DataType.DURATION;
      case "date" -> DataType.DATE;
      case "time" -> DataType.TIME;
      case "timestamp" -> isFine(declaration) ? DataType.BIGINT : DataType.TIMESTAMP;
      default -> throw new IllegalArgumentException("found the type " + declaration);
    };
  }

  private static boolean isFine(String declaration) {
    return declaration.endsWith("(us)") || declaration.endsWith("(ns)");
  }

  /** The type of the protocol. */
  public RawType raw() {
    return raw;
  }

  /** The bytes of a value of the type's value class; null for null. */
  public @Nullable ByteBuffer encode(@Nullable Object value) {
    return value == null ? null : NativeValues.encode(raw, travelling(value));
  }

  private Object travelling(Object value) {
    if (value instanceof Map<?, ?> map && key != null && element != null) {
      Map<Object, Object> entries = new LinkedHashMap<>();
      map.forEach((one, held) -> entries.put(key.travelling(one), element.travelling(held)));
      return entries;
    }
    if (element != null) {
      List<Object> elements = new ArrayList<>();
      for (Object one : (Collection<?>) value) {
        elements.add(element.travelling(Objects.requireNonNull(one)));
      }
      return elements;
    }
    if (value instanceof Variant variant) {
      return variant.toString();
    }
    return raw.id == DataType.BIGINT && !(value instanceof Long) ? type.units(value) : value;
  }

  /**
   * The value that has these bytes, as {@link Type#convert} accepts it. Whether it fits the type,
   * which -1 does not if the type is unsigned, is found by the statement that uses it.
   *
   * @throws IllegalArgumentException if the protocol's type has no value of these bytes
   * @throws keywright.key.KeyException if a variant is no JSON text
   */
  public @Nullable Object decode(@Nullable ByteBuffer bytes) {
    return bytes == null ? null : arrived(NativeValues.decode(raw, bytes));
  }

  private Object arrived(Object value) {
    if (value instanceof Map<?, ?> map && key != null && element != null) {
      Map<Object, Object> entries = new LinkedHashMap<>();
      map.forEach((one, held) -> entries.put(key.arrived(one), element.arrived(held)));
      return entries;
    }
    if (element != null) {
      Collection<Object> elements =
          raw.id == DataType.SET ? new LinkedHashSet<>() : new ArrayList<>();
      for (Object one : (Collection<?>) value) {
        elements.add(element.arrived(Objects.requireNonNull(one)));
      }
      return elements;
    }
    return type.valueClass() == Variant.class ? Variant.parse((String) value) : value;
  }
}
