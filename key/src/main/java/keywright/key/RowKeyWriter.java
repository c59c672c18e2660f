package keywright.key;

import org.jspecify.annotations.Nullable;

/**
 * Writes one row key in the format kw1 into a buffer of the caller, part by part in the order of
 * the key.
 *
 * <pre>{@code
 * int end = schema.writer(buffer, 0).putText("acme").putTimestamp(millis).putLong(7).end();
 * }</pre>
 *
 * <p>Every method checks the value against the declaration of the part (type, range, NOT NULL) and
 * against the space in the buffer. If a check fails, the method throws a {@link KeyException}; the
 * content of the buffer after the parts written so far is then undefined.
 *
 * <p>Make a new writer for each key. Then the compiler can keep its fields in registers, and
 * nothing is allocated. Not safe for use by many threads.
 */
public final class RowKeyWriter {
  private final KeySchema schema;
  private final PartLayout[] parts;
  private final byte[] buffer;
  private int position;
  private int part;

  RowKeyWriter(KeySchema schema, PartLayout[] parts, byte[] buffer, int offset) {
    this.schema = schema;
    this.parts = parts;
    this.buffer = buffer;
    this.position = offset;
  }

  /** The next part, if it accepts {@code carrier}; its marker, if it has one, is written. */
  private PartLayout next(Carrier carrier, int bytes) {
    if (part >= parts.length || parts[part].carrier != carrier) {
      throw Refusals.wrongPut(schema, part, carrier);
    }
    PartLayout next = parts[part];
    if (next.nullable) {
      if (position >= buffer.length) {
        throw Refusals.noRoom(schema, part, 1 + Math.max(bytes, 0), position, buffer.length);
      }
      buffer[position++] = Kw1Codec.PRESENT;
    }
    if (buffer.length - position < bytes) {
      throw Refusals.noRoom(schema, part, bytes, position, buffer.length);
    }
    return next;
  }

  private RowKeyWriter put4(Carrier carrier, int value) {
    if (part < parts.length && buffer.length - position >= 4) {
      PartLayout next = parts[part];
      if (next.full == 4 && next.carrier == carrier) {
        Kw1Bytes.put4(buffer, position, value ^ (int) next.flip);
        position += 4;
        part++;
        return this;
      }
    }
    return putNumber(carrier, value);
  }

  private RowKeyWriter put8(Carrier carrier, long value) {
    if (part < parts.length && buffer.length - position >= 8) {
      PartLayout next = parts[part];
      if (next.full == 8 && next.carrier == carrier) {
        Kw1Bytes.put8(buffer, position, value ^ next.flip);
        position += 8;
        part++;
        return this;
      }
    }
    return putNumber(carrier, value);
  }

  private RowKeyWriter putNumber(Carrier carrier, long value) {
    PartLayout next = next(carrier, 0);
    int bytes = next.bytes;
    if (value < next.lowest || value > next.highest || buffer.length - position < bytes) {
      throw Refusals.misfit(schema, part, value, position, buffer.length);
    }
    Kw1Bytes.putBits(buffer, position, (value + next.bias) ^ next.mask, bytes);
    position += bytes;
    part++;
    return this;
  }

  /**
   * Writes a whole number into the next part, which has any integer type.
   *
   * @throws KeyException if the range of the type does not contain the number
   */
  public RowKeyWriter putInt(int value) {
    return put4(Carrier.WHOLE, value);
  }

  /**
   * Writes a whole number into the next part, which has any integer type.
   *
   * @throws KeyException if the range of the type does not contain the number
   */
  public RowKeyWriter putLong(long value) {
    return put8(Carrier.WHOLE, value);
  }

  /** Writes a date, given as the number of days since 1970-01-01. */
  public RowKeyWriter putDate(int epochDay) {
    return put4(Carrier.DATE, epochDay);
  }

  /**
   * Writes a timestamp, given as a number of units since 1970-01-01T00:00:00Z. The unit is that of
   * the part's type; a type without a unit counts milliseconds.
   */
  public RowKeyWriter putTimestamp(long epochUnits) {
    return put8(Carrier.TIMESTAMP, epochUnits);
  }

  /** Writes a boolean. */
  public RowKeyWriter putBoolean(boolean value) {
    PartLayout next = next(Carrier.BOOLEAN, 1);
    buffer[position++] = (byte) ((value ? 1 : 0) ^ next.mask);
    part++;
    return this;
  }

  /** Writes a float. −0.0 is written as 0.0, and all NaN values are written as the same NaN. */
  public RowKeyWriter putFloat(float value) {
    PartLayout next = next(Carrier.FLOAT, 4);
    Kw1Bytes.putBits(buffer, position, Kw1Bytes.floatBits(value) ^ next.mask, 4);
    position += 4;
    part++;
    return this;
  }

  /** Writes a double. −0.0 is written as 0.0, and all NaN values are written as the same NaN. */
  public RowKeyWriter putDouble(double value) {
    PartLayout next = next(Carrier.DOUBLE, 8);
    Kw1Bytes.putBits(buffer, position, Kw1Bytes.doubleBits(value) ^ next.mask, 8);
    position += 8;
    part++;
    return this;
  }

  /** Writes a text into a part of type text, char(n) or digits(n). */
  public RowKeyWriter putText(String text) {
    if (part < parts.length && parts[part].carrier == Carrier.FIXED_TEXT) {
      return put(text);
    }
    PartLayout next = next(Carrier.TEXT, 2);
    int end = Kw1Text.put(buffer, position, text, next.mask);
    if (end == Kw1Text.MISFIT) {
      throw Refusals.misfit(schema, part, text, position, buffer.length);
    }
    position = end;
    part++;
    return this;
  }

  /** Writes bytes into a part of type blob or binary(n). */
  public RowKeyWriter putBlob(byte[] blob) {
    PartLayout next = next(Carrier.BLOB, 2);
    int end = Kw1Text.put(buffer, position, blob, next.mask);
    if (end == Kw1Text.MISFIT) {
      throw Refusals.misfit(schema, part, blob, position, buffer.length);
    }
    position = end;
    part++;
    return this;
  }

  /** Writes a UUID, given as its two longs. */
  public RowKeyWriter putUuid(long mostSignificantBits, long leastSignificantBits) {
    PartLayout next = next(Carrier.UUID, 16);
    Kw1Bytes.putBits(buffer, position, mostSignificantBits ^ next.mask, 8);
    Kw1Bytes.putBits(buffer, position + 8, leastSignificantBits ^ next.mask, 8);
    position += 16;
    part++;
    return this;
  }

  /** Writes a null into a nullable part of any type. */
  public RowKeyWriter putNull() {
    if (part >= parts.length || !parts[part].nullable) {
      throw Refusals.wrongNull(schema, part);
    }
    if (position >= buffer.length) {
      throw Refusals.noRoom(schema, part, 1, position, buffer.length);
    }
    buffer[position++] = (byte) parts[part].nullMarker;
    part++;
    return this;
  }

  /**
   * Writes a boxed value of any type that {@link KeySchema#key} accepts for the part. A null is
   * written as by {@link #putNull}.
   */
  public RowKeyWriter put(@Nullable Object value) {
    if (value == null) {
      return putNull();
    }
    if (part >= parts.length) {
      throw Refusals.wrongPut(schema, part, Carrier.OBJECT);
    }
    byte[] encoded = Refusals.encoded(schema, part, value);
    if (buffer.length - position < encoded.length) {
      throw Refusals.noRoom(schema, part, encoded.length, position, buffer.length);
    }
    System.arraycopy(encoded, 0, buffer, position, encoded.length);
    position += encoded.length;
    part++;
    return this;
  }

  /**
   * Ends the row key and returns the offset in the buffer after its last byte.
   *
   * @throws KeyException unless every part was written
   */
  public int end() {
    if (part < parts.length) {
      throw Refusals.unfinished(schema, part);
    }
    return position;
  }
}
