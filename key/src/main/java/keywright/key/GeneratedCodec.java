package keywright.key;

import java.util.Arrays;

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

  BoxedCodec<R> boxed() {
    return boxed;
  }

  /** The bytes of the row key of {@code record}, as long as its text is ASCII. */
  abstract int size(R record);

  /** Writes the row key and returns the offset behind it. */
  abstract int write(R record, byte[] buffer, int offset);

  /** What {@link #read} is for a key with parts that must be computed to be checked. */
  final Record readBoxed(byte[] bytes, int from, int to) {
    return boxed.decode(bytes, from, to);
  }

  /** Reads a row key. */
  abstract Record read(byte[] bytes, int from, int to);

  @Override
  public final byte[] encode(R record) {
    byte[] rowKey;
    try {
      rowKey = new byte[size(record) + slack];
      int end = write(record, rowKey, 0);
      return end == rowKey.length ? rowKey : Arrays.copyOf(rowKey, end);
    } catch (RuntimeException e) {
      return encodeBoxed(record);
    }
  }

  private byte[] encodeBoxed(R record) {
    byte[] rowKey = Misfit.encode(boxed, record);
    slack = Math.min(SLACK_MAX, Math.max(slack, rowKey.length - size(record)));
    return rowKey;
  }

  // The generated class overrides encode and decode: it catches and calls these.

  final int refuseRecord(R record, byte[] buffer, int offset) {
    return Misfit.encode(boxed, record, buffer, offset);
  }

  final Record refuseBytes(byte[] bytes, int from, int to) {
    return Misfit.decode(boxed, bytes, from, to);
  }
}
