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
    return isEscaped(layout);
  }

  static boolean isEscaped(PartLayout layout) {
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
        code.call(RecordCall.WITHIN);
      }
      code.push(flip());
      if (Integer.bitCount(layout.bytes) == 1) {
        code.call(RecordCall.putOf(layout.bytes));
      } else {
        code.push(layout.bytes);
        code.call(RecordCall.PUT_BITS);
      }
    } else {
      code.push(layout.mask);
      code.call(RecordCall.putOf(layout.carrier));
    }
  }

  private void writeObject(ClassFile.Code code) {
    if (!isStraight()) {
      code.constant(layout, PartLayout.class);
      code.call(RecordCall.PUT_OBJECT);
    } else if (type == Instant.class) {
      code.push(flip()).push(((TimestampType) layout.type).unitsPerSecond());
      code.call(RecordCall.PUT_INSTANT);
    } else if (type == LocalDate.class) {
      code.push(flip());
      code.call(RecordCall.PUT_DATE);
    } else if (isNumber()) {
      code.push(flip()).push(layout.bytes).push(layout.lowest).push(layout.highest);
      code.call(RecordCall.PUT_NUMBER);
    } else if (layout.carrier == Carrier.FIXED_TEXT) {
      code.push(layout.mask).push(layout.bytes);
      code.call(RecordCall.PUT_PADDED);
    } else {
      code.push(layout.mask);
      code.call(RecordCall.putOf(layout.carrier));
    }
  }

  /**
   * Leaves the offset after the part on the stack, instead of the bytes, where it starts and the
   * limit.
   */
  static void end(ClassFile.Code code, PartLayout layout) {
    if (layout.bytes >= 0) {
      code.push(layout.nullMarker).push(layout.bytes);
      code.call(RecordCall.END_OF_FIXED);
    } else if (!isEscaped(layout)) {
      code.constant(layout, PartLayout.class);
      code.call(RecordCall.END_OF_OBJECT);
    } else if (layout.nullable) {
      code.push(layout.nullMarker).push(layout.mask);
      code.call(RecordCall.END_OF_NULLABLE_TEXT);
    } else {
      code.push(layout.mask);
      code.call(RecordCall.END_OF_TEXT);
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
      code.call(RecordCall.getOf(layout.carrier));
      return;
    }
    code.push(flip());
    if (layout.bias != 0 && Integer.bitCount(layout.bytes) == 1) {
      code.call(RecordCall.getOf(layout.bytes));
    } else {
      code.push(layout.bytes);
      code.call(RecordCall.GET_BITS);
    }
    if (layout.isBounded()) {
      code.push(layout.lowest).push(layout.highest);
      code.call(RecordCall.WITHIN);
    }
    code.fromLong(type);
  }

  private void readObject(ClassFile.Code code) {
    if (!isStraight()) {
      code.constant(layout, PartLayout.class);
      code.call(RecordCall.GET_OBJECT);
    } else if (type == Instant.class) {
      code.push(flip()).push(((TimestampType) layout.type).unitsPerSecond());
      code.call(RecordCall.GET_INSTANT);
    } else if (type == LocalDate.class) {
      code.push(flip());
      code.call(RecordCall.GET_DATE);
    } else if (isNumber()) {
      code.push(flip()).push(layout.lowest).push(layout.highest);
      code.call(type == Long.class ? RecordCall.GET_LONG : RecordCall.GET_INTEGER);
    } else {
      code.push(layout.mask);
      code.call(RecordCall.getOf(layout.carrier));
    }
  }
}
