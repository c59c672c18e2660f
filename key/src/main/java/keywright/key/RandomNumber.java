package keywright.key;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** {@code random(n)}: a column of its own, drawn when the row is inserted, from 0 to n - 1. */
final class RandomNumber extends TypedExpression {
  private final int index;
  private final int n;

  RandomNumber(int index, int n) {
    super(n);
    this.index = index;
    this.n = n;
  }

  int index() {
    return index;
  }

  int values() {
    return n;
  }

  @Override
  Object evaluate(@Nullable Object[] row) {
    Object value = row[index];
    if (value == null || ((Number) value).longValue() >= n) {
      throw KeyException.of("found " + value + ", expected 0 to " + (n - 1));
    }
    return value;
  }

  @Override
  boolean nullable() {
    return false;
  }

  @Override
  void addColumns(BitSet columns) {
    columns.set(index);
  }

  @Override
  Order order() {
    return Order.KEEPS;
  }

  @Override
  boolean undoable() {
    return true;
  }
}
