package keywright.key;

/**
 * A record codec whose straight parts are bytecode made for one key and one record class by {@link
 * CodecGenerator}. Whatever that code does not take, it leaves to the boxed codec, which gives the
 * answer or the error.
 */
abstract class GeneratedCodec<R extends Record> extends KeyCodec<R> {
  private static final int SLACK_MAX = 256;

  private final BoxedCodec<R> boxed;

  /** Bytes to spare, since text was not ASCII before. A race loses a guess, no more. */
  private int slack;

  GeneratedCodec(BoxedCodec<R> boxed) {
    this.boxed = boxed;
  }

  final int slack() {
    return slack;
  }

  BoxedCodec<R> boxed() {
    return boxed;
  }

  /**
   * The bytes of the row key of {@code record}, or those and some to spare. A constant where every
   * key has as many, and then the compiler makes the array without a loop that clears it.
   */
  abstract int size(R record);

  /** Writes the row key and returns the offset after it. */
  abstract int write(R record, byte[] buffer, int offset);

  /** What {@link #read} is for a key with parts that must be computed to be checked. */
  final Record readBoxed(byte[] bytes, int from, int to) {
    return boxed.decode(bytes, from, to);
  }

  /** Reads a row key. */
  abstract Record read(byte[] bytes, int from, int to);

  // The generated class overrides encode and decode: it catches and calls these.

  final byte[] refuseRecord(R record) {
    byte[] rowKey = Misfit.encode(boxed, record);
    int missing = Math.max(0, rowKey.length - size(record));
    slack = Math.min(SLACK_MAX, slack + missing);
    return rowKey;
  }

  final int refuseRecord(R record, byte[] buffer, int offset) {
    return Misfit.encode(boxed, record, buffer, offset);
  }

  final Record refuseBytes(byte[] bytes, int from, int to) {
    return Misfit.decode(boxed, bytes, from, to);
  }
}
