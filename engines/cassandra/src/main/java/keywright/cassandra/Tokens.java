package keywright.cassandra;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import keywright.key.ByteRange;
import keywright.store.TablePart;
import org.jspecify.annotations.Nullable;

/**
 * Tokens from one to another, both of them included; none when the first is above the last.
 *
 * <p>The position of a token in a {@link TablePart} is its eight bytes, the first bit turned, so
 * that they sort as the tokens do. Immutable.
 */
record Tokens(long first, long last) {
  /** Cassandra gives its lowest number to no partition. */
  private static final long LOWEST = Long.MIN_VALUE + 1;

  static final Tokens ALL = new Tokens(LOWEST, Long.MAX_VALUE);
  private static final Tokens NONE = new Tokens(0, -1);

  /** Those whose positions are in a range. */
  static Tokens of(ByteRange positions) {
    if (positions.isEmpty()) {
      return NONE;
    }
    byte[] stop = positions.stop();
    long first = Math.max(LOWEST, token(positions.start()));
    long end = stop == null ? 0 : token(stop);
    // A position that is longer than a token's lies after it.
    if (positions.start().length > Long.BYTES) {
      return first == Long.MAX_VALUE ? NONE : of(first + 1, stop, end);
    }
    return of(first, stop, end);
  }

  private static Tokens of(long first, byte @Nullable [] stop, long end) {
    if (stop == null) {
      return new Tokens(first, Long.MAX_VALUE);
    }
    if (stop.length > Long.BYTES) {
      return new Tokens(first, end);
    }
    return end == Long.MIN_VALUE ? NONE : new Tokens(first, end - 1);
  }

  private static long token(byte[] position) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES);
    bytes.put(position, 0, Math.min(position.length, Long.BYTES));
    return bytes.getLong(0) ^ Long.MIN_VALUE;
  }

  /** The position of a token. */
  static byte[] position(long token) {
    return ByteBuffer.allocate(Long.BYTES).putLong(token ^ Long.MIN_VALUE).array();
  }

  /** Parts that are all tokens together and have equally many. */
  static List<TablePart> parts(int count) {
    List<TablePart> parts = new ArrayList<>(count);
    long each = Long.divideUnsigned(-1L, count);
    byte[] start = {};
    for (int part = 1; part <= count; part++) {
      byte[] stop = part == count ? null : position((each * part) ^ Long.MIN_VALUE);
      parts.add(new TablePart(ByteRange.between(start, stop)));
      start = stop == null ? start : stop;
    }
    return parts;
  }

  boolean isEmpty() {
    return first > last;
  }

  boolean contains(long token) {
    return first <= token && token <= last;
  }

  /** Those above a token. */
  Tokens after(long token) {
    return token == Long.MAX_VALUE ? NONE : new Tokens(Math.max(first, token + 1), last);
  }
}
