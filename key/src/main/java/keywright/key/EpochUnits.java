package keywright.key;

import java.time.Instant;

/** A timestamp where a number is needed: its units since 1970. */
final class EpochUnits extends TypedExpression.Unary {
  private final TimestampType from;

  EpochUnits(TypedExpression timestamp) {
    super(IntegerType.BIGINT, timestamp);
    this.from = (TimestampType) timestamp.type();
  }

  @Override
  Object apply(Object value) {
    return from.units((Instant) value);
  }

  @Override
  Order order() {
    return Order.KEEPS;
  }

  @Override
  boolean undoable() {
    return true;
  }

  @Override
  Object undo(Object value) {
    return from.convert(value);
  }
}
