package keywright.key;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the file of a class that has no fields and whose methods run straight through: without
 * jumps there are no stack maps, but for the one of an exception handler. As laid out in chapter 4
 * of the Java Virtual Machine Specification.
 *
 * <p>{@link Code#constant} loads an object that the class was defined with ({@code
 * MethodHandles.classDataAt}): a constant to the compiler, as if it were in a {@code static final}
 * field.
 */
final class ClassFile {
  private static final int JAVA_11 = 55;
  private static final int ACC_FINAL_SUPER_SYNTHETIC = 0x1030;
  private static final String BOOTSTRAP =
      "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)"
          + "Ljava/lang/Object;";

  private static final int INT = 3;
  private static final int LONG = 5;

  /** Entries of the constant pool by their bytes; the value is the index. */
  private final Map<String, Integer> pool = new HashMap<>();

  private final KeyWriter poolBytes = new KeyWriter();
  private int poolCount = 1;

  /** The arguments of the bootstraps: element i has number i. */
  private final List<Integer> bootstraps = new ArrayList<>();

  private final List<Object> data = new ArrayList<>();
  private final KeyWriter methods = new KeyWriter();
  private int methodCount;
  private final int thisClass;
  private final int superClass;

  ClassFile(String name, Class<?> superClass) {
    this.thisClass = type(name);
    this.superClass = type(internal(superClass));
  }

  static String internal(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  /** The index of the constant that {@code bytes} are, of which the pool has one. */
  private int entry(KeyWriter bytes) {
    byte[] entry = bytes.toBytes();
    Integer known = pool.putIfAbsent(new String(entry, StandardCharsets.ISO_8859_1), poolCount);
    if (known != null) {
      return known;
    }
    int index = poolCount;
    poolBytes.put(entry);
    poolCount += entry[0] == LONG ? 2 : 1;
    return index;
  }

  private int entry(int tag, long value, int count) {
    KeyWriter bytes = new KeyWriter(1 + count);
    bytes.put(tag);
    bytes.putBits(value, count);
    return entry(bytes);
  }

  /** A name or a descriptor, which are ASCII here. */
  private int utf(String text) {
    KeyWriter bytes = new KeyWriter();
    bytes.put(1);
    bytes.putBits(text.length(), 2);
    bytes.put(text.getBytes(StandardCharsets.US_ASCII));
    return entry(bytes);
  }

  private int type(String name) {
    return entry(7, utf(name), 2);
  }

  private int nameAndType(String name, String descriptor) {
    return entry(12, pair(utf(name), utf(descriptor)), 4);
  }

  private static long pair(int high, int low) {
    return (long) high << 16 | low;
  }

  private int method(int type, String name, String descriptor) {
    return entry(10, pair(type, nameAndType(name, descriptor)), 4);
  }

  /** Element {@code index} of the class data. */
  private int dynamic(int index, Class<?> type) {
    bootstraps.add(entry(INT, index, 4));
    return entry(17, pair(index, nameAndType("_", type.descriptorString())), 4);
  }

  /** The instructions of one method, with room for {@code locals} slots. */
  final class Code {
    private final KeyWriter code = new KeyWriter();
    private int locals;

    Code(int locals) {
      this.locals = locals;
    }

    /** Slots for a new local variable. */
    int local(Class<?> type) {
      int slot = locals;
      locals += slots(type);
      return slot;
    }

    private static int slots(Class<?> type) {
      return type == long.class || type == double.class ? 2 : 1;
    }

    /** The place of {@code type} in each family of instructions: int, long, float, double, a. */
    private static int family(Class<?> type) {
      return type == long.class
          ? 1
          : type == float.class ? 2 : type == double.class ? 3 : type.isPrimitive() ? 0 : 4;
    }

    private Code add(int instruction) {
      code.put(instruction);
      return this;
    }

    private Code add(int instruction, int operand) {
      code.put(instruction);
      code.putBits(operand, 2);
      return this;
    }

    private Code access(int instruction, int slot) {
      if (slot > 0xFF) {
        return add(0xC4).add(instruction, slot); // wide
      }
      code.put(instruction);
      code.put(slot);
      return this;
    }

    /** Loads this object and the parameters of a method, none of which is wide. */
    Code loadAll(MethodType type) {
      load(Object.class, 0);
      for (int i = 0; i < type.parameterCount(); i++) {
        load(type.parameterType(i), i + 1);
      }
      return this;
    }

    Code load(Class<?> type, int slot) {
      return access(0x15 + family(type), slot);
    }

    Code store(Class<?> type, int slot) {
      return access(0x36 + family(type), slot);
    }

    /** Adds {@code count} to an int. */
    Code increase(int slot, int count) {
      return load(int.class, slot).push(count).add(0x60).store(int.class, slot); // iadd
    }

    Code push(int value) {
      return add(0x13, entry(INT, value, 4)); // ldc_w
    }

    Code push(long value) {
      return add(0x14, entry(LONG, value, 8)); // ldc2_w
    }

    /** An object that the class is defined with. */
    Code constant(Object value, Class<?> type) {
      data.add(value);
      return add(0x13, dynamic(data.size() - 1, type)); // ldc_w
    }

    /** From int to long, where the number is not one already. */
    Code toLong(Class<?> from) {
      return from == long.class ? this : add(0x85); // i2l
    }

    Code fromLong(Class<?> to) {
      if (to != long.class) {
        add(0x88); // l2i
      }
      return to == byte.class ? add(0x91) : to == short.class ? add(0x93) : this; // i2b, i2s
    }

    Code call(RecordCall step) {
      return call(0xB8, type(internal(RecordBytes.class)), step.method(), step.type());
    }

    Code callVirtual(Class<?> owner, String name, MethodType type) {
      return call(0xB6, type(internal(owner)), name, type);
    }

    /** Calls a constructor or a method of the superclass. */
    Code callSuper(String name, MethodType type) {
      return call(0xB7, superClass, name, type);
    }

    /** Calls a method of the class that is written. */
    Code callOwn(String name, MethodType type) {
      return call(0xB6, thisClass, name, type);
    }

    private Code call(int instruction, int owner, String name, MethodType type) {
      return add(instruction, method(owner, name, type.descriptorString()));
    }

    int length() {
      return code.length();
    }

    /** Returns a value of {@code type}; void for none. */
    void end(Class<?> type) {
      add(type == void.class ? 0xB1 : 0xAC + family(type));
    }
  }

  /** The constructor, which passes its parameters on to that of the superclass. */
  void constructor(Class<?>... parameters) {
    MethodType type = MethodType.methodType(void.class, parameters);
    Code code = new Code(1 + type.parameterCount());
    code.loadAll(type).callSuper("<init>", type).end(void.class);
    method("<init>", type, code);
  }

  void method(String name, MethodType type, Code code) {
    method(name, type, code, new byte[4]);
  }

  /**
   * A method that returns what {@code straight} returns, or if that throws what {@code otherwise}
   * of the superclass does; of up to three parameters. Each class has its own, so that a caller who
   * knows the class sees no other's code in it.
   */
  void guarded(String name, MethodType type, String straight, String otherwise) {
    Code code = new Code(5);
    code.loadAll(type).callOwn(straight, type).end(type.returnType());
    int handler = code.length();
    code.store(Object.class, 4);
    code.loadAll(type).callSuper(otherwise, type).end(type.returnType());
    method(name, type, code, handler, RuntimeException.class);
  }

  /**
   * A method whose code from {@code handler} on is where exceptions of class {@code caught} before
   * it lead; they find the parameters in their places and themselves on the stack. That is one
   * jump, and the one stack map frame that it needs says so.
   */
  private void method(String name, MethodType type, Code code, int handler, Class<?> caught) {
    int exception = type(internal(caught));
    KeyWriter frame = new KeyWriter();
    frame.put(255);
    u2(frame, handler, 1 + type.parameterCount());
    frameObject(frame, thisClass);
    for (Class<?> parameter : type.parameterList()) {
      if (parameter == int.class) {
        frame.put(1);
      } else {
        String descriptor = parameter.descriptorString();
        frameObject(frame, type(parameter.isArray() ? descriptor : internal(parameter)));
      }
    }
    u2(frame, 1);
    frameObject(frame, exception);
    KeyWriter tail = new KeyWriter();
    u2(tail, 1, 0, handler, handler, exception, 1, utf("StackMapTable"));
    tail.putBits(2 + frame.length(), 4);
    u2(tail, 1);
    tail.put(frame.toBytes());
    method(name, type, code, tail.toBytes());
  }

  private static void frameObject(KeyWriter frame, int type) {
    frame.put(7);
    u2(frame, type);
  }

  private static void u2(KeyWriter out, int... values) {
    for (int value : values) {
      out.putBits(value, 2);
    }
  }

  /** {@code tail} is what follows the instructions: exceptions and attributes. */
  private void method(String name, MethodType type, Code code, byte[] tail) {
    int stack = 16 + 2 * code.locals; // At most the locals are loaded at once, for a constructor.
    int length = code.length();
    u2(methods, 1, utf(name), utf(type.descriptorString()), 1, utf("Code"));
    methods.putBits(8 + length + tail.length, 4);
    u2(methods, stack, code.locals);
    methods.putBits(length, 4);
    methods.put(code.code.toBytes());
    methods.put(tail);
    methodCount++;
  }

  /**
   * Defines the class, as a hidden one, and makes an object of it.
   *
   * @throws ReflectiveOperationException or an error of the virtual machine where classes cannot be
   *     made
   */
  Object define(MethodType constructor, Object... arguments) throws ReflectiveOperationException {
    return MethodHandles.lookup()
        .defineHiddenClassWithClassData(toBytes(), data, true)
        .lookupClass()
        .getDeclaredConstructor(constructor.parameterArray())
        .newInstance(arguments);
  }

  /** Makes an object of a class that it defines. */
  interface Maker<T> {
    T make() throws ReflectiveOperationException;
  }

  /** What {@code maker} makes; {@code otherwise} where classes cannot be made. */
  static <T> T madeOr(T otherwise, Maker<? extends T> maker) {
    try {
      return maker.make();
    } catch (VirtualMachineError e) {
      throw e;
    } catch (ReflectiveOperationException | UnsupportedOperationException | Error e) {
      return otherwise; // A native image cannot make classes, and says so in an error of its own.
    }
  }

  private byte[] toBytes() {
    int owner = type(internal(MethodHandles.class));
    int handle = entry(15, 6 << 16 | method(owner, "classDataAt", BOOTSTRAP), 3);
    int attribute = utf("BootstrapMethods");
    KeyWriter file = new KeyWriter();
    file.putBits(0xCAFEBABE, 4);
    u2(file, 0, JAVA_11, poolCount);
    file.put(poolBytes.toBytes());
    u2(file, ACC_FINAL_SUPER_SYNTHETIC, thisClass, superClass, 0, 0, methodCount);
    file.put(methods.toBytes());
    u2(file, 1, attribute);
    file.putBits(2 + 6 * bootstraps.size(), 4);
    u2(file, bootstraps.size());
    for (int index : bootstraps) {
      u2(file, handle, 1, index);
    }
    return file.toBytes();
  }
}
