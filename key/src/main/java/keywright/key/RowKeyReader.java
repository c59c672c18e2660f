package keywright.key;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over the parts of one row key in the format kw1.
 *
 * <pre>{@code
 * RowKeyReader in = schema.reader(rowKey);
 * String tenant = in.getText();
 * long millis = in.getTimestamp();
 * long id = in.to(2).getLong();
 * }</pre>
 *
 * <p>Each {@code get} method reads the next part. It throws a {@link KeyException} if the part has
 * another type, is null, or has wrong bytes. The message for wrong bytes is that of {@link
 * KeySchema#decode}. In contrast to {@code decode}, a reader does not check that computed parts
 * match the columns from which they are computed. Skipped parts are checked only as far as
 * necessary to find their end.
 *
 * <p>A program should make a new reader for each key: the compiler can then keep the fields of the
 * reader in registers, and reading primitive values allocates no memory. Used by one thread.
 */
public final class RowKeyReader {
  private final KeySchema schema;
  private final PartLayout[] parts;
  private final byte[] bytes;
  private final int from;
  private final int to;
  private int position;
  private int part;

  RowKeyReader(KeySchema schema, PartLayout[] parts, byte[] bytes, int from, int to) {
    this.schema = schema;
    this.parts = parts;
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.position = from;
  }

  private KeyException malformed() {
    return Refusals.malformed(schema, bytes, from, to);
  }

  /** The next part, if it can be read as {@code carrier}; the position is then at its body. */
  private PartLayout next(Carrier carrier, int count) {
    if (part >= parts.length || parts[part].carrier != carrier) {
      throw Refusals.wrongGet(schema, part, carrier);
    }
    PartLayout next = parts[part];
    if (next.nullable && !isPresent(next)) {
      throw Refusals.foundNull(schema, part);
    }
    if (to - position - (next.nullable ? 1 : 0) < count) {
      throw malformed();
    }
    return next;
  }

  private boolean isPresent(PartLayout next) {
    int marker = position < to ? bytes[position] : -1;
    if (marker != Kw1Codec.PRESENT && marker != next.nullMarker) {
      throw malformed();
    }
    return marker == Kw1Codec.PRESENT;
  }

  private int body(PartLayout next) {
    return next.nullable ? position + 1 : position;
  }

  private void passed(int end) {
    position = end;
    part++;
  }

  private int get4(Carrier carrier) {
    if (part < parts.length && to - position >= 4) {
      PartLayout next = parts[part];
      if (next.full == 4 && next.carrier == carrier) {
        int value = Kw1Bytes.get4(bytes, position) ^ (int) next.flip;
        passed(position + 4);
        return value;
      }
    }
    return small(carrier);
  }

  private long get8(Carrier carrier) {
    if (part < parts.length && to - position >= 8) {
      PartLayout next = parts[part];
      if (next.full == 8 && next.carrier == carrier) {
        long value = Kw1Bytes.get8(bytes, position) ^ next.flip;
        passed(position + 8);
        return value;
      }
    }
    return number(carrier);
  }

  private int small(Carrier carrier) {
    int start = position;
    long value = number(carrier);
    if ((int) value != value) {
      position = start;
      part--;
      throw Refusals.outOfRange(schema, part, value, bytes, from, to);
    }
    return (int) value;
  }

  private long number(Carrier carrier) {
    PartLayout next = next(carrier, 1);
    int at = body(next);
    int count = next.bytes;
    if (to - at < count) {
      throw malformed();
    }
    long value = ((Kw1Bytes.bits(bytes, at, count) ^ next.mask) & next.low) - next.bias;
    if (value < next.lowest || value > next.highest) {
      throw Refusals.outOfRange(schema, part, value, bytes, from, to);
    }
    passed(at + count);
    return value;
  }

  /**
   * Reads the next part, which is of an integer type.
   *
   * @throws KeyException if the value does not fit into an int, or the part has another type
   */
  public int getInt() {
    return get4(Carrier.WHOLE);
  }

  /**
   * Reads the next part, which is of an integer type.
   *
   * @throws KeyException if the value does not fit into a long, or the part has another type
   */
  public long getLong() {
    return get8(Carrier.WHOLE);
  }

  /** Reads the next part, a date, as the number of days since 1970-01-01. */
  public int getDate() {
    return get4(Carrier.DATE);
  }

  /**
   * Reads the next part, a timestamp, as a number of units since 1970-01-01T00:00:00Z. The unit is
   * that of the part's type, or milliseconds if the type names no unit.
   */
  public long getTimestamp() {
    return get8(Carrier.TIMESTAMP);
  }

  /** Reads the next part, a boolean. */
  public boolean getBoolean() {
    PartLayout next = next(Carrier.BOOLEAN, 1);
    int at = body(next);
    int found = (bytes[at] ^ next.mask) & 0xFF;
    if (found > 1) {
      throw malformed();
    }
    passed(at + 1);
    return found == 1;
  }

  /** Reads the next part, a float. */
  public float getFloat() {
    PartLayout next = next(Carrier.FLOAT, 4);
    int at = body(next);
    int found = (int) Kw1Bytes.bits(bytes, at, 4) ^ next.mask;
    float value = Kw1Bytes.toFloat(found);
    if (Kw1Bytes.floatBits(value) != found) {
      throw malformed();
    }
    passed(at + 4);
    return value;
  }

  /** Reads the next part, a double. */
  public double getDouble() {
    PartLayout next = next(Carrier.DOUBLE, 8);
    int at = body(next);
    long found = Kw1Bytes.bits(bytes, at, 8) ^ next.mask;
    double value = Kw1Bytes.toDouble(found);
    if (Kw1Bytes.doubleBits(value) != found) {
      throw malformed();
    }
    passed(at + 8);
    return value;
  }

  /** Reads the next part, of type text, char(n) or digits(n), as a text. */
  public String getText() {
    if (part < parts.length && parts[part].carrier == Carrier.FIXED_TEXT) {
      next(Carrier.FIXED_TEXT, 0);
      return (String) boxed();
    }
    PartLayout next = next(Carrier.TEXT, 2);
    int at = body(next);
    int end = Kw1Text.end(bytes, at, to, next.mask);
    String text = end == Kw1Text.MISFIT ? null : Kw1Text.text(bytes, at, end, next.mask);
    if (text == null) {
      throw malformed();
    }
    passed(end);
    return text;
  }

  /** Reads the next part, of type blob or binary(n), as a new array. */
  public byte[] getBlob() {
    PartLayout next = next(Carrier.BLOB, 2);
    int at = body(next);
    int end = Kw1Text.end(bytes, at, to, next.mask);
    if (end == Kw1Text.MISFIT) {
      throw malformed();
    }
    passed(end);
    return Kw1Text.blob(bytes, at, end, next.mask);
  }

  /** Reads the next part, a uuid. */
  public UUID getUuid() {
    PartLayout next = next(Carrier.UUID, 16);
    int at = body(next);
    long high = Kw1Bytes.bits(bytes, at, 8) ^ next.mask;
    long low = Kw1Bytes.bits(bytes, at + 8, 8) ^ next.mask;
    passed(at + 16);
    return new UUID(high, low);
  }

  /**
   * Reads the next part, of any type.
   *
   * @return the value, as {@link Key#part} returns it; null if the part is null
   */
  public @Nullable Object get() {
    if (part >= parts.length) {
      throw Refusals.wrongGet(schema, part, Carrier.OBJECT);
    }
    if (parts[part].nullable && !isPresent(parts[part])) {
      passed(position + 1);
      return null;
    }
    return boxed();
  }

  private Object boxed() {
    PartLayout next = parts[part];
    KeyReader in = new KeyReader(bytes, body(next), to);
    in.startPart(part, schema.parts().get(part).name(), next.mask != 0);
    Object value;
    try {
      value = next.type.read(in);
    } catch (KeyException e) {
      throw malformed();
    }
    passed(in.offset());
    return value;
  }

  /**
   * Whether the next part is null. This method does not move to the part after it: call {@link
   * #skip} to skip the null.
   */
  public boolean isNull() {
    if (part >= parts.length) {
      throw Refusals.wrongGet(schema, part, Carrier.OBJECT);
    }
    return parts[part].nullable && !isPresent(parts[part]);
  }

  /**
   * Skips the next part.
   *
   * @return this reader
   */
  public RowKeyReader skip() {
    if (isNull()) {
      passed(position + 1);
      return this;
    }
    PartLayout next = parts[part];
    int at = body(next);
    if (next.bytes >= 0) {
      if (to - at < next.bytes) {
        throw malformed();
      }
      passed(at + next.bytes);
    } else if (next.carrier == Carrier.TEXT || next.carrier == Carrier.BLOB) {
      int end = Kw1Text.end(bytes, at, to, next.mask);
      if (end == Kw1Text.MISFIT) {
        throw malformed();
      }
      passed(end);
    } else {
      boxed();
    }
    return this;
  }

  /**
   * Moves to the part at {@code index}, from 0, forwards or backwards. The next {@code get} method
   * reads this part. If all parts before it have fixed widths, the position is computed in one
   * step. Otherwise the parts in between are skipped one by one.
   *
   * @return this reader
   * @throws KeyException if the key has no such part
   */
  public RowKeyReader to(int index) {
    if (index < 0 || index >= parts.length) {
      throw Refusals.wrongGet(schema, index, Carrier.OBJECT);
    }
    if (index < part || parts[index].offset >= 0) {
      part = index;
      while (parts[part].offset < 0) {
        part--;
      }
      position = from + parts[part].offset;
    }
    while (part < index) {
      skip();
    }
    return this;
  }

  /**
   * Checks that all parts were read and that the row key has no more bytes.
   *
   * @throws KeyException if there are parts or bytes that were not read
   */
  public void end() {
    if (part < parts.length) {
      throw Refusals.unread(schema, part);
    }
    if (position < to) {
      throw malformed();
    }
  }
}
