package keywright.key;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

  /** Entries of the constant pool by their bytes; the value is the index. */
  private final Map<String, Integer> pool = new LinkedHashMap<>();

  private final Bytes poolBytes = new Bytes();
  private int poolCount = 1;
  private final Map<Integer, Integer> bootstraps = new LinkedHashMap<>();
  private final List<Object> data = new ArrayList<>();
  private final Bytes methods = new Bytes();
  private int methodCount;
  private final int thisClass;
  private final int superClass;

  ClassFile(String name, Class<?> superClass) {
    this.thisClass = type(name);
    this.superClass = type(internal(superClass));
  }

  /** Bytes in a row; nothing can fail in memory. */
  static final class Bytes {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);

    Bytes u1(int value) {
      bytes.write(value);
      return this;
    }

    Bytes u2(int value) {
      return u1(value >> 8).u1(value);
    }

    Bytes u4(int value) {
      return u2(value >> 16).u2(value);
    }

    Bytes utf(String text) {
      try {
        out.writeUTF(text);
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    Bytes all(Bytes more) {
      bytes.writeBytes(more.toArray());
      return this;
    }

    int size() {
      return bytes.size();
    }

    byte[] toArray() {
      return bytes.toByteArray();
    }
  }

  static String internal(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  private int entry(String key, int slots, Bytes bytes) {
    Integer index = pool.get(key);
    if (index == null) {
      index = poolCount;
      pool.put(key, index);
      poolCount += slots;
      poolBytes.all(bytes);
    }
    return index;
  }

  private int utf(String text) {
    return entry("utf " + text, 1, new Bytes().u1(1).utf(text));
  }

  private int type(String name) {
    int utf = utf(name);
    return entry("class " + name, 1, new Bytes().u1(7).u2(utf));
  }

  private int nameAndType(String name, String descriptor) {
    int nameIndex = utf(name);
    int typeIndex = utf(descriptor);
    return entry(
        "name " + name + " " + descriptor, 1, new Bytes().u1(12).u2(nameIndex).u2(typeIndex));
  }

  private int method(Class<?> owner, String name, String descriptor) {
    return method(type(internal(owner)), name, descriptor);
  }

  private int method(int type, String name, String descriptor) {
    int nameAndType = nameAndType(name, descriptor);
    return entry(
        "method " + type + " " + nameAndType, 1, new Bytes().u1(10).u2(type).u2(nameAndType));
  }

  private int integer(int value) {
    return entry("int " + value, 1, new Bytes().u1(3).u4(value));
  }

  private int longer(long value) {
    return entry("long " + value, 2, new Bytes().u1(5).u4((int) (value >> 32)).u4((int) value));
  }

  /** Element {@code index} of the class data. */
  private int dynamic(int index, Class<?> type) {
    int bootstrap = bootstraps.computeIfAbsent(integer(index), i -> bootstraps.size());
    int nameAndType = nameAndType("_", type.descriptorString());
    return entry("data " + index, 1, new Bytes().u1(17).u2(bootstrap).u2(nameAndType));
  }

  /** The instructions of one method, with room for {@code locals} slots. */
  final class Code {
    private final Bytes code = new Bytes();
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

    private Code access(int instruction, int slot) {
      if (slot > 0xFF) {
        code.u1(0xC4).u1(instruction).u2(slot); // wide
      } else {
        code.u1(instruction).u1(slot);
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
      load(int.class, slot).push(count);
      code.u1(0x60); // iadd
      return store(int.class, slot);
    }

    Code push(int value) {
      code.u1(0x13).u2(integer(value)); // ldc_w
      return this;
    }

    Code push(long value) {
      code.u1(0x14).u2(longer(value)); // ldc2_w
      return this;
    }

    /** An object that the class is defined with. */
    Code constant(Object value, Class<?> type) {
      data.add(value);
      code.u1(0x13).u2(dynamic(data.size() - 1, type)); // ldc_w
      return this;
    }

    /** From int to long, where the number is not one already. */
    Code toLong(Class<?> from) {
      if (from != long.class) {
        code.u1(0x85); // i2l
      }
      return this;
    }

    Code fromLong(Class<?> to) {
      if (to != long.class) {
        code.u1(0x88); // l2i
      }
      if (to == byte.class || to == short.class) {
        code.u1(to == byte.class ? 0x91 : 0x93); // i2b, i2s
      }
      return this;
    }

    Code callStatic(Class<?> owner, String name, MethodType type) {
      code.u1(0xB8).u2(method(owner, name, type.descriptorString()));
      return this;
    }

    Code callVirtual(Class<?> owner, String name, MethodType type) {
      code.u1(0xB6).u2(method(owner, name, type.descriptorString()));
      return this;
    }

    Code callConstructor(Class<?> owner, MethodType type) {
      code.u1(0xB7).u2(method(owner, "<init>", type.descriptorString()));
      return this;
    }

    /** Calls a method of the class that is written. */
    Code callOwn(String name, MethodType type) {
      code.u1(0xB6).u2(method(thisClass, name, type.descriptorString()));
      return this;
    }

    int length() {
      return code.size();
    }

    /** Returns a value of {@code type}; void for none. */
    void end(Class<?> type) {
      code.u1(type == void.class ? 0xB1 : 0xAC + family(type));
    }
  }

  void method(String name, MethodType type, Code code) {
    method(name, type, code, new Bytes().u2(0).u2(0));
  }

  /**
   * A method whose code from {@code handler} on is where exceptions of class {@code caught} before
   * it lead; they find the parameters in their places and themselves on the stack. That is one
   * jump, and the one stack map frame that it needs says so.
   */
  void method(String name, MethodType type, Code code, int handler, Class<?> caught) {
    int exception = type(internal(caught));
    Bytes frame = new Bytes().u1(255).u2(handler).u2(1 + type.parameterCount());
    frame.u1(7).u2(thisClass);
    for (Class<?> parameter : type.parameterList()) {
      if (parameter == int.class) {
        frame.u1(1);
      } else {
        String descriptor = parameter.descriptorString();
        frame.u1(7).u2(type(parameter.isArray() ? descriptor : internal(parameter)));
      }
    }
    frame.u2(1).u1(7).u2(exception);
    Bytes tail = new Bytes().u2(1).u2(0).u2(handler).u2(handler).u2(exception);
    tail.u2(1).u2(utf("StackMapTable")).u4(2 + frame.size()).u2(1).all(frame);
    method(name, type, code, tail);
  }

  /** {@code tail} is what stands behind the instructions: exceptions and attributes. */
  private void method(String name, MethodType type, Code code, Bytes tail) {
    int stack = 16 + 2 * code.locals; // At most the locals are loaded at once, for a constructor.
    methods.u2(1).u2(utf(name)).u2(utf(type.descriptorString())).u2(1).u2(utf("Code"));
    methods.u4(8 + code.code.size() + tail.size()).u2(stack).u2(code.locals);
    methods.u4(code.code.size()).all(code.code).all(tail);
    methodCount++;
  }

  /** What the class is to be defined with. */
  List<Object> data() {
    return data;
  }

  byte[] toBytes() {
    int bootstrapMethod = method(java.lang.invoke.MethodHandles.class, "classDataAt", BOOTSTRAP);
    int handle = entry("bootstrap", 1, new Bytes().u1(15).u1(6).u2(bootstrapMethod));
    int attribute = utf("BootstrapMethods");
    Bytes file = new Bytes().u4(0xCAFEBABE).u2(0).u2(JAVA_11).u2(poolCount).all(poolBytes);
    file.u2(ACC_FINAL_SUPER_SYNTHETIC).u2(thisClass).u2(superClass).u2(0).u2(0);
    file.u2(methodCount).all(methods);
    file.u2(1).u2(attribute).u4(2 + 6 * bootstraps.size()).u2(bootstraps.size());
    bootstraps.keySet().forEach(index -> file.u2(handle).u2(1).u2(index));
    return file.toArray();
  }
}
