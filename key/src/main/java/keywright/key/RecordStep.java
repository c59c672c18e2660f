package keywright.key;

import java.time.Instant;
import java.time.LocalDate;
import java.util.UUID;

/**
 * How one part meets its component: which steps of {@link RecordBytes} write and read it, and their
 * constants.
 *
 * @param component its index in the record
 * @param type its class
 */
record RecordStep(PartLayout layout, int component, Class<?> type) {
  private static final Class<?> BYTES = byte[].class;
  private static final Class<?> INT = int.class;
  private static final Class<?> LONG = long.class;

  boolean isPrimitive() {
    return type.isPrimitive();
  }

  long flip() {
    return layout.bias ^ layout.mask;
  }

  boolean isNumber() {
    return layout.carrier.isNumber();
  }

  /** Whether Java's type holds more than the type of the part. */
  boolean isBounded() {
    boolean isInt = type == INT || type == Integer.class;
    int bits = type == byte.class ? 8 : type == short.class ? 16 : isInt ? 32 : 64;
    return layout.lowest > Long.MIN_VALUE >> (64 - bits)
        || layout.highest < Long.MAX_VALUE >> (64 - bits);
  }

  /** Whether there are steps for this class; it goes through boxed ones otherwise. */
  boolean isStraight() {
    return switch (layout.carrier) {
      case TEXT, BLOB, UUID -> true;
      case FIXED_TEXT -> layout.type instanceof CharType;
      case TIMESTAMP, DATE, WHOLE ->
          isPrimitive()
              || (!isBounded() && (type == Long.class || type == Integer.class))
              || (type == Instant.class && layout.lowest == Long.MIN_VALUE)
              || type == LocalDate.class;
      default -> isPrimitive();
    };
  }

  /** The class that the value has on the stack. */
  Class<?> stackClass() {
    return isStraight() ? type : Object.class;
  }

  /** Leaves the offset behind the body on the stack, instead of bytes, offset and value. */
  void write(ClassFile.Code code) {
    if (isPrimitive()) {
      writePrimitive(code);
    } else {
      writeObject(code);
    }
  }

  private void writePrimitive(ClassFile.Code code) {
    if (isNumber() || layout.carrier == Carrier.BOOLEAN) {
      code.toLong(type);
      if (isNumber() && isBounded()) {
        code.push(layout.lowest).push(layout.highest);
        CodecGenerator.call(code, "within", LONG, LONG, LONG, LONG);
      }
      code.push(flip());
      if (Integer.bitCount(layout.bytes) == 1) {
        CodecGenerator.call(code, "put" + layout.bytes, INT, BYTES, INT, LONG, LONG);
      } else {
        code.push(layout.bytes);
        CodecGenerator.call(code, "putBits", INT, BYTES, INT, LONG, LONG, INT);
      }
    } else {
      code.push(layout.mask);
      String name = layout.carrier == Carrier.FLOAT ? "putFloat" : "putDouble";
      CodecGenerator.call(code, name, INT, BYTES, INT, type, INT);
    }
  }

  private void writeObject(ClassFile.Code code) {
    if (!isStraight()) {
      code.constant(layout, PartLayout.class);
      CodecGenerator.call(code, "putObject", INT, BYTES, INT, Object.class, PartLayout.class);
    } else if (type == Instant.class) {
      code.push(flip()).push(((TimestampType) layout.type).unitsPerSecond());
      CodecGenerator.call(code, "putInstant", INT, BYTES, INT, type, LONG, LONG);
    } else if (type == LocalDate.class) {
      code.push(flip());
      CodecGenerator.call(code, "putDate", INT, BYTES, INT, type, LONG);
    } else if (isNumber()) {
      code.push(flip()).push(layout.bytes).push(layout.lowest).push(layout.highest);
      CodecGenerator.call(code, "putNumber", INT, BYTES, INT, Number.class, LONG, INT, LONG, LONG);
    } else if (layout.carrier == Carrier.FIXED_TEXT) {
      code.push(layout.mask).push(layout.bytes);
      CodecGenerator.call(code, "putPadded", INT, BYTES, INT, type, INT, INT);
    } else {
      code.push(layout.mask);
      String name = type == String.class ? "putText" : type == UUID.class ? "putUuid" : "putBlob";
      CodecGenerator.call(code, name, INT, BYTES, INT, type, INT);
    }
  }

  /**
   * Leaves the offset behind the part on the stack, instead of the bytes, where it starts and the
   * limit.
   */
  void end(ClassFile.Code code) {
    if (layout.bytes >= 0) {
      code.push(layout.nullMarker).push(layout.bytes);
      CodecGenerator.call(code, "endOfFixed", INT, BYTES, INT, INT, INT, INT);
    } else if (layout.carrier != Carrier.TEXT && layout.carrier != Carrier.BLOB) {
      code.constant(layout, PartLayout.class);
      CodecGenerator.call(code, "endOfObject", INT, BYTES, INT, INT, PartLayout.class);
    } else if (layout.nullable) {
      code.push(layout.nullMarker).push(layout.mask);
      CodecGenerator.call(code, "endOfNullableText", INT, BYTES, INT, INT, INT, INT);
    } else {
      code.push(layout.mask);
      CodecGenerator.call(code, "endOfText", INT, BYTES, INT, INT, INT);
    }
  }

  /** Leaves the value on the stack, instead of bytes, offset and, for an object, where it ends. */
  void read(ClassFile.Code code) {
    if (isPrimitive()) {
      readPrimitive(code);
    } else {
      readObject(code);
    }
  }

  private void readPrimitive(ClassFile.Code code) {
    if (!isNumber()) {
      code.push(layout.mask);
      String name =
          switch (layout.carrier) {
            case BOOLEAN -> "getBoolean";
            case FLOAT -> "getFloat";
            default -> "getDouble";
          };
      CodecGenerator.call(code, name, type, BYTES, INT, INT);
      return;
    }
    code.push(flip());
    if (layout.bias != 0 && Integer.bitCount(layout.bytes) == 1) {
      CodecGenerator.call(code, "get" + layout.bytes, LONG, BYTES, INT, LONG);
    } else {
      code.push(layout.bytes);
      CodecGenerator.call(code, "getBits", LONG, BYTES, INT, LONG, INT);
    }
    if (layout.isBounded()) {
      code.push(layout.lowest).push(layout.highest);
      CodecGenerator.call(code, "within", LONG, LONG, LONG, LONG);
    }
    code.fromLong(type);
  }

  private void readObject(ClassFile.Code code) {
    if (!isStraight()) {
      code.constant(layout, PartLayout.class);
      CodecGenerator.call(code, "getObject", Object.class, BYTES, INT, INT, PartLayout.class);
    } else if (type == Instant.class) {
      code.push(flip()).push(((TimestampType) layout.type).unitsPerSecond());
      CodecGenerator.call(code, "getInstant", type, BYTES, INT, INT, LONG, LONG);
    } else if (isNumber()) {
      code.push(flip());
      String name = type == LocalDate.class ? "getDate" : "get" + type.getSimpleName();
      CodecGenerator.call(code, name, type, BYTES, INT, INT, LONG);
    } else {
      code.push(layout.mask);
      String name =
          layout.carrier == Carrier.FIXED_TEXT
              ? "getPadded"
              : type == String.class ? "getText" : type == UUID.class ? "getUuid" : "getBlob";
      CodecGenerator.call(code, name, type, BYTES, INT, INT, INT);
    }
  }
}
