package keywright.table.model;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import keywright.key.Column;
import org.jspecify.annotations.Nullable;

/**
 * Maps rows to objects of a record class. Immutable and safe for many threads.
 *
 * <p>The record component {@code paidAt} gets the value of the column {@code paidAt} or {@code
 * paid_at}. The class of a component must be the class of the column's values, with its elements,
 * or the primitive type if the column cannot be null. Columns without a component are ignored. The
 * record class is checked when the mapper is made. After that, mapping a row fails only if the
 * constructor of the record throws.
 */
public final class RowMapper<R extends Record> {
  private final Class<R> recordClass;
  private final int[] places;
  private final MethodHandle constructor;

  private RowMapper(Class<R> recordClass, int[] places, MethodHandle constructor) {
    this.recordClass = recordClass;
    this.places = places;
    this.constructor = constructor;
  }

  /**
   * Makes a mapper for the rows of a result.
   *
   * @param recordClass the record class
   * @param columns the columns of the rows
   * @throws TableException if a component has no column, or another class than the values of its
   *     column, or if the record class is not accessible
   */
  public static <R extends Record> RowMapper<R> of(Class<R> recordClass, List<Column> columns) {
    return of(recordClass, columns, null);
  }

  /**
   * Makes a mapper for the rows of a result, as {@link #of(Class, List)} does, for a record class
   * that {@code lookup} can access.
   *
   * @param lookup the access rights of the caller; null to require a public record class
   */
  public static <R extends Record> RowMapper<R> of(
      Class<R> recordClass, List<Column> columns, @Nullable Lookup lookup) {
    RecordComponent[] components = recordClass.getRecordComponents();
    int[] places = new int[components.length];
    Class<?>[] types = new Class<?>[components.length];
    for (int i = 0; i < places.length; i++) {
      places[i] = place(recordClass, components[i].getName(), columns);
      types[i] = components[i].getType();
      checkType(recordClass, components[i], columns.get(places[i]));
    }
    MethodHandle constructor =
        constructor(recordClass, types, lookup)
            .asType(MethodType.genericMethodType(types.length))
            .asSpreader(Object[].class, types.length);
    return new RowMapper<>(recordClass, places, constructor);
  }

  private static int place(Class<?> recordClass, String component, List<Column> columns) {
    List<String> names = columns.stream().map(Column::name).toList();
    String words = component.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    int place = names.contains(component) ? names.indexOf(component) : names.indexOf(words);
    if (place < 0) {
      throw misfit(
          recordClass,
          "component %s is not a column, expected one of %s"
              .formatted(component, String.join(", ", names)));
    }
    return place;
  }

  private static void checkType(Class<?> recordClass, RecordComponent component, Column column) {
    Type found = component.getGenericType();
    String values = javaName(column.type());
    boolean fits = takes(component.getType(), column.type()) && takes(found, column.type());
    if (!fits || (component.getType().isPrimitive() && column.nullable())) {
      throw misfit(
          recordClass,
          "component %s is %s, expected %s for %s%s"
              .formatted(
                  component.getName(),
                  found.getTypeName().replaceAll("[\\w.]*\\.(?=\\w)", ""),
                  values,
                  column.type(),
                  fits
                      ? ", which may be null; declare the column NOT NULL, or give the component the type "
                          + values
                      : ""));
    }
  }

  /** Whether each value of a type of the language is a value of Java's type. */
  private static boolean takes(Type java, keywright.key.Type type) {
    if (java instanceof Class<?> simple) {
      Class<?> boxed = MethodType.methodType(simple).wrap().returnType();
      return boxed.isAssignableFrom(type.valueClass());
    }
    if (!(java instanceof ParameterizedType generic)) {
      return true;
    }
    Type[] arguments = generic.getActualTypeArguments();
    keywright.key.Type element = type.elementType();
    keywright.key.Type key = type.keyType();
    if (!takes(generic.getRawType(), type)) {
      return false;
    }
    return key != null && element != null && arguments.length == 2
        ? takes(arguments[0], key) && takes(arguments[1], element)
        : element == null || arguments.length != 1 || takes(arguments[0], element);
  }

  private static String javaName(keywright.key.Type type) {
    keywright.key.Type element = type.elementType();
    keywright.key.Type key = type.keyType();
    String name = type.valueClass().getSimpleName();
    return element == null
        ? name
        : "%s<%s%s>".formatted(name, key == null ? "" : javaName(key) + ", ", javaName(element));
  }

  private static MethodHandle constructor(
      Class<?> recordClass, Class<?>[] types, @Nullable Lookup lookup) {
    try {
      Constructor<?> constructor = recordClass.getDeclaredConstructor(types);
      if (lookup != null) {
        return MethodHandles.privateLookupIn(recordClass, lookup).unreflectConstructor(constructor);
      }
      constructor.setAccessible(true);
      return MethodHandles.lookup().unreflectConstructor(constructor);
    } catch (IllegalAccessException | InaccessibleObjectException e) {
      throw misfit(
          recordClass,
          "Keywright has no access to this class; pass MethodHandles.lookup() as well");
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("every record has its canonical constructor", e);
    }
  }

  private static TableException misfit(Class<?> recordClass, String problem) {
    return new TableException(
        "cannot map rows to record %s: %s".formatted(recordClass.getSimpleName(), problem));
  }

  /**
   * Makes the record of a row. The row must have the columns for which this mapper was made, in the
   * same order.
   */
  public R map(Row row) {
    @Nullable Object[] arguments = new @Nullable Object[places.length];
    for (int i = 0; i < places.length; i++) {
      arguments[i] = row.get(places[i]);
      if (arguments[i] == null && recordClass.getRecordComponents()[i].getType().isPrimitive()) {
        throw misfit(
            recordClass,
            "component %s has a primitive type, but an older version of the row has no value for this component; use a wrapper class such as Long"
                .formatted(recordClass.getRecordComponents()[i].getName()));
      }
    }
    try {
      Object mapped = constructor.invokeExact(arguments);
      return recordClass.cast(mapped);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new TableException(
          "cannot map a row to a record: the constructor of the record threw " + e, e);
    }
  }
}
