package keywright.key;

/**
 * Says that straight code met something that it does not take, and nothing more: the boxed path,
 * which is asked next, gives the answer or the exact error. One instance, without a stack trace, so
 * that throwing it costs a jump.
 */
final class Misfit extends RuntimeException {
  @SuppressWarnings("StaticAssignmentOfThrowable") // It has no stack trace to be wrong.
  static final Misfit FOUND = new Misfit();

  private static final long serialVersionUID = 1;

  private Misfit() {
    super(null, null, false, false);
  }

  // The way to the boxed path, in two calls: see RowKeyErrors for why they are methods here.

  static <R extends Record> byte[] encode(BoxedCodec<R> boxed, R record) {
    return encodeBoxed(boxed, record);
  }

  private static <R extends Record> byte[] encodeBoxed(BoxedCodec<R> boxed, R record) {
    return boxed.encode(record);
  }

  static <R extends Record> int encode(BoxedCodec<R> boxed, R record, byte[] buffer, int offset) {
    return encodeBoxed(boxed, record, buffer, offset);
  }

  private static <R extends Record> int encodeBoxed(
      BoxedCodec<R> boxed, R record, byte[] buffer, int offset) {
    return boxed.encode(record, buffer, offset);
  }

  static <R extends Record> R decode(BoxedCodec<R> boxed, byte[] bytes, int from, int to) {
    return decodeBoxed(boxed, bytes, from, to);
  }

  private static <R extends Record> R decodeBoxed(
      BoxedCodec<R> boxed, byte[] bytes, int from, int to) {
    return boxed.decode(bytes, from, to);
  }
}
