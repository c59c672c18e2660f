package keywright.table.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import keywright.key.Variant;
import org.jspecify.annotations.Nullable;

/**
 * One row of a query's result. It has a value or null for each column of the result. A value is of
 * the {@link keywright.key.Type#valueClass} of its column. Immutable.
 *
 * <p>A column is given by its name, or by its index in the result, from 0. {@link #get} returns a
 * value unchanged. The accessors of one type, such as {@link #getInt}, throw a {@link
 * TableException} if the column does not exist, or if its value is null, of another type, or a
 * number that is too large for the returned type. Before calling them for a column that may be
 * null, call {@link #isNull}.
 */
public final class Row {
  private final List<String> columns;
  private final @Nullable Object[] values;

  public Row(List<String> columns, @Nullable Object[] values) {
    this.columns = columns;
    this.values = values;
  }

  /**
   * Makes a row with one value for each column. The list and the array are not copied and must not
   * be changed afterwards.
   *
   * @param columns the names of the columns
   * @param values the values, in the order of {@code columns}
   */
  public static Row of(List<String> columns, @Nullable Object... values) {
    return new Row(columns, values);
  }

  /** The names of the columns, in the order of the result. */
  public List<String> columns() {
    return columns;
  }

  /**
   * The values in the order of the result, as an unmodifiable list; null for a column without a
   * value.
   */
  public List<@Nullable Object> values() {
    return Collections.unmodifiableList(Arrays.asList(values));
  }

  /** The number of columns. */
  public int size() {
    return values.length;
  }

  /** The value of the column at {@code index}, from 0; null if the column has no value. */
  public @Nullable Object get(int index) {
    if (index < 0 || index >= values.length) {
      throw new TableException(
          "cannot read column %d: expected an index from 0 to %d, for the columns %s"
              .formatted(index, values.length - 1, String.join(", ", columns)));
    }
    return values[index];
  }

  /** The value of {@code column}; null if the column has no value. */
  public @Nullable Object get(String column) {
    return values[index(column)];
  }

  private int index(String column) {
    int index = columns.indexOf(column);
    if (index < 0) {
      throw new TableException(
          "cannot read column \"" + column + "\": expected one of " + String.join(", ", columns));
    }
    return index;
  }

  /** Whether {@code column} has no value. */
  public boolean isNull(String column) {
    return get(column) == null;
  }

  /** Whether the column at {@code index}, from 0, has no value. */
  public boolean isNull(int index) {
    return get(index) == null;
  }

  public boolean getBoolean(String column) {
    return getBoolean(index(column));
  }

  public boolean getBoolean(int index) {
    return typed(index, Boolean.class);
  }

  /**
   * The value of {@code column}, a whole number of at most 32 bits. Throws a {@link TableException}
   * for null or another value.
   */
  public int getInt(String column) {
    return getInt(index(column));
  }

  /**
   * The value of the column at {@code index}, from 0, a whole number of at most 32 bits. Throws a
   * {@link TableException} for null or another value.
   */
  public int getInt(int index) {
    BigInteger number = getBigInteger(index);
    if (number.bitLength() > 31) {
      throw wrongType(index, number, "int", "use getLong or getBigInteger");
    }
    return number.intValue();
  }

  /**
   * The value of {@code column}, a whole number of at most 64 bits. Throws a {@link TableException}
   * for null or another value.
   */
  public long getLong(String column) {
    return getLong(index(column));
  }

  /**
   * The value of the column at {@code index}, from 0, a whole number of at most 64 bits. Throws a
   * {@link TableException} for null or another value.
   */
  public long getLong(int index) {
    if (get(index) instanceof Long number) {
      return number;
    }
    BigInteger number = getBigInteger(index);
    if (number.bitLength() > 63) {
      throw wrongType(index, number, "long", "use getBigInteger");
    }
    return number.longValue();
  }

  /**
   * The value of {@code column}, a whole number of any size. Throws a {@link TableException} for
   * null or another value.
   */
  public BigInteger getBigInteger(String column) {
    return getBigInteger(index(column));
  }

  /**
   * The value of the column at {@code index}, from 0, a whole number of any size. Throws a {@link
   * TableException} for null or another value.
   */
  public BigInteger getBigInteger(int index) {
    Object value = get(index);
    if (value instanceof BigInteger number) {
      return number;
    }
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return BigInteger.valueOf(((Number) value).longValue());
    }
    throw wrongType(index, value, "a whole number", "use get, or the accessor for this type");
  }

  public float getFloat(String column) {
    return getFloat(index(column));
  }

  public float getFloat(int index) {
    return typed(index, Float.class);
  }

  /**
   * The value of {@code column}, of type float or double. Throws a {@link TableException} for null
   * or another value.
   */
  public double getDouble(String column) {
    return getDouble(index(column));
  }

  /**
   * The value of the column at {@code index}, from 0, of type float or double. Throws a {@link
   * TableException} for null or another value.
   */
  public double getDouble(int index) {
    return get(index) instanceof Float number ? number : typed(index, Double.class);
  }

  public BigDecimal getBigDecimal(String column) {
    return getBigDecimal(index(column));
  }

  public BigDecimal getBigDecimal(int index) {
    return typed(index, BigDecimal.class);
  }

  /**
   * The value of {@code column}: a text, a char, digits, or the label of an enum. Throws a {@link
   * TableException} for null or another value.
   */
  public String getString(String column) {
    return getString(index(column));
  }

  /**
   * The value of the column at {@code index}, from 0: a text, a char, digits, or the label of an
   * enum. Throws a {@link TableException} for null or another value.
   */
  public String getString(int index) {
    return typed(index, String.class);
  }

  /**
   * A copy of the value of {@code column}, of type blob or binary. Throws a {@link TableException}
   * for null or another value.
   */
  public byte[] getBytes(String column) {
    return getBytes(index(column));
  }

  /**
   * A copy of the value of the column at {@code index}, from 0, of type blob or binary. Throws a
   * {@link TableException} for null or another value.
   */
  public byte[] getBytes(int index) {
    return typed(index, byte[].class).clone();
  }

  public UUID getUuid(String column) {
    return getUuid(index(column));
  }

  public UUID getUuid(int index) {
    return typed(index, UUID.class);
  }

  /**
   * The value of {@code column}, of type timestamp. Throws a {@link TableException} for null or
   * another value.
   */
  public Instant getInstant(String column) {
    return getInstant(index(column));
  }

  /**
   * The value of the column at {@code index}, from 0, of type timestamp. Throws a {@link
   * TableException} for null or another value.
   */
  public Instant getInstant(int index) {
    return typed(index, Instant.class);
  }

  public LocalDate getLocalDate(String column) {
    return getLocalDate(index(column));
  }

  public LocalDate getLocalDate(int index) {
    return typed(index, LocalDate.class);
  }

  public LocalTime getLocalTime(String column) {
    return getLocalTime(index(column));
  }

  public LocalTime getLocalTime(int index) {
    return typed(index, LocalTime.class);
  }

  public List<?> getList(String column) {
    return getList(index(column));
  }

  public List<?> getList(int index) {
    return typed(index, List.class);
  }

  public Set<?> getSet(String column) {
    return getSet(index(column));
  }

  public Set<?> getSet(int index) {
    return typed(index, Set.class);
  }

  public Map<?, ?> getMap(String column) {
    return getMap(index(column));
  }

  public Map<?, ?> getMap(int index) {
    return typed(index, Map.class);
  }

  public Variant getVariant(String column) {
    return getVariant(index(column));
  }

  public Variant getVariant(int index) {
    return typed(index, Variant.class);
  }

  private <T> T typed(int index, Class<T> type) {
    Object value = get(index);
    if (!type.isInstance(value)) {
      throw wrongType(index, value, type.getSimpleName(), "use get, or the accessor for this type");
    }
    return type.cast(value);
  }

  private TableException wrongType(
      int index, @Nullable Object value, String expected, String instead) {
    return new TableException(
        "cannot read column \"%s\" as %s: found %s; %s"
            .formatted(
                columns.get(index),
                expected,
                value == null ? "null" : value.getClass().getSimpleName() + " " + value,
                value == null ? "call isNull first" : instead));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < values.length; i++) {
      text.append(i == 0 ? "" : ", ").append(columns.get(i)).append(" = ").append(values[i]);
    }
    return text.append(')').toString();
  }
}
