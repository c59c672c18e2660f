package keywright.key;

/**
 * Row keys from records and back: {@link KeySchema#codec}.
 *
 * <pre>{@code
 * record Event(String tenant, Instant ts, long id) {}
 *
 * KeyCodec<Event> codec = schema.codec(Event.class, MethodHandles.lookup());
 * byte[] rowKey = codec.encode(new Event("acme", Instant.EPOCH, 1));
 * Event event = codec.decode(rowKey);
 * }</pre>
 *
 * <p>Gives the bytes, the values and the errors that {@link KeySchema#rowKey} and {@link
 * KeySchema#decode} give for the same values. Making one takes a millisecond, so keep it, best in a
 * {@code static final} field. Immutable and safe for use by many threads.
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
   * @return the offset after it
   * @throws KeyException as {@link KeySchema#rowKey}, or when the buffer has too little room; then
   *     what is in the buffer from {@code offset} on is undefined
   */
  public abstract int encode(R record, byte[] buffer, int offset);

  /**
   * The record whose row key is {@code rowKey}.
   *
   * @throws KeyException as {@link KeySchema#decode}, and when the key does not give back every
   *     component
   */
  public R decode(byte[] rowKey) {
    return decode(rowKey, 0, rowKey.length);
  }

  /**
   * The record whose row key is {@code bytes[from, to)}. Offsets in errors are those in the row
   * key.
   *
   * @throws KeyException as {@link #decode(byte[])}, and when the range does not lie in the array
   */
  public abstract R decode(byte[] bytes, int from, int to);
}
