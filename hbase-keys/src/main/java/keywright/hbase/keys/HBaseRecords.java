package keywright.hbase.keys;

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
import keywright.key.Column;
import keywright.key.KeyCodec;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the rows of an HBase table as objects of a record class. {@link
 * HBaseKeys#records(Class)} makes these objects.
 *
 * <pre>{@code
 * record Order(long customer, Instant placedAt, long id, BigDecimal amount, String state) {}
 *
 * HBaseRecords<Order> records = orders.records(Order.class, MethodHandles.lookup());
 * table.put(records.put(new Order(42, now, 7, amount, null)));
 * Order order = records.record(table.get(records.get(order)));
 * }</pre>
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class HBaseRecords<R extends Record> {
  private final HBaseKeys keys;
  private final Class<R> recordClass;
  private final KeyCodec<R> codec;

  /** The components, in the order of the record. */
  private final List<Component> components;

  /** The constructor of the record. It takes all values as an array. */
  private final MethodHandle constructor;

  /**
   * A component of the record.
   *
   * @param place the index of the column in the schema of the key; -1 if the column is only in a
   *     cell
   * @param cell null if the column is only in the key
   * @param accessor takes the record and returns the value as an object
   */
  private record Component(
      int place, @Nullable CellColumn cell, boolean isPrimitive, MethodHandle accessor) {}

  private HBaseRecords(HBaseKeys keys, Class<R> recordClass, @Nullable Lookup lookup) {
    this.keys = keys;
    this.recordClass = recordClass;
    KeySchema schema = keys.schema();
    List<Column> columns = new ArrayList<>(schema.columns());
    for (CellColumn cell : keys.cells().values()) {
      if (!keys.keyPlaces().containsKey(cell.name())) {
        columns.removeIf(column -> column.name().equals(cell.name()));
        columns.add(cell.column());
      }
    }
    KeySchema whole = KeySchema.of(columns, schema.parts(), schema.format());
    this.codec = lookup == null ? whole.codec(recordClass) : whole.codec(recordClass, lookup);
    RecordComponent[] declared = recordClass.getRecordComponents();
    this.components = new ArrayList<>();
    Class<?>[] types = new Class<?>[declared.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = declared[i].getType();
      components.add(component(declared[i], columns, lookup));
    }
    this.constructor = constructor(types, lookup);
  }

  static <R extends Record> HBaseRecords<R> of(
      HBaseKeys keys, Class<R> recordClass, @Nullable Lookup lookup) {
    return new HBaseRecords<>(keys, recordClass, lookup);
  }

  private Component component(
      RecordComponent component, List<Column> columns, @Nullable Lookup lookup) {
    String name = component.getName();
    String words = name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    Column column =
        columns.stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .or(() -> columns.stream().filter(each -> each.name().equals(words)).findFirst())
            .orElseThrow(() -> new IllegalStateException("the codec knows every component"));
    Class<?> valueClass = column.type().valueClass();
    if (MethodType.methodType(component.getType()).wrap().returnType() != valueClass) {
      throw misfit(
          "component %s is %s, expected %s for %s"
              .formatted(
                  name,
                  component.getType().getSimpleName(),
                  valueClass.getSimpleName(),
                  column.type()));
    }
    CellColumn cell = keys.cells().get(column.name());
    Integer place = keys.keyPlaces().get(column.name());
    if (cell == null && (place == null || !keys.schema().recovers(column.name()))) {
      throw misfit(
          "component %s can be read neither from the row key nor from a cell; map its column to a cell with column(...)"
              .formatted(name));
    }
    return new Component(
        place == null || (cell != null && !keys.schema().recovers(column.name())) ? -1 : place,
        cell,
        component.getType().isPrimitive(),
        accessor(component, lookup));
  }

  private MethodHandle accessor(RecordComponent component, @Nullable Lookup lookup) {
    Method accessor = component.getAccessor();
    try {
      if (lookup == null) {
        accessor.setAccessible(true);
      }
      return lookup(lookup)
          .unreflect(accessor)
          .asType(MethodType.methodType(Object.class, Record.class));
    } catch (IllegalAccessException | InaccessibleObjectException e) {
      throw inaccessible();
    }
  }

  private MethodHandle constructor(Class<?>[] types, @Nullable Lookup lookup) {
    try {
      Constructor<R> constructor = recordClass.getDeclaredConstructor(types);
      if (lookup == null) {
        constructor.setAccessible(true);
      }
      return lookup(lookup)
          .unreflectConstructor(constructor)
          .asSpreader(Object[].class, types.length)
          .asType(MethodType.methodType(Record.class, Object[].class));
    } catch (IllegalAccessException | InaccessibleObjectException e) {
      throw inaccessible();
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("every record has its canonical constructor", e);
    }
  }

  private Lookup lookup(@Nullable Lookup given) throws IllegalAccessException {
    return given == null
        ? MethodHandles.lookup()
        : MethodHandles.privateLookupIn(recordClass, given);
  }

  private KeyException inaccessible() {
    return misfit("the record is not accessible to HBaseKeys; pass MethodHandles.lookup() as well");
  }

  private KeyException misfit(String problem) {
    return KeyException.of("cannot use record " + recordClass.getSimpleName() + ": " + problem);
  }

  /**
   * Computes the row key of a record.
   *
   * @throws KeyException as {@link KeySchema#rowKey}
   */
  public byte[] rowKey(R record) {
    return codec.encode(record);
  }

  /**
   * Makes a put of a record. The program may add further cells to the put. A null is not written:
   * if the row already has the cell, the cell keeps its value.
   *
   * @throws KeyException for a value that the key or a cell cannot encode
   */
  public Put put(R record) {
    Put put = new Put(rowKey(record));
    for (Component component : components) {
      if (component.cell != null) {
        component.cell.put(put, value(component, record));
      }
    }
    return put;
  }

  private @Nullable Object value(Component component, R record) {
    try {
      return (Object) component.accessor.invokeExact((Record) record);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the accessor of a record declares no exception", e);
    }
  }

  /**
   * Makes a get of the row with the key of {@code record}, with all its cells. Components outside
   * the key are ignored.
   *
   * @throws KeyException as {@link #rowKey}
   */
  public Get get(R record) {
    return new Get(rowKey(record));
  }

  /**
   * Makes a delete of the row with the key of {@code record}, with all its cells. Components
   * outside the key are ignored.
   *
   * @throws KeyException as {@link #rowKey}
   */
  public Delete delete(R record) {
    return new Delete(rowKey(record));
  }

  /**
   * Decodes a row as a record.
   *
   * @throws KeyException if the row key does not fit the declared key, or if the result is empty
   * @throws UnreadableCellException if the bytes of a cell are not a value of its column, or if the
   *     row lacks the cell of a column that is not declared {@code NULL}
   */
  public R record(Result row) {
    @Nullable Object[] key = keys.keyValues(row);
    @Nullable Object[] values = new @Nullable Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      Component component = components.get(i);
      CellColumn cell = component.cell;
      if (component.place >= 0 || cell == null) {
        values[i] = key[component.place];
        continue;
      }
      values[i] = cell.value(row);
      if (values[i] == null && (component.isPrimitive || !cell.column().nullable())) {
        throw cell.missing(row);
      }
    }
    try {
      return recordClass.cast((Record) constructor.invokeExact(values));
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("cannot make a " + recordClass.getSimpleName(), e);
    }
  }

  /** The record class and the declaration of the table, as text. */
  @Override
  public String toString() {
    return recordClass.getSimpleName() + " of " + keys;
  }
}
