package keywright.key;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes a {@link GeneratedCodec} for one key and one record class, as a hidden class.
 *
 * <p>Its methods are rows of calls to {@link RecordBytes}, one or two for each part, with what the
 * declaration fixes (widths, flips, masks, markers) as constants:
 *
 * <pre>{@code
 * at = putText(bytes, at, tenant(record), 0);
 * at = put8(bytes, at, ts(record), 0x7fffffffffffffff);
 * }</pre>
 *
 * The accessors and the constructor are method handles in the class data, so that neither private
 * records nor modules stand in the way, and the compiler sees through them.
 */
final class CodecGenerator {
  private static final Class<?> BYTES = byte[].class;
  private static final Class<?> INT = int.class;
  private static final Class<?> LONG = long.class;
  private static final MethodType SIZE = methodType(INT, Record.class);
  private static final MethodType MAKE = methodType(BYTES, Record.class);
  private static final MethodType WRITE = methodType(INT, Record.class, BYTES, INT);
  private static final MethodType READ = methodType(Record.class, BYTES, INT, INT);

  private final RecordShape shape;
  private final KeySchema schema;
  private final PartLayout[] layouts;
  private final ClassFile file =
      new ClassFile(ClassFile.internal(GeneratedCodec.class) + "Of", GeneratedCodec.class);

  private CodecGenerator(RecordShape shape) {
    this.shape = shape;
    this.schema = shape.schema();
    this.layouts = schema.layouts();
  }

  /**
   * The codec.
   *
   * @throws ReflectiveOperationException or an error of the virtual machine where classes cannot be
   *     made, as in a native image
   */
  static <R extends Record> KeyCodec<R> generate(RecordShape shape, BoxedCodec<R> boxed)
      throws ReflectiveOperationException {
    CodecGenerator generator = new CodecGenerator(shape);
    generator.file.constructor(BoxedCodec.class);
    generator.size();
    generator.write();
    generator.make();
    generator.read();
    generator.file.guarded("encode", MAKE, "make", "refuseRecord");
    generator.file.guarded("encode", WRITE, "write", "refuseRecord");
    generator.file.guarded("decode", READ, "read", "refuseBytes");
    @SuppressWarnings("unchecked") // It was generated for R.
    KeyCodec<R> codec =
        (KeyCodec<R>) generator.file.define(methodType(void.class, BoxedCodec.class), boxed);
    return codec;
  }

  /** The step of a part that is a column; null for one that is computed. */
  private @Nullable RecordStep step(int part) {
    if (!(schema.expressions().get(part) instanceof ColumnReference column)) {
      return null;
    }
    int component = shape.indexOf(column.index());
    return new RecordStep(layouts[part], component, shape.components().get(component).type());
  }

  /** The first part that is the column {@code index} as it is, or -1. */
  private int partOf(int index) {
    for (int i = 0; i < layouts.length; i++) {
      if (schema.expressions().get(i) instanceof ColumnReference c && c.index() == index) {
        return i;
      }
    }
    return -1;
  }

  /** The bucket in {@code part}, when all its columns are parts of their own; else null. */
  private @Nullable Bucket bucket(int part) {
    if (!(schema.expressions().get(part) instanceof Bucket bucket)) {
      return null;
    }
    for (ColumnReference input : bucket.inputs()) {
      if (partOf(input.index()) < 0) {
        return null;
      }
    }
    return bucket;
  }

  /** Leaves the component's value on the stack. */
  private void component(ClassFile.Code code, int record, RecordStep step) {
    MethodType type = methodType(step.stackClass(), Record.class);
    MethodHandle accessor = shape.components().get(step.component).accessor().asType(type);
    code.constant(accessor, MethodHandle.class).load(Record.class, record);
    code.callVirtual(MethodHandle.class, "invokeExact", type);
  }

  private void size() {
    ClassFile.Code code = file.new Code(2);
    int fixed = 0;
    for (PartLayout layout : layouts) {
      fixed += (layout.nullable ? 1 : 0) + (layout.nullable ? 0 : Math.max(layout.bytes, 0));
    }
    code.push(fixed);
    for (int i = 0; i < layouts.length; i++) {
      PartLayout layout = layouts[i];
      RecordStep step = step(i);
      if (layout.bytes >= 0 && !layout.nullable) {
        continue;
      }
      if (step == null) {
        code.push(Math.max(layout.bytes, 16));
        code.call(RecordCall.ADD);
        continue;
      }
      component(code, 1, step);
      if (step.isEscaped()) {
        boolean text = layout.carrier == Carrier.TEXT;
        code.call(text ? RecordCall.SIZE_OF_TEXT : RecordCall.SIZE_OF_BLOB);
      } else {
        code.push(layout.bytes >= 0 ? layout.bytes : 16);
        code.call(RecordCall.SIZE);
      }
    }
    if (!isFixed()) {
      code.load(Object.class, 0).callVirtual(GeneratedCodec.class, "slack", methodType(INT));
      code.call(RecordCall.ADD);
    }
    code.end(INT);
    file.method("size", SIZE, code);
  }

  /** {@code byte[] make(Record record)}. */
  private void make() {
    ClassFile.Code code = file.new Code(2);
    int made = code.local(BYTES);
    code.load(Object.class, 0).load(Record.class, 1).callOwn("size", SIZE);
    code.call(RecordCall.ARRAY);
    code.store(BYTES, made).load(BYTES, made);
    code.load(Object.class, 0).load(Record.class, 1).load(BYTES, made).push(0);
    code.callOwn("write", WRITE);
    code.call(RecordCall.FIRST_OF);
    code.end(BYTES);
    file.method("make", MAKE, code);
  }

  /** {@code int write(Record record, byte[] bytes, int at)}. */
  private void write() {
    ClassFile.Code code = file.new Code(4);
    code.load(BYTES, 2).load(INT, 3).push(shortest());
    code.call(RecordCall.ROOM);
    int[] starts = new int[layouts.length + 1];
    for (int i = 0; i < layouts.length; i++) {
      starts[i] = mark(code, 3);
      RecordStep step = step(i);
      if (step != null) {
        write(code, step);
      } else if (bucket(i) != null) {
        code.increase(3, layouts[i].bytes);
      } else {
        code.load(BYTES, 2).load(INT, 3).load(Record.class, 1).load(Object.class, 0).push(i);
        code.call(RecordCall.PUT_COMPUTED);
        code.store(INT, 3);
      }
    }
    starts[layouts.length] = mark(code, 3);
    for (int i = 0; i < layouts.length; i++) {
      Bucket bucket = bucket(i);
      if (bucket != null) {
        int value = bucketOf(code, bucket, 2, starts);
        code.load(BYTES, 2).load(INT, starts[i]).load(LONG, value);
        code.push((long) layouts[i].mask).push(layouts[i].bytes);
        code.call(RecordCall.PUT_BITS);
        code.store(INT, starts[i]);
      }
    }
    code.load(INT, 3).end(INT);
    file.method("write", WRITE, code);
  }

  /** The bytes that every key has. */
  private int shortest() {
    int sum = 0;
    for (PartLayout layout : layouts) {
      sum += layout.nullable ? 1 : Math.max(layout.bytes, 1);
    }
    return sum;
  }

  /** Keeps where a part starts, if a bucket asks for it. */
  private int mark(ClassFile.Code code, int at) {
    int start = code.local(INT);
    for (int i = 0; i < layouts.length; i++) {
      if (bucket(i) != null) {
        code.load(INT, at).store(INT, start);
        break;
      }
    }
    return start;
  }

  /** Computes a bucket from the parts in {@code bytes}; its number is in the local returned. */
  private int bucketOf(ClassFile.Code code, Bucket bucket, int bytes, int[] starts) {
    int scratch = code.local(BYTES);
    int length = code.local(INT);
    int value = code.local(LONG);
    code.load(INT, starts[0]).load(INT, starts[layouts.length]);
    code.call(RecordCall.SCRATCH);
    code.store(BYTES, scratch).push(0).store(INT, length);
    for (ColumnReference input : bucket.inputs()) {
      int part = partOf(input.index());
      code.load(BYTES, scratch).load(INT, length).load(BYTES, bytes);
      code.load(INT, starts[part]).load(INT, starts[part + 1]);
      code.constant(layouts[part], PartLayout.class);
      code.call(RecordCall.GATHER);
      code.store(INT, length);
    }
    code.load(BYTES, scratch).load(INT, length).push((int) bucket.cardinality());
    code.call(RecordCall.BUCKET);
    code.store(LONG, value);
    return value;
  }

  private void write(ClassFile.Code code, RecordStep step) {
    PartLayout layout = step.layout;
    if (step.isPrimitive()) {
      code.load(BYTES, 2).load(INT, 3);
      component(code, 1, step);
      step.write(code);
      code.store(INT, 3);
      return;
    }
    int value = code.local(step.stackClass());
    component(code, 1, step);
    code.store(Object.class, value);
    if (layout.nullable) {
      code.load(BYTES, 2).load(INT, 3).load(Object.class, value).push(layout.nullMarker);
      code.call(RecordCall.MARKER);
      code.store(INT, 3);
    } else {
      code.load(Object.class, value);
      code.call(RecordCall.REQUIRED);
    }
    code.load(BYTES, 2).load(INT, 3).load(Object.class, value);
    step.write(code);
    code.store(INT, 3);
  }

  /** Whether every part is a component or a bucket of such, so that it is read straight through. */
  private boolean isReadable() {
    for (int i = 0; i < layouts.length; i++) {
      boolean isFirst =
          schema.expressions().get(i) instanceof ColumnReference c && partOf(c.index()) == i;
      if (!isFirst && bucket(i) == null) {
        return false;
      }
    }
    for (RecordShape.Component component : shape.components()) {
      if (partOf(component.column()) < 0) {
        return false;
      }
    }
    return true;
  }

  /** {@code Record read(byte[] bytes, int at, int to)}. */
  private void read() {
    ClassFile.Code code = file.new Code(4);
    if (!isReadable()) {
      code.load(Object.class, 0).load(BYTES, 1).load(INT, 2).load(INT, 3);
      code.callVirtual(GeneratedCodec.class, "readBoxed", READ).end(Object.class);
      file.method("read", READ, code);
      return;
    }
    code.load(BYTES, 1).load(INT, 2).load(INT, 3);
    code.call(RecordCall.RANGE);
    int end = code.local(INT);
    int[] values = new int[shape.components().size()];
    Class<?>[] classes = new Class<?>[values.length];
    int[] starts = new int[layouts.length + 1];
    for (int i = 0; i < layouts.length; i++) {
      starts[i] = mark(code, 2);
      need(code, i);
      RecordStep step = step(i);
      if (step == null) {
        code.increase(2, layouts[i].bytes);
      } else {
        classes[step.component] = step.stackClass();
        values[step.component] = code.local(step.stackClass());
        read(code, step, end);
        code.store(step.stackClass(), values[step.component]);
        code.load(INT, end).store(INT, 2);
      }
    }
    starts[layouts.length] = mark(code, 2);
    code.load(INT, 2).load(INT, 3);
    code.call(RecordCall.SAME);
    checkBuckets(code, starts);
    MethodType constructor = methodType(Record.class, classes);
    code.constant(shape.constructor().asType(constructor), MethodHandle.class);
    for (int i = 0; i < values.length; i++) {
      code.load(classes[i], values[i]);
    }
    code.callVirtual(MethodHandle.class, "invokeExact", constructor).end(Object.class);
    file.method("read", READ, code);
  }

  /** Whether every key has as many bytes. */
  private boolean isFixed() {
    return Arrays.stream(layouts).allMatch(PartLayout::isFixed);
  }

  /** One check of the length for each run of parts of fixed width. */
  private void need(ClassFile.Code code, int part) {
    if (!layouts[part].isFixed() || (part > 0 && layouts[part - 1].isFixed())) {
      return;
    }
    int sum = 0;
    for (int i = part; i < layouts.length && layouts[i].isFixed(); i++) {
      sum += layouts[i].bytes;
    }
    code.load(INT, 2).load(INT, 3).push(sum);
    code.call(RecordCall.NEED);
  }

  private void checkBuckets(ClassFile.Code code, int[] starts) {
    for (int i = 0; i < layouts.length; i++) {
      Bucket bucket = bucket(i);
      if (bucket != null) {
        int value = bucketOf(code, bucket, 1, starts);
        code.load(BYTES, 1).load(INT, starts[i]).push((long) layouts[i].mask);
        code.push(layouts[i].bytes);
        code.call(RecordCall.GET_BITS);
        code.load(LONG, value).load(LONG, value);
        code.call(RecordCall.WITHIN);
        code.store(LONG, value);
      }
    }
  }

  /** Leaves the value on the stack, and where the part ends in the local {@code end}. */
  private void read(ClassFile.Code code, RecordStep step, int end) {
    PartLayout layout = step.layout;
    if (layout.isFixed()) {
      code.load(INT, 2).store(INT, end).increase(end, layout.bytes);
    } else {
      code.load(BYTES, 1).load(INT, 2).load(INT, 3);
      RecordStep.end(code, layout);
      code.store(INT, end);
    }
    if (layout.nullable) {
      code.increase(2, 1);
    }
    code.load(BYTES, 1).load(INT, 2);
    if (step.isPrimitive()) {
      step.read(code);
    } else {
      code.load(INT, end);
      step.read(code);
    }
  }
}
