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
 * <p>Every {@code put} method writes the next part. It checks that the value fits the declaration
 * of the part (type, range, NOT NULL), and that the buffer has enough space. If a check fails, the
 * method throws a {@link KeyException}; the content of the buffer after the parts that were written
 * before is then undefined.
 *
 * <p>A program should make a new writer for each key: the compiler can then keep the fields of the
 * writer in registers, and writing allocates no memory. Used by one thread.
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
   * Writes a whole number into the next part, which must have an integer type.
   *
   * @return this writer
   * @throws KeyException if the range of the type does not contain the number
   */
  public RowKeyWriter putInt(int value) {
    return put4(Carrier.WHOLE, value);
  }

  /**
   * Writes a whole number into the next part, which must have an integer type.
   *
   * @return this writer
   * @throws KeyException if the range of the type does not contain the number
   */
  public RowKeyWriter putLong(long value) {
    return put8(Carrier.WHOLE, value);
  }

  /**
   * Writes a date into the next part.
   *
   * @param epochDay the number of days since 1970-01-01
   * @return this writer
   */
  public RowKeyWriter putDate(int epochDay) {
    return put4(Carrier.DATE, epochDay);
  }

  /**
   * Writes a timestamp into the next part.
   *
   * @param epochUnits the number of units since 1970-01-01T00:00:00Z. The unit is that of the
   *     part's type, or milliseconds if the type names no unit
   * @return this writer
   */
  public RowKeyWriter putTimestamp(long epochUnits) {
    return put8(Carrier.TIMESTAMP, epochUnits);
  }

  /**
   * Writes a boolean into the next part.
   *
   * @return this writer
   */
  public RowKeyWriter putBoolean(boolean value) {
    PartLayout next = next(Carrier.BOOLEAN, 1);
    buffer[position++] = (byte) ((value ? 1 : 0) ^ next.mask);
    part++;
    return this;
  }

  /**
   * Writes a float into the next part. −0.0 is written as 0.0, and all NaN values are written as
   * the same NaN.
   *
   * @return this writer
   */
  public RowKeyWriter putFloat(float value) {
    PartLayout next = next(Carrier.FLOAT, 4);
    Kw1Bytes.putBits(buffer, position, Kw1Bytes.floatBits(value) ^ next.mask, 4);
    position += 4;
    part++;
    return this;
  }

  /**
   * Writes a double into the next part. −0.0 is written as 0.0, and all NaN values are written as
   * the same NaN.
   *
   * @return this writer
   */
  public RowKeyWriter putDouble(double value) {
    PartLayout next = next(Carrier.DOUBLE, 8);
    Kw1Bytes.putBits(buffer, position, Kw1Bytes.doubleBits(value) ^ next.mask, 8);
    position += 8;
    part++;
    return this;
  }

  /**
   * Writes a text into the next part, which must have the type text, char(n) or digits(n).
   *
   * @return this writer
   */
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

  /**
   * Writes bytes into the next part, which must have the type blob or binary(n).
   *
   * @return this writer
   */
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

  /**
   * Writes a uuid into the next part.
   *
   * @param mostSignificantBits the first 64 bits of the uuid
   * @param leastSignificantBits the last 64 bits of the uuid
   * @return this writer
   */
  public RowKeyWriter putUuid(long mostSignificantBits, long leastSignificantBits) {
    PartLayout next = next(Carrier.UUID, 16);
    Kw1Bytes.putBits(buffer, position, mostSignificantBits ^ next.mask, 8);
    Kw1Bytes.putBits(buffer, position + 8, leastSignificantBits ^ next.mask, 8);
    position += 16;
    part++;
    return this;
  }

  /**
   * Writes a null into the next part, which may have any type and must be nullable.
   *
   * @return this writer
   */
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
   * Writes a value of any type into the next part.
   *
   * @param value an object of a class that {@link KeySchema#key} accepts for this part; null is
   *     written as {@link #putNull} writes it
   * @return this writer
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
   * Ends the row key.
   *
   * @return the index in the buffer after the last byte of the row key
   * @throws KeyException unless every part was written
   */
  public int end() {
    if (part < parts.length) {
      throw Refusals.unfinished(schema, part);
    }
    return position;
  }
}
