package keywright.key;

/**
 * The way from {@link RowKeyWriter} and {@link RowKeyReader} to {@link RowKeyErrors}.
 *
 * <p>They hand over their fields and never themselves: an object that a method outside gets must
 * exist in memory, and a writer or reader is to live in registers.
 */
final class Refusals {
  private Refusals() {}

  static KeyException noWriter(KeySchema schema, int offset, int length) {
    return RowKeyErrors.noWriter(schema, offset, length);
  }

  static KeyException noReader(KeySchema schema, int from, int to, int length) {
    return RowKeyErrors.noReader(schema, from, to, length);
  }

  static KeyException wrongPut(KeySchema schema, int part, Carrier found) {
    return RowKeyErrors.wrongPut(schema, part, found);
  }

  static KeyException wrongNull(KeySchema schema, int part) {
    return RowKeyErrors.wrongNull(schema, part);
  }

  static byte[] encoded(KeySchema schema, int part, Object value) {
    return RowKeyErrors.encoded(schema, part, value);
  }

  static KeyException misfit(KeySchema schema, int part, Object value, int offset, int length) {
    return RowKeyErrors.misfit(schema, part, value, offset, length);
  }

  static KeyException noRoom(KeySchema schema, int part, int bytes, int offset, int length) {
    return RowKeyErrors.noRoom(schema, part, bytes, offset, length);
  }

  static KeyException unfinished(KeySchema schema, int part) {
    return RowKeyErrors.unfinished(schema, part);
  }

  static KeyException wrongGet(KeySchema schema, int part, Carrier found) {
    return RowKeyErrors.wrongGet(schema, part, found);
  }

  static KeyException foundNull(KeySchema schema, int part) {
    return RowKeyErrors.foundNull(schema, part);
  }

  static KeyException unread(KeySchema schema, int part) {
    return RowKeyErrors.unread(schema, part);
  }

  static KeyException outOfRange(
      KeySchema schema, int part, long value, byte[] bytes, int from, int to) {
    return RowKeyErrors.outOfRange(schema, part, value, bytes, from, to);
  }

  static KeyException malformed(KeySchema schema, byte[] bytes, int from, int to) {
    return RowKeyErrors.malformed(schema, bytes, from, to);
  }
}
