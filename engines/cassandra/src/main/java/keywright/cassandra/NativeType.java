package keywright.cassandra;

import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.codec.TypeCodec;
import com.datastax.oss.driver.api.core.type.codec.TypeCodecs;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import keywright.key.CqlDuration;
import keywright.key.ErrorCode;
import keywright.key.KeyException;
import keywright.key.Type;
import keywright.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * How the values of a type are kept in a column of Cassandra. Immutable.
 *
 * @param dataType of the column
 * @param hashes whether equal values, and no others, have equal bytes there: such a column can be
 *     part of a partition key
 * @param sorts whether Cassandra sorts the values as a key does: such a column can be a clustering
 *     column
 */
record NativeType(DataType dataType, boolean hashes, boolean sorts, Form form) {

  /** The bytes of values. */
  interface Form {
    ByteBuffer encode(Object value);

    Object decode(ByteBuffer bytes);
  }

  /** What Cassandra's timestamp has, in milliseconds. */
  private static final Instant FIRST_MILLI = Instant.ofEpochMilli(Long.MIN_VALUE);

  private static final Instant LAST_MILLI = Instant.ofEpochMilli(Long.MAX_VALUE);

  /** Of bytes as they are. */
  static final NativeType BYTES =
      new NativeType(
          TypeCodecs.BLOB.getCqlType(),
          true,
          true,
          form(TypeCodecs.BLOB, value -> ByteBuffer.wrap((byte[]) value), NativeType::bytes));

  /** Of text. Servers take no other bytes than UTF-8, so that the codec's checks are left out. */
  private static final NativeType TEXT =
      new NativeType(
          TypeCodecs.TEXT.getCqlType(),
          true,
          true,
          new Form() {
            private final Form checked = form(TypeCodecs.TEXT, value -> value, text -> text);

            @Override
            public ByteBuffer encode(Object value) {
              String text = (String) value;
              return isAscii(text)
                  ? ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1))
                  : checked.encode(value);
            }

            @Override
            public Object decode(ByteBuffer bytes) {
              return bytes.hasArray()
                  ? new String(
                      bytes.array(),
                      bytes.arrayOffset() + bytes.position(),
                      bytes.remaining(),
                      StandardCharsets.UTF_8)
                  : checked.decode(bytes);
            }
          });

  private static final NativeType DURATION =
      new NativeType(
          TypeCodecs.DURATION.getCqlType(),
          false,
          false,
          form(
              TypeCodecs.DURATION,
              value -> {
                CqlDuration of = (CqlDuration) value;
                return com.datastax.oss.driver.api.core.data.CqlDuration.newInstance(
                    of.months(), of.days(), of.nanoseconds());
              },
              value -> {
                var of = (com.datastax.oss.driver.api.core.data.CqlDuration) value;
                return CqlDuration.of(of.getMonths(), of.getDays(), of.getNanoseconds());
              }));

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /** Types that have every value of their column in Cassandra. */
  private static final Set<String> WHOLE =
      Set.of(
          "tinyint",
          "smallint",
          "int",
          "bigint",
          "varint",
          "float",
          "double",
          "boolean",
          "text",
          "blob",
          "uuid",
          "timeuuid",
          "timestamp",
          "duration");

  /** Whether every value that Cassandra may have in the column of a type is one of the type. */
  static boolean hasAllOfColumn(Type type) {
    return WHOLE.contains(type.toString());
  }

  /** Whether a value may have no bytes. */
  boolean mayBeEmpty() {
    return dataType.equals(DataTypes.TEXT) || dataType.equals(DataTypes.BLOB);
  }

  /** The column of a type. */
  static NativeType of(Type type) {
    String name = type.toString();
    String kind = name.replaceFirst("[(<].*", "");
    return switch (kind) {
      case "tinyint" -> sorted(TypeCodecs.TINYINT);
      case "smallint" -> sorted(TypeCodecs.SMALLINT);
      case "int" -> sorted(TypeCodecs.INT);
      case "bigint" -> sorted(TypeCodecs.BIGINT);
      case "tinyint unsigned" -> sorted(TypeCodecs.SMALLINT);
      case "smallint unsigned" -> sorted(TypeCodecs.INT);
      case "int unsigned" -> sorted(TypeCodecs.BIGINT);
      case "bigint unsigned", "varint" -> sorted(TypeCodecs.VARINT);
      case "boolean" -> sorted(TypeCodecs.BOOLEAN);
      case "text", "char", "digits" -> TEXT;
      case "blob", "binary" -> BYTES;
      case "date" -> sorted(TypeCodecs.DATE);
      case "time" -> sorted(TypeCodecs.TIME);
      case "timestamp" -> timestamp(type);
      case "uuid" -> of(TypeCodecs.UUID, true, false);
      case "timeuuid" -> sorted(TypeCodecs.TIMEUUID);
      case "inet" -> sorted(TypeCodecs.INET);
      case "enum" -> new NativeType(TEXT.dataType, true, false, TEXT.form);
      case "float" -> floating(type, TypeCodecs.FLOAT);
      case "double" -> floating(type, TypeCodecs.DOUBLE);
      case "decimal" -> of(TypeCodecs.DECIMAL, false, false);
      case "duration" -> DURATION;
      case "list" -> list(Objects.requireNonNull(type.elementType()));
      case "set" -> set(type, of(Objects.requireNonNull(type.elementType())));
      case "map" -> map(type, of(Objects.requireNonNull(type.keyType())));
      default -> asStored(type);
    };
  }

  private static NativeType sorted(TypeCodec<?> codec) {
    return of(codec, true, true);
  }

  private static NativeType of(TypeCodec<?> codec, boolean hashes, boolean sorts) {
    return new NativeType(
        codec.getCqlType(), hashes, sorts, form(codec, Function.identity(), Function.identity()));
  }

  /** Other clients may have written -0.0, and forms of NaN. */
  private static NativeType floating(Type type, TypeCodec<?> codec) {
    return new NativeType(
        codec.getCqlType(), false, false, form(codec, Function.identity(), type::convert));
  }

  /** Those finer than Cassandra's own are kept as the number of their units. */
  private static NativeType timestamp(Type type) {
    String name = type.toString();
    if (name.endsWith("(us)") || name.endsWith("(ns)")) {
      return new NativeType(
          TypeCodecs.BIGINT.getCqlType(),
          true,
          true,
          form(TypeCodecs.BIGINT, type::units, type::convert));
    }
    return name.endsWith("(s)")
        ? new NativeType(
            TypeCodecs.TIMESTAMP.getCqlType(),
            true,
            true,
            form(TypeCodecs.TIMESTAMP, NativeType::inMillis, Function.identity()))
        : sorted(TypeCodecs.TIMESTAMP);
  }

  /** Seconds reach further than milliseconds do. */
  private static Object inMillis(Object value) {
    Instant moment = (Instant) value;
    if (moment.isBefore(FIRST_MILLI) || moment.isAfter(LAST_MILLI)) {
      throw new StoreException(
          ErrorCode.LIMIT_EXCEEDED,
          "cannot store a value of type timestamp(s) on Cassandra: found %s, expected %s to %s; choose a time between them"
              .formatted(moment, FIRST_MILLI, LAST_MILLI));
    }
    return moment;
  }

  private static NativeType list(Type element) {
    NativeType of = of(element);
    TypeCodec<List<ByteBuffer>> codec = TypeCodecs.listOf(new BytesOf(of.dataType));
    return new NativeType(
        // Frozen: else an empty list would be no list.
        DataTypes.frozenListOf(of.dataType),
        false,
        false,
        form(
            codec,
            value -> ((List<?>) value).stream().map(of.form::encode).toList(),
            list ->
                ((List<?>) list).stream().map(each -> of.form.decode((ByteBuffer) each)).toList()));
  }

  /** Cassandra sorts the elements in its own order. */
  private static NativeType set(Type type, NativeType of) {
    return new NativeType(
        DataTypes.setOf(of.dataType, true),
        false,
        false,
        form(
            TypeCodecs.setOf(new BytesOf(of.dataType)),
            value -> {
              Set<ByteBuffer> elements = new LinkedHashSet<>();
              ((Set<?>) value).forEach(each -> elements.add(of.form.encode(each)));
              return elements;
            },
            value -> {
              Set<Object> elements = new LinkedHashSet<>();
              ((Set<?>) value).forEach(each -> elements.add(of.form.decode((ByteBuffer) each)));
              return type.convert(elements);
            }));
  }

  private static NativeType map(Type type, NativeType key) {
    NativeType of = of(Objects.requireNonNull(type.elementType()));
    return new NativeType(
        DataTypes.mapOf(key.dataType, of.dataType, true),
        false,
        false,
        form(
            TypeCodecs.mapOf(new BytesOf(key.dataType), new BytesOf(of.dataType)),
            value -> {
              Map<ByteBuffer, ByteBuffer> entries = new LinkedHashMap<>();
              ((Map<?, ?>) value)
                  .forEach((one, held) -> entries.put(key.form.encode(one), of.form.encode(held)));
              return entries;
            },
            value -> {
              Map<Object, Object> entries = new LinkedHashMap<>();
              ((Map<?, ?>) value)
                  .forEach(
                      (one, held) ->
                          entries.put(
                              key.form.decode((ByteBuffer) one),
                              of.form.decode((ByteBuffer) held)));
              return type.convert(entries);
            }));
  }

  /** What Cassandra has no type for, in the bytes that other engines store. */
  private static NativeType asStored(Type type) {
    return new NativeType(
        TypeCodecs.BLOB.getCqlType(),
        true,
        false,
        form(
            TypeCodecs.BLOB,
            value -> ByteBuffer.wrap(type.toBytes(value)),
            bytes -> type.fromBytes(bytes(bytes))));
  }

  @SuppressWarnings("unchecked")
  private static Form form(
      TypeCodec<?> codec, Function<Object, Object> to, Function<Object, Object> from) {
    TypeCodec<Object> ofObjects = (TypeCodec<Object>) codec;
    return new Form() {
      @Override
      public ByteBuffer encode(Object value) {
        return required(codec, ofObjects.encode(to.apply(value), ProtocolVersion.DEFAULT));
      }

      @Override
      public Object decode(ByteBuffer bytes) {
        return from.apply(required(codec, ofObjects.decode(bytes, ProtocolVersion.DEFAULT)));
      }
    };
  }

  /** Cassandra has values of no bytes of most types, which are neither null nor a value. */
  private static <T> T required(TypeCodec<?> codec, @Nullable T value) {
    if (value == null) {
      throw KeyException.of(
          "found no bytes, expected those of a value of " + codec.getCqlType().asCql(true, true));
    }
    return value;
  }

  private static byte[] bytes(Object buffer) {
    ByteBuffer from = ((ByteBuffer) buffer).duplicate();
    byte[] bytes = new byte[from.remaining()];
    from.get(bytes);
    return bytes;
  }

  /** Elements of lists, sets and maps, as their bytes. */
  private record BytesOf(DataType type) implements TypeCodec<ByteBuffer> {
    @Override
    public GenericType<ByteBuffer> getJavaType() {
      return GenericType.BYTE_BUFFER;
    }

    @Override
    public DataType getCqlType() {
      return type;
    }

    @Override
    public @Nullable ByteBuffer encode(@Nullable ByteBuffer value, ProtocolVersion version) {
      return value;
    }

    @Override
    public @Nullable ByteBuffer decode(@Nullable ByteBuffer bytes, ProtocolVersion version) {
      return bytes;
    }

    @Override
    public String format(@Nullable ByteBuffer value) {
      return String.valueOf(value);
    }

    @Override
    public ByteBuffer parse(@Nullable String value) {
      throw new UnsupportedOperationException();
    }
  }
}
