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

  /**
   * Whether a binary key is this bucket and then, to its end, the bytes that are hashed for it: the
   * inputs as ascending parts, in their order.
   *
   * @param parts of the key
   * @param expressions of the parts
   */
  boolean isOfRest(List<KeyPart> parts, List<TypedExpression> expressions) {
    boolean same = expressions.get(0) == this && parts.size() == inputs.size() + 1;
    for (int part = 1; same && part < parts.size(); part++) {
      same =
          expressions.get(part) instanceof ColumnReference column
              && column.index() == inputs.get(part - 1).index()
              && !parts.get(part).descending()
              && parts.get(part).nullsFirst();
    }
    return same;
  }

  /** Whether {@code rowKey} is such a key and its bucket the right one. */
  boolean isOfRest(byte[] rowKey) {
    int width = type().fixedLength();
    if (rowKey.length < width) {
      return false;
    }
    long bucket = 0;
    for (int i = 0; i < width; i++) {
      bucket = (bucket << 8) | (rowKey[i] & 0xFF);
    }
    return bucket == Long.remainderUnsigned(Xxh64.hash(rowKey, width, rowKey.length), n);
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
    return member(Long.remainderUnsigned(out.hash(), n));
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
