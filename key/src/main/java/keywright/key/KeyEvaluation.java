package keywright.key;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From the values of columns to those of parts, by what the parts declare. */
final class KeyEvaluation {
  private final List<Column> columns;
  private final List<KeyPart> parts;
  private final List<TypedExpression> expressions;
  private final boolean[] isRead;

  KeyEvaluation(
      List<Column> columns,
      List<KeyPart> parts,
      List<TypedExpression> expressions,
      Set<String> keyColumns) {
    this.columns = columns;
    this.parts = parts;
    this.expressions = expressions;
    this.isRead = new boolean[columns.size()];
    for (int i = 0; i < isRead.length; i++) {
      isRead[i] = keyColumns.contains(columns.get(i).name());
    }
  }

  @SuppressWarnings("ReferenceEquality")
  @Nullable Object[] parts(@Nullable Object[] values) {
    requireAll(values);
    // Most values are of their columns' types already.
    @Nullable Object[] row = values;
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      Object converted = value == null || !isRead[i] ? value : convert(columns.get(i), value);
      if (converted != value) {
        row = row == values ? values.clone() : row;
        row[i] = converted;
      }
    }
    @Nullable Object[] key = new @Nullable Object[expressions.size()];
    for (int i = 0; i < key.length; i++) {
      key[i] = evaluate(i, row);
    }
    return key;
  }

  /** The value of one part, for which only the columns that it reads are looked at. */
  @Nullable Object part(int part, @Nullable Object[] values) {
    requireAll(values);
    @Nullable Object[] row = new @Nullable Object[values.length];
    BitSet inputs = expressions.get(part).columns();
    for (int i = inputs.nextSetBit(0); i >= 0; i = inputs.nextSetBit(i + 1)) {
      Object value = values[i];
      row[i] = value == null ? null : convert(columns.get(i), value);
    }
    return evaluate(part, row);
  }

  private void requireAll(@Nullable Object[] values) {
    if (values.length != columns.size()) {
      throw KeyException.of(
          "cannot make a key: found "
              + values.length
              + " values, expected "
              + columns.size()
              + " ("
              + String.join(", ", Column.names(columns))
              + ")");
    }
  }

  /** The values of leading parts. */
  List<@Nullable Object> leading(@Nullable Object[] values) {
    List<@Nullable Object> leading = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value != null && i < parts.size()) {
        Column part = new Column(parts.get(i).name(), expressions.get(i).type(), true);
        value = convert(part, value);
      }
      leading.add(value);
    }
    return leading;
  }

  private static Object convert(Column column, Object value) {
    try {
      return column.type().convert(value);
    } catch (KeyException e) {
      throw KeyException.of("cannot encode " + column.name() + ": " + e.getMessage());
    }
  }

  private @Nullable Object evaluate(int part, @Nullable Object[] row) {
    try {
      return expressions.get(part).evaluate(row);
    } catch (KeyException e) {
      throw KeyException.of(
          "cannot encode " + parts.get(part).name() + valuesOf(part, row) + ": " + e.getMessage());
    }
  }

  /** {@code for a = 1, b = 2}: what an expression was given; nothing for a column itself. */
  private String valuesOf(int part, @Nullable Object[] row) {
    if (expressions.get(part) instanceof ColumnReference) {
      return "";
    }
    List<String> values = new ArrayList<>();
    BitSet inputs = expressions.get(part).columns();
    for (int i = inputs.nextSetBit(0); i >= 0; i = inputs.nextSetBit(i + 1)) {
      Object value = row[i];
      Column column = columns.get(i);
      values.add(column.name() + " = " + (value == null ? "null" : column.type().format(value)));
    }
    return " for " + String.join(", ", values);
  }
}
