package keywright.key;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the binary formats share: ranges of row keys, made from parts written one after the other.
 *
 * <p>A format says how a part is written ({@link #write}), which row keys begin with given parts
 * ({@link #keys}), where the values of a part lie that are not null ({@link #present}), and which
 * of the values of a type it can hold ({@link #held}).
 */
abstract class BinaryCodec implements RowKeyCodec {
  final List<KeyPart> parts;
  final List<TypedExpression> expressions;

  // Of each part; asked for with every key.
  private final Type[] types;
  private final boolean[] nullable;
  private final boolean[] descending;

  BinaryCodec(List<KeyPart> parts, List<TypedExpression> expressions) {
    this.parts = parts;
    this.expressions = expressions;
    this.types = new Type[parts.size()];
    this.nullable = new boolean[types.length];
    this.descending = new boolean[types.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = expressions.get(i).type();
      nullable[i] = expressions.get(i).nullable();
      descending[i] = parts.get(i).descending();
    }
  }

  final Type type(int part) {
    return types[part];
  }

  final boolean nullable(int part) {
    return nullable[part];
  }

  final boolean descending(int part) {
    return descending[part];
  }

  final boolean isLast(int part) {
    return part == parts.size() - 1;
  }

  /**
   * Appends the whole of part {@code part}: marker, body, terminator, direction.
   *
   * @throws KeyException for a value that the format cannot hold there
   */
  abstract void write(int part, @Nullable Object value, KeyWriter out);

  /** The row keys that begin with {@code count} parts, which were written as {@code leading}. */
  abstract ByteRange keys(byte[] leading, int count);

  /**
   * The row keys after {@code prefix} whose part {@code part} is a value of {@code run}; any value
   * but null when the run is null.
   */
  abstract ByteRange present(byte[] prefix, int part, @Nullable Run run);

  /** The row keys after {@code prefix} whose part {@code part} starts with {@code text}. */
  abstract ByteRange startsWith(byte[] prefix, int part, String text);

  /** As {@link #keys} for these values, for a format that writes some tuples in another way. */
  ByteRange keys(List<@Nullable Object> values, byte[] leading) {
    return keys(leading, values.size());
  }

  /** Where a value of the part's type falls among the values that the format can hold. */
  Fit held(int part, Object value) {
    return Fit.exact(value);
  }

  @Override
  public boolean isExactPrefix(int part, String text) {
    return true;
  }

  @Override
  public int offset(@Nullable Object[] values, int part) {
    KeyWriter out = new KeyWriter();
    for (int i = 0; i < part; i++) {
      write(i, values[i], out);
    }
    return out.length();
  }

  @Override
  public String show(byte[] rowKey) {
    return BlobType.hex(rowKey);
  }

  @Override
  public List<Run> runs(int part) {
    return Run.WHOLE;
  }

  @Override
  public final ByteRange bytes(KeyRange range) {
    int next = range.prefix().size();
    KeyWriter out = new KeyWriter();
    for (int i = 0; i < next; i++) {
      write(i, range.prefix().get(i), out);
    }
    byte[] prefix = out.toBytes();
    if (!range.restrictsNext()) {
      return keys(range.prefix(), prefix);
    }
    if (range.startsWith() != null) {
      return startsWith(prefix, next, range.startsWith());
    }
    if (range.lower() == null && range.upper() == null) {
      return present(prefix, next, null);
    }
    Interval lower = held(next, range.lower(), Condition.Operator.GE, Condition.Operator.GT);
    Interval upper = held(next, range.upper(), Condition.Operator.LE, Condition.Operator.LT);
    if (lower == null || upper == null) {
      return ByteRange.only(prefix).emptied();
    }
    Interval values =
        new Interval(lower.lower(), lower.lowerInclusive(), upper.upper(), upper.upperInclusive());
    Type type = type(next);
    if (values.isEmpty(type)) {
      return ByteRange.only(prefix).emptied();
    }
    Run run = Run.holding(runs(next), values, type);
    if (run == null) {
      throw KeyException.of(
          "cannot make one range of row keys: the bounds on "
              + parts.get(next).name()
              + " include values whose row keys are not adjacent, expected adjacent row keys; use KeySchema.ranges, which returns several ranges");
    }
    boolean backwards = descending(next) != run.reversed();
    KeyRange.Bound from =
        backwards
            ? bound(values.upper(), values.upperInclusive())
            : bound(values.lower(), values.lowerInclusive());
    KeyRange.Bound to =
        backwards
            ? bound(values.lower(), values.lowerInclusive())
            : bound(values.upper(), values.upperInclusive());
    return between(prefix, next, present(prefix, next, run), from, to);
  }

  private @Nullable Interval held(
      int part,
      KeyRange.@Nullable Bound bound,
      Condition.Operator inclusive,
      Condition.Operator exclusive) {
    return bound == null
        ? Interval.ALL
        : Interval.of(bound.inclusive() ? inclusive : exclusive, held(part, bound.value()));
  }

  private static KeyRange.@Nullable Bound bound(@Nullable Object value, boolean inclusive) {
    return value == null ? null : new KeyRange.Bound(value, inclusive);
  }

  private ByteRange between(
      byte[] prefix,
      int part,
      ByteRange present,
      KeyRange.@Nullable Bound from,
      KeyRange.@Nullable Bound to) {
    byte[] start = present.start();
    if (from != null) {
      ByteRange at = at(prefix, part, from.value());
      byte[] after = from.inclusive() ? at.start() : at.stop();
      if (after == null) {
        return at.emptied();
      }
      start = after;
    }
    byte[] stop = present.stop();
    if (to != null) {
      ByteRange at = at(prefix, part, to.value());
      stop = to.inclusive() ? at.stop() : at.start();
    }
    return ByteRange.between(start, stop);
  }

  /** The row keys that hold exactly {@code value} in {@code part} after {@code prefix}. */
  private ByteRange at(byte[] prefix, int part, Object value) {
    KeyWriter out = new KeyWriter();
    out.put(prefix);
    write(part, value, out);
    return keys(out.toBytes(), part + 1);
  }

  /** Padding is no part of the value: char(4) 'ab' is 61620000 and does not start with 'ab\0'. */
  final ByteRange fixedStartsWith(byte[] prefix, int part, byte[] utf8, int width, int pad) {
    if (utf8.length > width) {
      return ByteRange.only(prefix).emptied();
    }
    ByteRange range = startingWith(prefix, part, utf8);
    if (utf8.length == 0 || utf8[utf8.length - 1] != pad) {
      return range;
    }
    byte[] padded = Arrays.copyOf(utf8, width);
    Arrays.fill(padded, utf8.length, width, (byte) pad);
    if (descending(part)) {
      return ByteRange.between(range.start(), body(prefix, part, padded));
    }
    padded[width - 1] = (byte) (pad + 1);
    return ByteRange.between(body(prefix, part, padded), range.stop());
  }

  /** The row keys after {@code prefix} whose part {@code part} starts with these bytes. */
  final ByteRange startingWith(byte[] prefix, int part, byte[] ascending) {
    return ByteRange.startingWith(body(prefix, part, ascending));
  }

  /** {@code prefix} and one byte after it. */
  static byte[] with(byte[] prefix, int last) {
    byte[] longer = Arrays.copyOf(prefix, prefix.length + 1);
    longer[prefix.length] = (byte) last;
    return longer;
  }

  private byte[] body(byte[] prefix, int part, byte[] ascending) {
    KeyWriter out = new KeyWriter();
    out.put(prefix);
    out.put(ascending);
    if (descending(part)) {
      out.complement(prefix.length);
    }
    return out.toBytes();
  }
}
