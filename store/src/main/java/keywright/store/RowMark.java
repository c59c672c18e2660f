package keywright.store;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The state of a row on engines with single-row atomicity: live, tombstone, move intent or
 * forwarding record. The layer above sets it. Engines store it in the row's head and do not
 * interpret it: they return a tombstone like any other row.
 *
 * <p>Immutable; equal when all its fields are equal.
 */
public final class RowMark {

  /** The state of a row; stored as {@link #code}. */
  public enum Kind {
    /** A row like any other. */
    LIVE(0),
    /** The row was deleted; the tombstone keeps its version. */
    TOMBSTONE(1),
    /**
     * A move intent at the new key of a row. The row becomes visible at this key when the row at
     * the old key is {@link #MOVED}.
     */
    PENDING(2),
    /** A forwarding record at the old key of a row that has moved. */
    MOVED(3);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }

    /**
     * The kind with a stored code; null for the code of {@link #LIVE}, which is not stored, and for
     * an unknown code.
     */
    static @Nullable Kind ofCode(int code) {
      return code == 1 ? TOMBSTONE : code == 2 ? PENDING : code == 3 ? MOVED : null;
    }
  }

  /** A row like any other. */
  public static final RowMark LIVE = new RowMark(Kind.LIVE, 0, new byte[0], new RowStamp(0, 0));

  /** A row that was deleted. */
  public static final RowMark TOMBSTONE =
      new RowMark(Kind.TOMBSTONE, 0, new byte[0], new RowStamp(0, 0));

  private final Kind kind;
  private final long move;
  private final byte[] rowKey;
  private final RowStamp from;

  private RowMark(Kind kind, long move, byte[] rowKey, RowStamp from) {
    this.kind = kind;
    this.move = move;
    this.rowKey = rowKey;
    this.from = from;
  }

  /**
   * The mark of a move intent, at the new key of a row that is being moved.
   *
   * @param move the number of this move, above 0, different from other moves of the two rows
   * @param rowKey the row key of the old row
   * @param from the stamp of the old row before the move
   */
  public static RowMark pending(long move, byte[] rowKey, RowStamp from) {
    requireMove(move);
    return new RowMark(Kind.PENDING, move, rowKey.clone(), from);
  }

  /**
   * The mark of a forwarding record, at the old key of a row that has moved.
   *
   * @param move the number of the move, the same as in the move intent at the new key
   * @param rowKey the row key of the new row
   */
  public static RowMark moved(long move, byte[] rowKey) {
    requireMove(move);
    return new RowMark(Kind.MOVED, move, rowKey.clone(), new RowStamp(0, 0));
  }

  private static void requireMove(long move) {
    if (move <= 0) {
      throw new StoreException(
          "cannot mark a row: found move " + move + ", expected a number above 0");
    }
  }

  /** The kind of the mark. */
  public Kind kind() {
    return kind;
  }

  /** Whether the row is live, so neither a tombstone nor part of a move. */
  public boolean isLive() {
    return kind == Kind.LIVE;
  }

  /** The number of the move that the row is part of; 0 if it is part of none. */
  public long move() {
    return move;
  }

  /**
   * The other row key of a row that moves: the old key for a move intent, the new key for a
   * forwarding record, empty otherwise. Each call returns a new array.
   */
  public byte[] rowKey() {
    return rowKey.clone();
  }

  /** For a move intent: the stamp of the old row before the move. */
  public RowStamp from() {
    return from;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RowMark mark
        && kind == mark.kind
        && move == mark.move
        && Arrays.equals(rowKey, mark.rowKey)
        && from.equals(mark.from);
  }

  @Override
  public int hashCode() {
    return ((31 * kind.code + Long.hashCode(move)) * 31 + Arrays.hashCode(rowKey)) * 31
        + from.hashCode();
  }

  /**
   * A text with the kind and, for a move, its number, the other row, and the expected stamp of that
   * row.
   */
  @Override
  public String toString() {
    if (move == 0) {
      return kind.name();
    }
    String of = kind + "(" + move + ", " + HexFormat.of().formatHex(rowKey);
    return kind == Kind.MOVED ? of + ")" : of + "@" + from.version() + "/" + from.nonce() + ")";
  }
}
