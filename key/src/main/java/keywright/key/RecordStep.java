package keywright.key;

import java.time.Instant;
import java.time.LocalDate;

/**
 * How one part meets its component: which steps of {@link RecordBytes} write and read it, and their
 * constants.
 */
final class RecordStep {
  final PartLayout layout;

  /** The index of the component in the record. */
  final int component;

  private final Class<?> type;

  /** {@code type} is the class of the component. */
  RecordStep(PartLayout layout, int component, Class<?> type) {
    this.layout = layout;
    this.component = component;
    this.type = type;
  }

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
    boolean isInt = type == int.class || type == Integer.class;
    int bits = type == byte.class ? 8 : type == short.class ? 16 : isInt ? 32 : 64;
    return layout.lowest > Long.MIN_VALUE >> (64 - bits)
        || layout.highest < Long.MAX_VALUE >> (64 - bits);
  }

  /** Whether the body is escaped and terminated. */
  boolean isEscaped() {
    return layout.carrier == Carrier.TEXT || layout.carrier == Carrier.BLOB;
  }

  /** Whether there are steps for this class; it goes through boxed ones otherwise. */
  boolean isStraight() {
    return isPrimitive()
        || isEscaped()
        || layout.carrier == Carrier.UUID
        || layout.type instanceof CharType
        || (type == Instant.class && layout.lowest == Long.MIN_VALUE)
        || type == LocalDate.class
        || (isNumber() && type == Long.class && layout.bytes == 8)
        || (isNumber() && type == Integer.class && layout.bytes == 4);
  }

  /** The class that the value has on the stack. */
  Class<?> stackClass() {
    return isStraight() ? type : Object.class;
  }

  /** Leaves the offset after the body on the stack, instead of bytes, offset and value. */
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
        CodecGenerator.call(code, "within");
      }
      code.push(flip());
      if (Integer.bitCount(layout.bytes) == 1) {
        CodecGenerator.call(code, "put" + layout.bytes);
      } else {
        code.push(layout.bytes);
        CodecGenerator.call(code, "putBits");
      }
    } else {
      code.push(layout.mask);
      CodecGenerator.call(code, layout.carrier.put());
    }
  }

  private void writeObject(ClassFile.Code code) {
    if (!isStraight()) {
      code.constant(layout, PartLayout.class);
      CodecGenerator.call(code, "putObject");
    } else if (type == Instant.class) {
      code.push(flip()).push(((TimestampType) layout.type).unitsPerSecond());
      CodecGenerator.call(code, "putInstant");
    } else if (type == LocalDate.class) {
      code.push(flip());
      CodecGenerator.call(code, "putDate");
    } else if (isNumber()) {
      code.push(flip()).push(layout.bytes).push(layout.lowest).push(layout.highest);
      CodecGenerator.call(code, "putNumber");
    } else if (layout.carrier == Carrier.FIXED_TEXT) {
      code.push(layout.mask).push(layout.bytes);
      CodecGenerator.call(code, "putPadded");
    } else {
      code.push(layout.mask);
      CodecGenerator.call(code, layout.carrier.put());
    }
  }

  /**
   * Leaves the offset after the part on the stack, instead of the bytes, where it starts and the
   * limit.
   */
  void end(ClassFile.Code code) {
    if (layout.bytes >= 0) {
      code.push(layout.nullMarker).push(layout.bytes);
      CodecGenerator.call(code, "endOfFixed");
    } else if (!isEscaped()) {
      code.constant(layout, PartLayout.class);
      CodecGenerator.call(code, "endOfObject");
    } else if (layout.nullable) {
      code.push(layout.nullMarker).push(layout.mask);
      CodecGenerator.call(code, "endOfNullableText");
    } else {
      code.push(layout.mask);
      CodecGenerator.call(code, "endOfText");
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
      CodecGenerator.call(code, layout.carrier.get());
      return;
    }
    code.push(flip());
    if (layout.bias != 0 && Integer.bitCount(layout.bytes) == 1) {
      CodecGenerator.call(code, "get" + layout.bytes);
    } else {
      code.push(layout.bytes);
      CodecGenerator.call(code, "getBits");
    }
    if (layout.isBounded()) {
      code.push(layout.lowest).push(layout.highest);
      CodecGenerator.call(code, "within");
    }
    code.fromLong(type);
  }

  private void readObject(ClassFile.Code code) {
    if (!isStraight()) {
      code.constant(layout, PartLayout.class);
      CodecGenerator.call(code, "getObject");
    } else if (type == Instant.class) {
      code.push(flip()).push(((TimestampType) layout.type).unitsPerSecond());
      CodecGenerator.call(code, "getInstant");
    } else if (type == LocalDate.class) {
      code.push(flip());
      CodecGenerator.call(code, "getDate");
    } else if (isNumber()) {
      code.push(flip()).push(layout.lowest).push(layout.highest);
      CodecGenerator.call(code, "get" + type.getSimpleName());
    } else {
      code.push(layout.mask);
      boolean padded = layout.carrier == Carrier.FIXED_TEXT;
      CodecGenerator.call(code, padded ? "getPadded" : layout.carrier.get());
    }
  }
}
