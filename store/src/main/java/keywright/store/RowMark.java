package keywright.store;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The state of a row on engines with single-row atomicity: live, tombstone, move intent or
 * forwarding record. The writer of a row sets the mark. An engine stores the mark in the row's head
 * and does not interpret it: it returns a tombstone like any other row.
 *
 * <p>Immutable; two marks are equal if all their fields are equal.
 */
public final class RowMark {

  /** The kind of a mark. It is stored as the number {@link #code}. */
  public enum Kind {
    /** An ordinary row. */
    LIVE(0),
    /** A tombstone: the row was deleted, and the tombstone has the version of the deletion. */
    TOMBSTONE(1),
    /**
     * A move intent at the new key of a row that is being moved. The row becomes visible at this
     * key when the row at the old key has become {@link #MOVED}.
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

  /** The mark of an ordinary row. */
  public static final RowMark LIVE = new RowMark(Kind.LIVE, 0, new byte[0], new RowStamp(0, 0));

  /** The mark of a tombstone. */
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
   * Makes the mark of a move intent, which is stored at the new key of a row that is being moved.
   *
   * @param move the number of this move, above 0. No other move of the two rows has this number
   * @param rowKey the old row key of the row
   * @param from the stamp of the row at its old key before the move
   */
  public static RowMark pending(long move, byte[] rowKey, RowStamp from) {
    requireMove(move);
    return new RowMark(Kind.PENDING, move, rowKey.clone(), from);
  }

  /**
   * Makes the mark of a forwarding record, which is stored at the old key of a row that has moved.
   *
   * @param move the number of the move, the same as in the move intent at the new key
   * @param rowKey the new row key of the row
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

  /** The kind of this mark. */
  public Kind kind() {
    return kind;
  }

  /**
   * Whether the row is an ordinary row: neither a tombstone nor a move intent nor a forwarding
   * record.
   */
  public boolean isLive() {
    return kind == Kind.LIVE;
  }

  /** The number of the move, for a move intent and for a forwarding record; 0 for other marks. */
  public long move() {
    return move;
  }

  /**
   * For a move intent the old row key of the row, for a forwarding record its new row key; an empty
   * array for other marks. Each call returns a new array.
   */
  public byte[] rowKey() {
    return rowKey.clone();
  }

  /** The stamp that the row had at its old key before the move, for a move intent. */
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
   * The mark as text: its kind and, for a move, the number of the move, the other row key, and the
   * stamp at the old key.
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
