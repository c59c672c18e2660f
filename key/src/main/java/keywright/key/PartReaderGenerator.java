package keywright.key;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodType;

/**
 * Writes a {@link PartReader} for one part of a key, as a hidden class. As in the classes of {@link
 * CodecGenerator}, widths, masks and flips are constants:
 *
 * <pre>{@code
 * at = endOfText(bytes, 0, length(bytes), 0);
 * return get8(bytes, at + 4, 0x7fffffffffffffff);
 * }</pre>
 *
 * <p>Only the methods for whole numbers and timestamps that fill 4 or 8 bytes are written. All
 * others, and every key that is malformed before the part ends, are left to the superclass.
 */
final class PartReaderGenerator {
  private static final Class<?> BYTES = byte[].class;
  private static final Class<?> INT = int.class;

  private final PartLayout[] layouts;
  private final int index;
  private final ClassFile file =
      new ClassFile(ClassFile.internal(PartReader.class) + "Of", PartReader.class);

  private PartReaderGenerator(KeySchema schema, int index) {
    this.layouts = schema.layouts();
    this.index = index;
  }

  /** Whether there is anything to write. */
  static boolean takes(KeySchema schema, int index) {
    PartLayout[] layouts = schema.layouts();
    for (int i = 0; i < index; i++) {
      if (layouts[i].bytes < 0 && !RecordStep.isEscaped(layouts[i])) {
        return false;
      }
    }
    Carrier carrier = layouts[index].carrier;
    return layouts[index].full > 0 && (carrier == Carrier.WHOLE || carrier == Carrier.TIMESTAMP);
  }

  /**
   * The reader.
   *
   * @throws ReflectiveOperationException or an error of the virtual machine where classes cannot be
   *     made, as in a native image
   */
  static PartReader generate(KeySchema schema, int index) throws ReflectiveOperationException {
    PartReaderGenerator generator = new PartReaderGenerator(schema, index);
    PartLayout part = generator.layouts[index];
    generator.file.constructor(KeySchema.class, INT);
    if (part.carrier == Carrier.TIMESTAMP) {
      generator.getter("getTimestamp", long.class);
    } else {
      generator.getter("getLong", long.class);
      if (part.full == Integer.BYTES) {
        generator.getter("getInt", INT);
      }
    }
    return (PartReader)
        generator.file.define(methodType(void.class, KeySchema.class, INT), schema, index);
  }

  private void getter(String name, Class<?> result) {
    MethodType type = methodType(result, BYTES);
    ClassFile.Code code = file.new Code(2);
    int to = code.local(INT);
    int at = code.local(INT);
    code.load(BYTES, 1);
    code.call(RecordCall.LENGTH);
    code.store(INT, to).push(0).store(INT, at);
    for (int i = 0; i < index; i++) {
      if (layouts[i].isFixed()) {
        code.increase(at, layouts[i].bytes);
      } else {
        code.load(BYTES, 1).load(INT, at).load(INT, to);
        RecordStep.end(code, layouts[i]);
        code.store(INT, at);
      }
    }
    PartLayout part = layouts[index];
    code.load(INT, at).load(INT, to).push(part.full);
    code.call(RecordCall.NEED);
    code.load(BYTES, 1).load(INT, at).push(part.flip);
    code.call(RecordCall.getOf(part.full));
    if (result == INT) {
      code.fromLong(INT);
    }
    code.end(result);
    String straight = name + "Straight";
    file.method(straight, type, code);
    file.guarded(name, type, straight, name);
  }
}
