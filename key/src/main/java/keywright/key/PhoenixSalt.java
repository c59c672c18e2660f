package keywright.key;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code phoenix_salt(n)}: the salt byte of a Phoenix table with {@code SALT_BUCKETS = n}, which is
 * {@code 31·h + b} over the signed bytes of the row key after it, from h = 1 in 32 bits, by n
 * without its sign.
 *
 * <p>The hash mixes little. Where the keys of a table are multiples of a number that shares a
 * factor with n or with 31 - 1, buckets stay empty: bigint keys v · 1000 leave a fifth of 10 or 20
 * buckets empty, and the fullest has 1.88 times its share.
 */
final class PhoenixSalt extends TypedExpression {
  static final int MOST_BUCKETS = 256;

  private final int n;
  private final List<TypedExpression> rest;
  private final PhoenixCodec codec;

  /** The salt of the parts {@code rest}. */
  PhoenixSalt(int n, List<KeyPart> rest, List<TypedExpression> expressions) {
    super(n);
    this.n = n;
    this.rest = expressions;
    this.codec = new PhoenixCodec(rest, expressions);
  }

  /** The salt of what stands in {@code bytes} from {@code start} on. */
  int of(byte[] bytes, int start) {
    int hash = 1;
    for (int i = start; i < bytes.length; i++) {
      hash = 31 * hash + bytes[i];
    }
    return Math.abs(hash % n);
  }

  @Override
  Object evaluate(@Nullable Object[] row) {
    @Nullable Object[] values = new @Nullable Object[rest.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = rest.get(i).evaluate(row);
    }
    return member(of(codec.encode(values), 0));
  }

  @Override
  boolean nullable() {
    return false;
  }

  @Override
  void addColumns(BitSet columns) {
    for (TypedExpression part : rest) {
      part.addColumns(columns);
    }
  }
}
