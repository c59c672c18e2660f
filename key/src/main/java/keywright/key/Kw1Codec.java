package keywright.key;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The binary format KW1: each part is a null marker, where it is nullable, and a body that is
 * complemented when the part is descending. Unsigned byte order equals the order of the keys, and
 * no encoded part is a prefix of another, so that leading parts bound a scan exactly.
 */
final class Kw1Codec implements RowKeyCodec {
  static final int NULL_FIRST = 0x11;
  static final int PRESENT = 0x20;
  static final int NULL_LAST = 0x30;
  private static final String PRESENT_HEX = BlobType.hex(new byte[] {(byte) PRESENT});

  private final List<KeyPart> parts;
  private final List<TypedExpression> expressions;
  private final List<String> names;

  Kw1Codec(List<KeyPart> parts, List<TypedExpression> expressions) {
    this.parts = parts;
    this.expressions = expressions;
    this.names = parts.stream().map(KeyPart::name).toList();
  }

  @Override
  public byte[] encode(@Nullable Object[] values) {
    KeyWriter out = new KeyWriter();
    for (int i = 0; i < values.length; i++) {
      write(i, values[i], out);
    }
    return out.toBytes();
  }

  private void write(int part, @Nullable Object value, KeyWriter out) {
    boolean nullable = expressions.get(part).nullable();
    if (value == null) {
      if (!nullable) {
        throw KeyException.of(
            "cannot encode "
                + parts.get(part).name()
                + ": found null, expected a value (NOT NULL)");
      }
      out.put(parts.get(part).nullsFirst() ? NULL_FIRST : NULL_LAST);
      return;
    }
    if (nullable) {
      out.put(PRESENT);
    }
    int start = out.length();
    expressions.get(part).type().write(value, out);
    complement(part, start, out);
  }

  private void complement(int part, int start, KeyWriter out) {
    if (parts.get(part).descending()) {
      out.complement(start);
    }
  }

  @Override
  public @Nullable Object[] decode(byte[] rowKey) {
    KeyReader in = new KeyReader(rowKey);
    @Nullable Object[] values = new @Nullable Object[expressions.size()];
    for (int i = 0; i < values.length; i++) {
      in.startPart(i, names.get(i), parts.get(i).descending());
      if (!expressions.get(i).nullable() || isPresent(i, in)) {
        values[i] = expressions.get(i).type().read(in);
      }
    }
    in.expectEnd();
    return values;
  }

  private boolean isPresent(int part, KeyReader in) {
    int offset = in.offset();
    int marker = in.marker();
    int nullMarker = parts.get(part).nullsFirst() ? NULL_FIRST : NULL_LAST;
    if (marker != PRESENT && marker != nullMarker) {
      throw in.error(
          offset,
          "starts with " + BlobType.hex(new byte[] {(byte) marker}),
          "the marker " + PRESENT_HEX + " or " + BlobType.hex(new byte[] {(byte) nullMarker}));
    }
    return marker == PRESENT;
  }

  @Override
  public boolean isExactPrefix(int part, String text) {
    return true;
  }

  @Override
  public int offset(@Nullable Object[] values, int part) {
    return encode(Arrays.copyOf(values, part)).length;
  }

  @Override
  public String show(byte[] rowKey) {
    return BlobType.hex(rowKey);
  }

  @Override
  public boolean sorts(int part) {
    return true;
  }

  @Override
  public ByteRange bytes(KeyRange range) {
    int next = range.prefix().size();
    KeyWriter out = new KeyWriter();
    for (int i = 0; i < next; i++) {
      write(i, range.prefix().get(i), out);
    }
    byte[] prefix = out.toBytes();
    if (!range.restrictsNext()) {
      // A full key is prefix-free too: nothing else starts with it.
      return ByteRange.startingWith(prefix);
    }
    if (expressions.get(next).nullable()) {
      out.put(PRESENT);
      prefix = out.toBytes();
    }
    if (range.startsWith() != null) {
      return startsWith(next, range.startsWith(), out);
    }
    boolean descending = parts.get(next).descending();
    KeyRange.Bound from = descending ? range.upper() : range.lower();
    KeyRange.Bound to = descending ? range.lower() : range.upper();
    byte[] start = prefix;
    if (from != null) {
      byte[] bound = extend(prefix, next, from.value());
      byte[] after = from.inclusive() ? bound : ByteRange.successor(bound);
      if (after == null) {
        return ByteRange.only(bound).emptied();
      }
      start = after;
    }
    byte[] stop = ByteRange.successor(prefix);
    if (to != null) {
      byte[] bound = extend(prefix, next, to.value());
      stop = to.inclusive() ? ByteRange.successor(bound) : bound;
    }
    return ByteRange.between(start, stop);
  }

  private byte[] extend(byte[] prefix, int part, Object value) {
    KeyWriter out = new KeyWriter();
    out.put(prefix);
    int start = out.length();
    expressions.get(part).type().write(value, out);
    complement(part, start, out);
    return out.toBytes();
  }

  private ByteRange startsWith(int part, String text, KeyWriter out) {
    byte[] prefix = out.toBytes();
    byte[] utf8 = Utf8.encode(text);
    int width = expressions.get(part).type().fixedLength();
    if (width >= 0) {
      return fixedStartsWith(prefix, part, utf8, width);
    }
    out.putEscaped(utf8);
    complement(part, prefix.length, out);
    return ByteRange.startingWith(out.toBytes());
  }

  /** Padding is no part of the value: char(4) 'ab' is 61620000 and does not start with 'ab\0'. */
  private ByteRange fixedStartsWith(byte[] prefix, int part, byte[] utf8, int width) {
    if (utf8.length > width) {
      return ByteRange.only(prefix).emptied();
    }
    ByteRange range = ByteRange.startingWith(body(prefix, part, utf8));
    if (utf8.length == 0 || utf8[utf8.length - 1] != 0) {
      return range;
    }
    byte[] padded = Arrays.copyOf(utf8, width);
    if (parts.get(part).descending()) {
      return ByteRange.between(range.start(), body(prefix, part, padded));
    }
    padded[width - 1] = 1;
    return ByteRange.between(body(prefix, part, padded), range.stop());
  }

  private byte[] body(byte[] prefix, int part, byte[] ascending) {
    KeyWriter out = new KeyWriter();
    out.put(prefix);
    out.put(ascending);
    complement(part, prefix.length, out);
    return out.toBytes();
  }

  @Override
  public int longest(int part) {
    int body = expressions.get(part).longestBody();
    return body < 0 ? -1 : body + (expressions.get(part).nullable() ? 1 : 0);
  }
}
