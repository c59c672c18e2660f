package keywright.key;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The value of a column as it is. */
final class ColumnReference extends TypedExpression {
  private final int index;
  private final Column column;

  ColumnReference(int index, Column column) {
    super(column.type());
    this.index = index;
    this.column = column;
  }

  int index() {
    return index;
  }

  @Override
  @Nullable Object evaluate(@Nullable Object[] row) {
    Object value = row[index];
    if (value == null && !column.nullable()) {
      throw KeyException.of(
          "found null, expected "
              + column.type()
              + ", because column "
              + Tokens.quoteName(column.name())
              + " is NOT NULL; give the column a value");
    }
    return value;
  }

  @Override
  boolean nullable() {
    return column.nullable();
  }

  @Override
  void addColumns(BitSet columns) {
    columns.set(index);
  }

  @Override
  Order order() {
    return Order.KEEPS;
  }

  /** A uuid is taken for a random one. */
  @Override
  Evenness evenness() {
    return type() instanceof UuidType ? Evenness.EVERYWHERE : Evenness.NOWHERE;
  }

  @Override
  boolean undoable() {
    return true;
  }

  @Override
  List<Object> samples() {
    return type().samples();
  }
}
