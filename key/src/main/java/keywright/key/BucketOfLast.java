package keywright.key;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bucket of a binary key whose last parts are the inputs of the bucket, in their order. Then
 * the bytes that the bucket hashes are the last bytes of the key, with the bytes of descending
 * parts complemented. So the bucket is computed without decoding a part. Immutable.
 */
final class BucketOfLast {
  private final Bucket bucket;

  /** The length of the bucket, which is the first part. */
  private final int width;

  /** The length of the last parts; 0 if they are all that follows the bucket. */
  private final int bytes;

  /** The start and the end of each descending part, from the start of the last parts. */
  private final int[] descending;

  private BucketOfLast(Bucket bucket, int bytes, int[] descending) {
    this.bucket = bucket;
    this.width = bucket.type().fixedLength();
    this.bytes = bytes;
    this.descending = descending;
  }

  /**
   * The bucket that is the first part of a key in the format kw1; null if the first part is not a
   * bucket of the last parts, or if it is not known where these, or their descending parts, start.
   */
  static @Nullable BucketOfLast of(
      List<KeyPart> parts, List<TypedExpression> expressions, KeyFormat format) {
    if (!format.equals(KeyFormat.kw1()) || !(expressions.get(0) instanceof Bucket bucket)) {
      return null;
    }
    int first = parts.size() - bucket.inputs().size();
    if (first < 1) {
      return null;
    }
    int[] descending = {};
    int bytes = 0; // Below 0 after a part whose length varies.
    for (int part = first; part < parts.size(); part++) {
      ColumnReference input = bucket.inputs().get(part - first);
      if (!(expressions.get(part) instanceof ColumnReference column)
          || column.index() != input.index()
          || (input.nullable() && !parts.get(part).nullsFirst())) {
        return null;
      }
      int length = input.nullable() ? -1 : input.type().fixedLength();
      int end = bytes < 0 || length < 0 ? -1 : bytes + length;
      if (parts.get(part).descending()) {
        if (end < 0) {
          return null;
        }
        descending = Arrays.copyOf(descending, descending.length + 2);
        descending[descending.length - 2] = bytes;
        descending[descending.length - 1] = end;
      }
      bytes = end;
    }
    if (first > 1 && bytes < 0) {
      return null;
    }
    return new BucketOfLast(bucket, first == 1 ? 0 : bytes, descending);
  }

  /** Whether the bucket of {@code rowKey} is the right one. */
  boolean isRight(byte[] rowKey) {
    int start = bytes == 0 ? width : rowKey.length - bytes;
    if (start < width || rowKey.length < start + least()) {
      return false;
    }
    long found = 0;
    for (int i = 0; i < width; i++) {
      found = (found << 8) | (rowKey[i] & 0xFF);
    }
    return found == bucket.of(hash(rowKey, start));
  }

  /** The length that the descending parts need. */
  private int least() {
    return descending.length == 0 ? 0 : descending[descending.length - 1];
  }

  private long hash(byte[] rowKey, int start) {
    if (descending.length == 0) {
      return Xxh64.hash(rowKey, start, rowKey.length);
    }
    KeyWriter ascending = KeyWriter.ofThread();
    ascending.put(rowKey, start);
    for (int i = 0; i < descending.length; i += 2) {
      ascending.complement(descending[i], descending[i + 1]);
    }
    return ascending.hash();
  }
}
