package keywright.key;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the components of a record class meet the columns of a key, checked once. */
final class RecordShape {

  /** One component: the column of its name, its class, and how it is read. */
  record Component(int column, Class<?> type, MethodHandle accessor) {}

  private final KeySchema schema;
  private final Class<?> recordClass;
  private final List<Component> components = new ArrayList<>();
  private final MethodHandle constructor;

  /** {@code lookup} is null for a record that anyone may use. */
  RecordShape(KeySchema schema, Class<? extends Record> recordClass, @Nullable Lookup lookup) {
    this.schema = schema;
    this.recordClass = recordClass;
    RecordComponent[] declared = recordClass.getRecordComponents();
    for (RecordComponent component : declared) {
      int column = column(component.getName());
      checkClass(component, schema.columns().get(column));
      components.add(new Component(column, component.getType(), accessor(component, lookup)));
    }
    List<String> missing = new ArrayList<>(schema.keyColumns());
    for (Component component : components) {
      missing.remove(schema.columns().get(component.column()).name());
    }
    if (!missing.isEmpty()) {
      throw misfit("found no component for key column " + String.join(", ", missing));
    }
    this.constructor = constructor(declared, lookup);
  }

  static <R extends Record> KeyCodec<R> codec(
      KeySchema schema, Class<R> recordClass, @Nullable Lookup lookup) {
    RecordShape shape = new RecordShape(schema, recordClass, lookup);
    BoxedCodec<R> boxed = new BoxedCodec<>(shape, recordClass);
    if (!(schema.codec() instanceof Kw1Codec)) {
      return boxed;
    }
    return ClassFile.madeOr(boxed, () -> CodecGenerator.generate(shape, boxed));
  }

  private KeyException misfit(String problem) {
    return KeyException.of("cannot use record " + recordClass.getSimpleName() + ": " + problem);
  }

  /** The column {@code paidAt} or {@code paid_at} of a component {@code paidAt}. */
  private int column(String component) {
    String words = component.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    int exact = schema.indexOf(component);
    int column = exact >= 0 ? exact : schema.indexOf(words);
    if (column < 0) {
      throw misfit(
          "component "
              + component
              + " is not a column, expected one of "
              + String.join(", ", Column.names(schema.columns())));
    }
    if (indexOf(column) >= 0) {
      throw misfit(
          "two components have the name of column "
              + schema.columns().get(column).name()
              + "; remove one of them");
    }
    return column;
  }

  private void checkClass(RecordComponent component, Column column) {
    Class<?> found = component.getType();
    Class<?> primitive = MethodType.methodType(column.type().valueClass()).unwrap().returnType();
    Class<?> number = numberClass(column.type().carrier());
    Class<?> boxed = MethodType.methodType(found).wrap().returnType();
    if (found.isPrimitive() && column.nullable()) {
      throw misfit(
          "component "
              + component.getName()
              + " is "
              + found.getSimpleName()
              + ", expected "
              + column.type().valueClass().getSimpleName()
              + " for "
              + column.type()
              + " NULL");
    }
    if (boxed != column.type().valueClass() && boxed != number) {
      Class<?> expected = column.nullable() ? column.type().valueClass() : primitive;
      throw misfit(
          "component "
              + component.getName()
              + " is "
              + found.getSimpleName()
              + ", expected "
              + expected.getSimpleName()
              + (number == null
                  ? ""
                  : " or " + MethodType.methodType(number).unwrap().returnType().getSimpleName())
              + " for "
              + column.type());
    }
  }

  /** What a component may be instead of the value class: the number that the carrier is. */
  private static @Nullable Class<?> numberClass(Carrier carrier) {
    return carrier == Carrier.TIMESTAMP
        ? Long.class
        : carrier == Carrier.DATE ? Integer.class : null;
  }

  private MethodHandle accessor(RecordComponent component, @Nullable Lookup lookup) {
    Method accessor = component.getAccessor();
    try {
      if (lookup != null) {
        return MethodHandles.privateLookupIn(recordClass, lookup).unreflect(accessor);
      }
      accessor.setAccessible(true);
      return MethodHandles.lookup().unreflect(accessor);
    } catch (IllegalAccessException | InaccessibleObjectException e) {
      throw inaccessible();
    }
  }

  private MethodHandle constructor(RecordComponent[] declared, @Nullable Lookup lookup) {
    Class<?>[] types = new Class<?>[declared.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = declared[i].getType();
    }
    try {
      Constructor<?> constructor = recordClass.getDeclaredConstructor(types);
      if (lookup != null) {
        return MethodHandles.privateLookupIn(recordClass, lookup).unreflectConstructor(constructor);
      }
      constructor.setAccessible(true);
      return MethodHandles.lookup().unreflectConstructor(constructor);
    } catch (IllegalAccessException | InaccessibleObjectException e) {
      throw inaccessible();
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("every record has its canonical constructor", e);
    }
  }

  private KeyException inaccessible() {
    return misfit("Keywright has no access to this class; pass MethodHandles.lookup() as well");
  }

  KeySchema schema() {
    return schema;
  }

  Class<?> recordClass() {
    return recordClass;
  }

  /** In the order of the record. */
  List<Component> components() {
    return components;
  }

  MethodHandle constructor() {
    return constructor;
  }

  /** The component of a column, by its index in {@link #components}; -1 when there is none. */
  int indexOf(int column) {
    for (int i = 0; i < components.size(); i++) {
      if (components.get(i).column() == column) {
        return i;
      }
    }
    return -1;
  }
}
