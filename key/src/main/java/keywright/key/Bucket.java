package keywright.key;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code bucket(n, columns)}: XXH64 with seed 0 over the columns' ascending KW1 bytes, unsigned
 * remainder by n. A null column has its marker there, so a bucket is never null.
 */
final class Bucket extends TypedExpression {
  private final int n;
  private final List<ColumnReference> inputs;

  Bucket(int n, List<ColumnReference> inputs) {
    super(n);
    this.n = n;
    this.inputs = inputs;
  }

  List<ColumnReference> inputs() {
    return inputs;
  }

  @Override
  Object evaluate(@Nullable Object[] row) {
    KeyWriter out = new KeyWriter();
    for (ColumnReference input : inputs) {
      Object value = input.evaluate(row);
      if (input.nullable()) {
        out.put(value == null ? Kw1Codec.NULL_FIRST : Kw1Codec.PRESENT);
      }
      if (value != null) {
        input.type().write(value, out);
      }
    }
    return member(Long.remainderUnsigned(Xxh64.hash(out.toBytes()), n));
  }

  @Override
  boolean nullable() {
    return false;
  }

  @Override
  void addColumns(BitSet columns) {
    for (ColumnReference input : inputs) {
      input.addColumns(columns);
    }
  }
}
