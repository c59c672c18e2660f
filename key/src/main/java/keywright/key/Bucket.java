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

  /** The bucket of a hash: the remainder by {@code n} of an unsigned number. */
  static long of(long hash, int n) {
    // The low bits are the remainder by a power of two. A division takes longer than they do.
    return (n & (n - 1)) == 0 ? hash & (n - 1) : Long.remainderUnsigned(hash, n);
  }

  long of(long hash) {
    return of(hash, n);
  }

  @Override
  Object evaluate(@Nullable Object[] row) {
    KeyWriter out = KeyWriter.ofThread();
    for (ColumnReference input : inputs) {
      Object value = input.evaluate(row);
      if (input.nullable()) {
        out.put(value == null ? Kw1Codec.NULL_FIRST : Kw1Codec.PRESENT);
      }
      if (value != null) {
        input.type().write(value, out);
      }
    }
    return member(of(out.hash()));
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
