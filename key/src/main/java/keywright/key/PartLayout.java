package keywright.key;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is the same for one part of every row key in the format kw1, as plain fields: what writers,
 * readers and record codecs use.
 *
 * <p>A number {@code x} is stored as the low {@link #bytes} bytes of {@code (x + bias) ^ mask}.
 */
final class PartLayout {
  final Type type;
  final Carrier carrier;
  final boolean nullable;
  final int nullMarker;

  /** 0, or -1 when the body is complemented. */
  final int mask;

  /** The bytes of the body, or -1 when they vary. */
  final int bytes;

  /** The low {@link #bytes} bytes of a long. */
  final long low;

  final long bias;

  /** {@code bias ^ mask}: what a number of full width is stored with. */
  final long flip;

  /**
   * 4 or 8 for a NOT NULL number with a sign whose body may be any 4 or 8 bytes, else 0: what
   * nearly all numbers are, and what writers and readers ask about first.
   */
  final int full;

  final long lowest;
  final long highest;

  /** Where the part starts in every row key, or -1 when that varies. */
  final int offset;

  private PartLayout(KeyPart part, TypedExpression expression, int offset) {
    this.type = expression.type();
    this.carrier = type.carrier();
    this.nullable = expression.nullable();
    this.nullMarker = part.nullsFirst() ? Kw1Codec.NULL_FIRST : Kw1Codec.NULL_LAST;
    this.mask = part.descending() ? -1 : 0;
    this.bytes = type.fixedLength();
    this.lowest = type.lowest();
    this.highest = type.highest();
    this.low = bytes < 0 || bytes >= 8 ? -1 : (1L << (8 * bytes)) - 1;
    this.bias = carrier.isNumber() && lowest != 0 ? 1L << (8 * bytes - 1) : 0;
    this.flip = bias ^ mask;
    this.full =
        nullable || !carrier.isNumber() || bias == 0 || bytes % 4 != 0 || isBounded() ? 0 : bytes;
    this.offset = offset;
  }

  /** Whether the part has as many bytes in every key. */
  boolean isFixed() {
    return bytes >= 0 && !nullable;
  }

  /** Whether bodies of so many bytes hold numbers that are none of the type. */
  boolean isBounded() {
    int unused = 64 - 8 * bytes;
    return bias == 0
        ? highest != Long.MAX_VALUE && highest != -1L >>> unused
        : lowest != Long.MIN_VALUE >> unused || highest != Long.MAX_VALUE >> unused;
  }

  static PartLayout[] of(List<KeyPart> parts, List<TypedExpression> expressions) {
    PartLayout[] layouts = new PartLayout[parts.size()];
    int offset = 0;
    for (int i = 0; i < layouts.length; i++) {
      PartLayout layout = new PartLayout(parts.get(i), expressions.get(i), offset);
      layouts[i] = layout;
      offset = offset < 0 || layout.nullable || layout.bytes < 0 ? -1 : offset + layout.bytes;
    }
    return layouts;
  }

  /** The bytes of the part of {@code value}, marker included. */
  byte[] encode(@Nullable Object value) {
    KeyWriter out = new KeyWriter();
    if (nullable) {
      out.put(value == null ? nullMarker : Kw1Codec.PRESENT);
    }
    if (value != null) {
      out.put(body(value));
    }
    return out.toBytes();
  }

  /** The bytes of the part of {@code value} without a marker. */
  byte[] body(Object value) {
    KeyWriter out = new KeyWriter(Math.max(bytes, 16));
    type.write(value, out);
    if (mask != 0) {
      out.complement(0);
    }
    return out.toBytes();
  }

  /** A reader of the body at {@code at}, whose errors are only that there is one. */
  KeyReader reader(byte[] in, int at, int to) {
    KeyReader reader = new KeyReader(in, at, to);
    reader.startPart(0, "", mask != 0);
    return reader;
  }
}
