package keywright.key;

import java.util.UUID;

/**
 * {@code reverse_bytes(x)} and {@code bit_reverse(x)}: a number or uuid from its last byte or bit
 * on.
 */
final class ReverseBits extends TypedExpression.Unary {
  private final boolean wholeBytes;

  ReverseBits(TypedExpression x, boolean wholeBytes) {
    super(IntegerType.ofAnyWidth(x.type()), x);
    this.wholeBytes = wholeBytes;
  }

  @Override
  Object apply(Object value) {
    if (value instanceof UUID uuid) {
      return new UUID(
          reverse(uuid.getLeastSignificantBits()), reverse(uuid.getMostSignificantBits()));
    }
    IntegerType type = (IntegerType) type();
    long reversed = reverse(((Number) value).longValue());
    return type.box(reversed >>> (64 - 8 * type.fixedLength()));
  }

  private long reverse(long bits) {
    return wholeBytes ? Long.reverseBytes(bits) : Long.reverse(bits);
  }

  /** Numbers that rise, such as ids, have even last bits. */
  @Override
  Evenness evenness() {
    return argument().cardinality() < 0 ? Evenness.IN_FRONT : argument().evenness();
  }

  @Override
  boolean undoable() {
    return true;
  }

  @Override
  Object undo(Object value) {
    return apply(value);
  }
}
