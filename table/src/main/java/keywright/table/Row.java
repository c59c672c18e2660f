package keywright.table;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import keywright.key.Variant;
import org.jspecify.annotations.Nullable;

/**
 * One row of a result: values under column names. Immutable; values are of their type's value
 * class.
 */
public final class Row {
  private final List<String> columns;
  private final @Nullable Object[] values;

  Row(List<String> columns, @Nullable Object[] values) {
    this.columns = columns;
    this.values = values;
  }

  /** The names of the columns, in result order. */
  public List<String> columns() {
    return columns;
  }

  /** The number of columns. */
  public int size() {
    return values.length;
  }

  /** The value at {@code index}, or null. */
  public @Nullable Object get(int index) {
    return values[index];
  }

  /**
   * The value of {@code column}, or null.
   *
   * @throws TableException for a column that the result does not have
   */
  public @Nullable Object get(String column) {
    int index = columns.indexOf(column);
    if (index < 0) {
      throw new TableException(
          "cannot read column \"" + column + "\": the row has " + String.join(", ", columns));
    }
    return values[index];
  }

  /** Whether the value of {@code column} is null. */
  public boolean isNull(String column) {
    return get(column) == null;
  }

  /** A whole number of at most 32 bits; null is refused. */
  public int getInt(String column) {
    return Math.toIntExact(getLong(column));
  }

  /** A whole number of at most 64 bits; null is refused. */
  public long getLong(String column) {
    Object value = typed(column, Number.class);
    if (value instanceof java.math.BigInteger big) {
      return big.longValueExact();
    }
    if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      return ((Number) value).longValue();
    }
    throw wrongType(column, value, "a whole number");
  }

  public String getText(String column) {
    return typed(column, String.class);
  }

  public boolean getBoolean(String column) {
    return typed(column, Boolean.class);
  }

  public BigDecimal getDecimal(String column) {
    return typed(column, BigDecimal.class);
  }

  public Instant getTimestamp(String column) {
    return typed(column, Instant.class);
  }

  public LocalTime getTime(String column) {
    return typed(column, LocalTime.class);
  }

  public List<?> getList(String column) {
    return typed(column, List.class);
  }

  public Variant getVariant(String column) {
    return typed(column, Variant.class);
  }

  public LocalDate getDate(String column) {
    return typed(column, LocalDate.class);
  }

  public UUID getUuid(String column) {
    return typed(column, UUID.class);
  }

  public byte[] getBlob(String column) {
    return typed(column, byte[].class).clone();
  }

  private <T> T typed(String column, Class<T> type) {
    Object value = get(column);
    if (!type.isInstance(value)) {
      throw wrongType(column, value, type.getSimpleName());
    }
    return type.cast(value);
  }

  private static TableException wrongType(String column, @Nullable Object value, String expected) {
    return new TableException(
        "cannot read column \"%s\" as %s: found %s; %s"
            .formatted(
                column,
                expected,
                value == null ? "null" : value.getClass().getSimpleName() + " " + value,
                value == null ? "ask isNull first" : "use the accessor of its type"));
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
