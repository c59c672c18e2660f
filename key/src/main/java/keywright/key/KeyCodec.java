package keywright.key;

/**
 * Encodes records to row keys and decodes them. Made by {@link KeySchema#codec}.
 *
 * <pre>{@code
 * record Event(String tenant, Instant ts, long id) {}
 *
 * KeyCodec<Event> codec = schema.codec(Event.class, MethodHandles.lookup());
 * byte[] rowKey = codec.encode(new Event("acme", Instant.EPOCH, 1));
 * Event event = codec.decode(rowKey);
 * }</pre>
 *
 * <p>Bytes, values and errors are the same as with {@link KeySchema#rowKey} and {@link
 * KeySchema#decode}. Making a codec takes about a millisecond, so make it once and keep it,
 * preferably in a {@code static final} field. Immutable and safe for use by many threads.
 */
public abstract class KeyCodec<R extends Record> {
  KeyCodec() {}

  /**
   * The row key of {@code record}.
   *
   * @throws KeyException as {@link KeySchema#rowKey}
   */
  public abstract byte[] encode(R record);

  /**
   * Writes the row key of {@code record} into {@code buffer} from {@code offset} on.
   *
   * @return the offset in {@code buffer} after the last byte of the row key
   * @throws KeyException as {@link KeySchema#rowKey}, or if the buffer is too short. After an
   *     exception, the content of the buffer from {@code offset} on is undefined
   */
  public abstract int encode(R record, byte[] buffer, int offset);

  /**
   * The record whose row key is {@code rowKey}.
   *
   * @throws KeyException as {@link KeySchema#decode}, and if the value of a component cannot be
   *     recovered from the key
   */
  public R decode(byte[] rowKey) {
    return decode(rowKey, 0, rowKey.length);
  }

  /**
   * The record whose row key is {@code bytes[from, to)}. Offsets in errors count from the start of
   * the row key, not of the array.
   *
   * @throws KeyException as {@link #decode(byte[])}, and when the range is not within the array
   */
  public abstract R decode(byte[] bytes, int from, int to);
}
