package keywright.key;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record codec by way of {@link KeySchema#key} and {@link KeySchema#decode}: for every format and
 * every expression, on every Java. It is what a {@link GeneratedCodec} must equal and asks whenever
 * in doubt.
 */
final class BoxedCodec<R extends Record> extends KeyCodec<R> {
  private final KeySchema schema;
  private final Class<R> recordClass;
  private final List<RecordShape.Component> components;
  private final List<MethodHandle> accessors = new ArrayList<>();
  private final MethodHandle constructor;
  private final List<String> lost = new ArrayList<>();

  BoxedCodec(RecordShape shape, Class<R> recordClass) {
    this.schema = shape.schema();
    this.recordClass = recordClass;
    this.components = shape.components();
    for (RecordShape.Component component : components) {
      accessors.add(component.accessor().asType(MethodType.methodType(Object.class, Object.class)));
      String column = schema.columns().get(component.column()).name();
      if (!schema.recovers(column)) {
        lost.add(column);
      }
    }
    this.constructor =
        shape
            .constructor()
            .asSpreader(Object[].class, components.size())
            .asType(MethodType.methodType(Object.class, Object[].class));
  }

  @Override
  public byte[] encode(R record) {
    return schema.rowKey(columnValues(record));
  }

  private @Nullable Object[] columnValues(R record) {
    @Nullable Object[] values = new @Nullable Object[schema.columns().size()];
    for (int i = 0; i < accessors.size(); i++) {
      int column = components.get(i).column();
      Object value = invoke(accessors.get(i), record);
      boolean isDate = schema.columns().get(column).type() instanceof DateType;
      values[column] = isDate && value instanceof Integer day ? LocalDate.ofEpochDay(day) : value;
    }
    return values;
  }

  private static @Nullable Object invoke(MethodHandle accessor, Object record) {
    try {
      return (Object) accessor.invokeExact(record);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("an accessor of a record throws no checked exception", e);
    }
  }

  /** The bytes of one part of the row key of {@code record}. */
  byte[] encodePart(R record, int part) {
    return schema.layouts()[part].encode(schema.key(columnValues(record)).part(part));
  }

  @Override
  public int encode(R record, byte[] buffer, int offset) {
    byte[] rowKey = encode(record);
    if (offset < 0 || offset > buffer.length) {
      throw KeyException.of(
          "cannot write a row key: found offset "
              + offset
              + ", expected 0 to "
              + buffer.length
              + ", the length of the buffer");
    }
    if (buffer.length - offset < rowKey.length) {
      throw KeyException.of(
          "cannot write a row key: needs "
              + rowKey.length
              + " bytes at offset "
              + offset
              + ", found space for "
              + (buffer.length - offset)
              + "; pass a longer buffer");
    }
    System.arraycopy(rowKey, 0, buffer, offset, rowKey.length);
    return offset + rowKey.length;
  }

  @Override
  public R decode(byte[] bytes, int from, int to) {
    if (from < 0 || from > to || to > bytes.length) {
      throw KeyException.of(
          "cannot read a row key: found the range ["
              + from
              + ", "
              + to
              + "), expected a range inside the array of "
              + bytes.length
              + " bytes");
    }
    if (!lost.isEmpty()) {
      throw KeyException.of(
          "cannot decode a row key as record "
              + recordClass.getSimpleName()
              + ": "
              + String.join(", ", lost)
              + " cannot be recovered from the key; use KeySchema.decode, which returns the parts of the key");
    }
    Key key = schema.decode(Arrays.copyOfRange(bytes, from, to));
    @Nullable Object[] values = schema.columnValues(key);
    @Nullable Object[] arguments = new @Nullable Object[components.size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = component(components.get(i), values[components.get(i).column()]);
    }
    return recordClass.cast(construct(arguments));
  }

  private @Nullable Object component(RecordShape.Component component, @Nullable Object value) {
    if (value instanceof LocalDate date && component.type() != LocalDate.class) {
      return (int) date.toEpochDay();
    }
    if (value instanceof java.time.Instant instant && component.type() != java.time.Instant.class) {
      return ((TimestampType) schema.columns().get(component.column()).type()).units(instant);
    }
    return value;
  }

  private Object construct(@Nullable Object[] arguments) {
    try {
      return (Object) constructor.invokeExact(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("the constructor of a record throws no checked exception", e);
    }
  }
}
