package keywright.key;

/** How a value of a type is held in Java where it is not boxed, and the methods that take it. */
enum Carrier {
  /** A whole number, in a long. */
  WHOLE("putLong", "getLong"),
  FLOAT("putFloat", "getFloat"),
  DOUBLE("putDouble", "getDouble"),
  BOOLEAN("putBoolean", "getBoolean"),
  /** A day since 1970-01-01, in an int. */
  DATE("putDate", "getDate"),
  /** Units of the type since 1970-01-01T00:00:00Z, in a long. */
  TIMESTAMP("putTimestamp", "getTimestamp"),
  /** Text whose body is escaped and terminated. */
  TEXT("putText", "getText"),
  /** Text in a body of fixed width. */
  FIXED_TEXT("putText", "getText"),
  BLOB("putBlob", "getBlob"),
  /** The two halves, as longs. */
  UUID("putUuid", "getUuid"),
  /** The value class alone. */
  OBJECT("put", "get");

  private final String put;
  private final String get;

  Carrier(String put, String get) {
    this.put = put;
    this.get = get;
  }

  /** The method of {@link RowKeyWriter} for such values. */
  String put() {
    return put;
  }

  /** The method of {@link RowKeyReader} for such values. */
  String get() {
    return get;
  }

  /** Whether the value is a number that {@link PartLayout} bounds. */
  boolean isNumber() {
    return this == WHOLE || this == DATE || this == TIMESTAMP;
  }
}
