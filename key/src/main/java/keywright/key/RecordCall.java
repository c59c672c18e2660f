package keywright.key;

import java.lang.invoke.MethodType;
import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/** The methods of {@link RecordBytes} that generated codecs call, with their types. */
enum RecordCall {
  ARRAY("array", byte[].class, int.class),
  LENGTH("length", int.class, byte[].class),
  FIRST_OF("firstOf", byte[].class, byte[].class, int.class),
  ROOM("room", void.class, byte[].class, int.class, int.class),
  RANGE("range", void.class, byte[].class, int.class, int.class),
  NEED("need", void.class, int.class, int.class, int.class),
  SAME("same", void.class, int.class, int.class),
  WITHIN("within", long.class, long.class, long.class, long.class),
  REQUIRED("required", void.class, Object.class),
  ADD("add", int.class, int.class, int.class),
  SIZE("size", int.class, int.class, Object.class, int.class),
  SIZE_OF_TEXT("sizeOfText", int.class, int.class, String.class),
  SIZE_OF_BLOB("sizeOfBlob", int.class, int.class, byte[].class),
  MARKER("marker", int.class, byte[].class, int.class, Object.class, int.class),
  PUT_1("put1", int.class, byte[].class, int.class, long.class, long.class),
  PUT_2("put2", int.class, byte[].class, int.class, long.class, long.class),
  PUT_4("put4", int.class, byte[].class, int.class, long.class, long.class),
  PUT_8("put8", int.class, byte[].class, int.class, long.class, long.class),
  PUT_BITS("putBits", int.class, byte[].class, int.class, long.class, long.class, int.class),
  PUT_FLOAT("putFloat", int.class, byte[].class, int.class, float.class, int.class),
  PUT_DOUBLE("putDouble", int.class, byte[].class, int.class, double.class, int.class),
  PUT_NUMBER(
      "putNumber",
      int.class,
      byte[].class,
      int.class,
      Number.class,
      long.class,
      int.class,
      long.class,
      long.class),
  PUT_TEXT("putText", int.class, byte[].class, int.class, String.class, int.class),
  PUT_PADDED("putPadded", int.class, byte[].class, int.class, String.class, int.class, int.class),
  PUT_BLOB("putBlob", int.class, byte[].class, int.class, byte[].class, int.class),
  PUT_UUID("putUuid", int.class, byte[].class, int.class, UUID.class, int.class),
  PUT_INSTANT(
      "putInstant", int.class, byte[].class, int.class, Instant.class, long.class, long.class),
  PUT_DATE("putDate", int.class, byte[].class, int.class, LocalDate.class, long.class),
  PUT_OBJECT("putObject", int.class, byte[].class, int.class, Object.class, PartLayout.class),
  PUT_COMPUTED(
      "putComputed",
      int.class,
      byte[].class,
      int.class,
      Record.class,
      GeneratedCodec.class,
      int.class),
  END_OF_FIXED("endOfFixed", int.class, byte[].class, int.class, int.class, int.class, int.class),
  END_OF_TEXT("endOfText", int.class, byte[].class, int.class, int.class, int.class),
  END_OF_NULLABLE_TEXT(
      "endOfNullableText", int.class, byte[].class, int.class, int.class, int.class, int.class),
  END_OF_OBJECT("endOfObject", int.class, byte[].class, int.class, int.class, PartLayout.class),
  GET_1("get1", long.class, byte[].class, int.class, long.class),
  GET_2("get2", long.class, byte[].class, int.class, long.class),
  GET_4("get4", long.class, byte[].class, int.class, long.class),
  GET_8("get8", long.class, byte[].class, int.class, long.class),
  GET_BITS("getBits", long.class, byte[].class, int.class, long.class, int.class),
  GET_BOOLEAN("getBoolean", boolean.class, byte[].class, int.class, int.class),
  GET_FLOAT("getFloat", float.class, byte[].class, int.class, int.class),
  GET_DOUBLE("getDouble", double.class, byte[].class, int.class, int.class),
  GET_LONG(
      "getLong",
      Long.class,
      byte[].class,
      int.class,
      int.class,
      long.class,
      long.class,
      long.class),
  GET_INTEGER(
      "getInteger",
      Integer.class,
      byte[].class,
      int.class,
      int.class,
      long.class,
      long.class,
      long.class),
  GET_TEXT("getText", String.class, byte[].class, int.class, int.class, int.class),
  GET_PADDED("getPadded", String.class, byte[].class, int.class, int.class, int.class),
  GET_BLOB("getBlob", byte[].class, byte[].class, int.class, int.class, int.class),
  GET_UUID("getUuid", UUID.class, byte[].class, int.class, int.class, int.class),
  GET_INSTANT(
      "getInstant", Instant.class, byte[].class, int.class, int.class, long.class, long.class),
  GET_DATE("getDate", LocalDate.class, byte[].class, int.class, int.class, long.class),
  GET_OBJECT("getObject", Object.class, byte[].class, int.class, int.class, PartLayout.class),
  SCRATCH("scratch", byte[].class, int.class, int.class),
  GATHER(
      "gather",
      int.class,
      byte[].class,
      int.class,
      byte[].class,
      int.class,
      int.class,
      PartLayout.class),
  BUCKET("bucket", long.class, byte[].class, int.class, int.class);

  private final String method;

  // A MethodType cannot change, which the checker does not know.
  @SuppressWarnings("ImmutableEnumChecker")
  private final MethodType type;

  RecordCall(String method, Class<?> result, Class<?>... parameters) {
    this.method = method;
    this.type = MethodType.methodType(result, parameters);
  }

  String method() {
    return method;
  }

  MethodType type() {
    return type;
  }

  /** What puts a whole number of 1, 2, 4 or 8 bytes. */
  static RecordCall putOf(int bytes) {
    return ofWidth(bytes, PUT_1, PUT_2, PUT_4, PUT_8);
  }

  /** What gets a whole number of 1, 2, 4 or 8 bytes. */
  static RecordCall getOf(int bytes) {
    return ofWidth(bytes, GET_1, GET_2, GET_4, GET_8);
  }

  private static RecordCall ofWidth(int bytes, RecordCall... byWidth) {
    return byWidth[Integer.numberOfTrailingZeros(bytes)];
  }

  /** What puts a value of a carrier that has a method of its own. */
  static RecordCall putOf(Carrier carrier) {
    return switch (carrier) {
      case FLOAT -> PUT_FLOAT;
      case DOUBLE -> PUT_DOUBLE;
      case TEXT -> PUT_TEXT;
      case BLOB -> PUT_BLOB;
      case UUID -> PUT_UUID;
      default -> throw new IllegalArgumentException(carrier.name());
    };
  }

  /** What gets a value of a carrier that has a method of its own. */
  static RecordCall getOf(Carrier carrier) {
    return switch (carrier) {
      case FLOAT -> GET_FLOAT;
      case DOUBLE -> GET_DOUBLE;
      case BOOLEAN -> GET_BOOLEAN;
      case TEXT -> GET_TEXT;
      case FIXED_TEXT -> GET_PADDED;
      case BLOB -> GET_BLOB;
      case UUID -> GET_UUID;
      default -> throw new IllegalArgumentException(carrier.name());
    };
  }
}
