package keywright.key;

/**
 * Encodes objects of a record class to row keys, and decodes row keys to records. {@link
 * KeySchema#codec} makes codecs.
 *
 * <pre>{@code
 * record Event(String tenant, Instant ts, long id) {}
 *
 * KeyCodec<Event> codec = schema.codec(Event.class, MethodHandles.lookup());
 * byte[] rowKey = codec.encode(new Event("acme", Instant.EPOCH, 1));
 * Event event = codec.decode(rowKey);
 * }</pre>
 *
 * <p>The bytes, values and errors are the same as those of {@link KeySchema#rowKey} and {@link
 * KeySchema#decode}. Making a codec takes about a millisecond. So a program should make each codec
 * once and keep it, preferably in a {@code static final} field. Immutable and safe for use by many
 * threads.
 */
public abstract class KeyCodec<R extends Record> {
  KeyCodec() {}

  /**
   * Encodes the key of a record.
   *
   * @return the row key, a new array
   * @throws KeyException as {@link KeySchema#rowKey}
   */
  public abstract byte[] encode(R record);

  /**
   * Writes the row key of a record into a buffer.
   *
   * @param buffer the array that gets the bytes
   * @param offset the index in {@code buffer} of the first byte
   * @return the offset in {@code buffer} after the last byte of the row key
   * @throws KeyException as {@link KeySchema#rowKey}, or if the buffer is too short. After an
   *     exception, the content of the buffer from {@code offset} on is undefined
   */
  public abstract int encode(R record, byte[] buffer, int offset);

  /**
   * Decodes a row key.
   *
   * @return the record with this row key
   * @throws KeyException as {@link KeySchema#decode}, and if the value of a component cannot be
   *     decoded from the key
   */
  public R decode(byte[] rowKey) {
    return decode(rowKey, 0, rowKey.length);
  }

  /**
   * Decodes a row key that is a part of an array. Offsets in errors count from the start of the row
   * key, not of the array.
   *
   * @param bytes the array
   * @param from the index of the first byte of the row key
   * @param to the index after the last byte of the row key
   * @return the record with this row key
   * @throws KeyException as {@link #decode(byte[])}, and if the range is not within the array
   */
  public abstract R decode(byte[] bytes, int from, int to);
}
