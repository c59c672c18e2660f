package keywright.key;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The binary format KW1: each part is a null marker, where it is nullable, and a body that is
 * complemented when the part is descending. Unsigned byte order equals the order of the keys, and
 * no encoded part is a prefix of another, so that leading parts bound a scan exactly.
 */
final class Kw1Codec extends BinaryCodec {
  static final int NULL_FIRST = 0x11;
  static final int PRESENT = 0x20;
  static final int NULL_LAST = 0x30;
  private static final String PRESENT_HEX = BlobType.hex(PRESENT);

  private final List<String> names;

  Kw1Codec(List<KeyPart> parts, List<TypedExpression> expressions) {
    super(parts, expressions);
    this.names = KeyPart.names(parts);
  }

  @Override
  public byte[] encode(@Nullable Object[] values) {
    return written(values).copy();
  }

  @Override
  public int encode(@Nullable Object[] values, byte[] into, int offset) {
    return written(values).copyTo(into, offset);
  }

  private KeyWriter written(@Nullable Object[] values) {
    KeyWriter out = KeyWriter.ofThread();
    for (int i = 0; i < values.length; i++) {
      write(i, values[i], out);
    }
    return out;
  }

  /** Most types encode every value, and then nothing needs to be encoded to know it. */
  private boolean encodesAll(@Nullable Object[] values) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null ? !nullable(i) : !type(i).encodesEveryValue()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean encodes(@Nullable Object[] values) {
    return encodesAll(values) || super.encodes(values);
  }

  @Override
  public boolean hasRowKeys(@Nullable Object[] leading) {
    return encodesAll(leading) || super.hasRowKeys(leading);
  }

  @Override
  void write(int part, @Nullable Object value, KeyWriter out) {
    boolean nullable = nullable(part);
    if (value == null) {
      if (!nullable) {
        throw KeyException.of(
            "cannot encode "
                + parts.get(part).name()
                + ": found null, expected a value, because this key part is NOT NULL; give the part a value");
      }
      out.put(parts.get(part).nullsFirst() ? NULL_FIRST : NULL_LAST);
      return;
    }
    if (nullable) {
      out.put(PRESENT);
    }
    int start = out.length();
    type(part).write(value, out);
    complement(part, start, out);
  }

  private void complement(int part, int start, KeyWriter out) {
    if (descending(part)) {
      out.complement(start);
    }
  }

  @Override
  public @Nullable Object[] decode(byte[] rowKey) {
    KeyReader in = new KeyReader(rowKey);
    @Nullable Object[] values = new @Nullable Object[names.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = read(i, in);
    }
    in.expectEnd();
    return values;
  }

  @Override
  public void decode(byte[] rowKey, int[] places, @Nullable Object[] row) {
    KeyReader in = new KeyReader(rowKey);
    for (int i = 0; i < places.length; i++) {
      Object value = read(i, in);
      if (places[i] >= 0) {
        row[places[i]] = value;
      }
    }
    in.expectEnd();
  }

  private @Nullable Object read(int part, KeyReader in) {
    in.startPart(part, names.get(part), descending(part));
    return !nullable(part) || isPresent(part, in) ? type(part).read(in) : null;
  }

  private boolean isPresent(int part, KeyReader in) {
    int offset = in.offset();
    int marker = in.marker();
    int nullMarker = parts.get(part).nullsFirst() ? NULL_FIRST : NULL_LAST;
    if (marker != PRESENT && marker != nullMarker) {
      throw in.error(
          offset,
          "starts with " + BlobType.hex(marker),
          "the marker " + PRESENT_HEX + " or " + BlobType.hex(nullMarker));
    }
    return marker == PRESENT;
  }

  /** A full key is prefix-free too: nothing else starts with it. */
  @Override
  ByteRange keys(byte[] leading, int count) {
    return ByteRange.startingWith(leading);
  }

  @Override
  ByteRange present(byte[] prefix, int part, @Nullable Run run) {
    return ByteRange.startingWith(present(prefix, part));
  }

  private byte[] present(byte[] prefix, int part) {
    return nullable(part) ? with(prefix, PRESENT) : prefix;
  }

  @Override
  ByteRange startsWith(byte[] prefix, int part, String text) {
    byte[] present = present(prefix, part);
    byte[] utf8 = Utf8.encode(text);
    int width = type(part).fixedLength();
    if (width >= 0) {
      return fixedStartsWith(present, part, utf8, width, 0);
    }
    KeyWriter out = new KeyWriter();
    out.put(present);
    out.putEscaped(utf8);
    complement(part, present.length, out);
    return ByteRange.startingWith(out.toBytes());
  }

  @Override
  public int longest(int part) {
    int body = expressions.get(part).longestBody();
    return body < 0 ? -1 : body + (nullable(part) ? 1 : 0);
  }
}
