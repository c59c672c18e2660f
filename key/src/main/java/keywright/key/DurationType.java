package keywright.key;

import org.jspecify.annotations.Nullable;

/**
 * Durations of months, days and nanoseconds. They have no order that a query can use, so they are
 * in no key.
 *
 * <p>Layout: months and days as int, nanoseconds as bigint. Example: 1mo2d3ns is {@code
 * 80000001800000028000000000000003}. As text: numbers with units.
 */
final class DurationType extends Type {
  static final DurationType DURATION = new DurationType();

  /** Why no condition, key or order compares durations. */
  static final String NO_ORDER = "durations have no order, because a month has 28 to 31 days";

  private DurationType() {
    super("duration");
  }

  @Override
  public Class<?> valueClass() {
    return CqlDuration.class;
  }

  @Override
  String expectation() {
    return "a duration such as 1h30m, 1y2mo3d or 'P1DT2H'";
  }

  @Override
  public boolean isOrdered() {
    return false;
  }

  @Override
  boolean isValue(Object value) {
    return value instanceof CqlDuration;
  }

  @Override
  @Nullable Fit fit(Object literal) {
    if (literal instanceof CqlDuration) {
      return Fit.exact(literal);
    }
    return literal instanceof String text ? Fit.exact(CqlDuration.parse(text)) : null;
  }

  @Override
  public int fixedLength() {
    return 16;
  }

  @Override
  void write(Object value, KeyWriter out) {
    CqlDuration duration = (CqlDuration) value;
    out.putBits(duration.months() ^ Integer.MIN_VALUE, 4);
    out.putBits(duration.days() ^ Integer.MIN_VALUE, 4);
    out.putBits(duration.nanoseconds() ^ Long.MIN_VALUE, 8);
  }

  @Override
  Object read(KeyReader in) {
    int offset = in.offset();
    in.need(16);
    int months = (int) in.bits(4) ^ Integer.MIN_VALUE;
    int days = (int) in.bits(4) ^ Integer.MIN_VALUE;
    long nanoseconds = in.bits(8) ^ Long.MIN_VALUE;
    if (!CqlDuration.hasOneSign(months, days, nanoseconds)) {
      throw in.error(offset, "holds numbers of both signs", "a duration with one sign");
    }
    return CqlDuration.of(months, days, nanoseconds);
  }

  /** Of the numbers one after the other, as their bytes; no order of lengths of time. */
  @Override
  public int compare(Object a, Object b) {
    CqlDuration left = (CqlDuration) a;
    CqlDuration right = (CqlDuration) b;
    int order = Integer.compare(left.months(), right.months());
    order = order == 0 ? Integer.compare(left.days(), right.days()) : order;
    return order == 0 ? Long.compare(left.nanoseconds(), right.nanoseconds()) : order;
  }
}
