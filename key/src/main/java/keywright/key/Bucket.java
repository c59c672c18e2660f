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

  /** In place of a number of bytes: all that follow the bucket. */
  static final int REST = 0;

  /** In place of a number of bytes: the bucket is not of the last bytes. */
  static final int NOT_LAST = -1;

  /**
   * Of how many bytes at the end of a binary key this bucket, which is its first part, is the hash:
   * of those of the last parts, if they are the inputs as ascending parts, in their order.
   *
   * @param parts of the key
   * @param expressions of the parts
   * @return {@link #REST} if there are no other parts between; {@link #NOT_LAST} if the inputs are
   *     not the last parts, or if there are other parts between and an input may have different
   *     numbers of bytes
   */
  int lastBytes(List<KeyPart> parts, List<TypedExpression> expressions) {
    int first = parts.size() - inputs.size();
    if (first < 1 || expressions.get(0) != this) {
      return NOT_LAST;
    }
    int bytes = 0;
    for (int part = first; part < parts.size(); part++) {
      ColumnReference input = inputs.get(part - first);
      int length = input.nullable() ? -1 : input.type().fixedLength();
      boolean same =
          expressions.get(part) instanceof ColumnReference column
              && column.index() == input.index()
              && !parts.get(part).descending()
              && parts.get(part).nullsFirst();
      if (!same || (first > 1 && length < 0)) {
        return NOT_LAST;
      }
      bytes += length;
    }
    return first == 1 ? REST : bytes;
  }

  /**
   * Whether the bucket of {@code rowKey} is the right one.
   *
   * @param lastBytes {@link #REST} or a number of bytes
   */
  boolean isOfLast(byte[] rowKey, int lastBytes) {
    int width = type().fixedLength();
    if (rowKey.length < width + lastBytes) {
      return false;
    }
    long bucket = 0;
    for (int i = 0; i < width; i++) {
      bucket = (bucket << 8) | (rowKey[i] & 0xFF);
    }
    int start = lastBytes == REST ? width : rowKey.length - lastBytes;
    return bucket == Long.remainderUnsigned(Xxh64.hash(rowKey, start, rowKey.length), n);
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
