package keywright.store;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * What a row is beyond its cells, noted by the layer above on engines with single-row atomicity.
 * Engines keep it with the row's head and read nothing into it: a row of any mark is a row to them.
 *
 * <p>Immutable; equal when all that is noted is equal.
 */
public final class RowMark {

  /** What a mark says; stored by {@link #code}. */
  public enum Kind {
    /** A row like any other. */
    LIVE(0),
    /** The row was deleted; what is left keeps its version. */
    TOMBSTONE(1),
    /** The row moves here and is here once the row that it comes from is {@link #MOVED}. */
    PENDING(2),
    /** The row has moved away. */
    MOVED(3);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }

    /** The kind of a stored code other than that of {@link #LIVE}; null for none. */
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
   * A row that moves here.
   *
   * @param move tells this move from every other of the two rows, above 0
   * @param rowKey of the row that it comes from
   * @param from the stamp that the row there has as long as it has not moved
   */
  public static RowMark pending(long move, byte[] rowKey, RowStamp from) {
    requireMove(move);
    return new RowMark(Kind.PENDING, move, rowKey.clone(), from);
  }

  /**
   * A row that has moved away.
   *
   * @param move as in the mark of the row that it became
   * @param rowKey of that row
   */
  public static RowMark moved(long move, byte[] rowKey) {
    requireMove(move);
    return new RowMark(Kind.MOVED, move, rowKey.clone(), new RowStamp(0, 0));
  }

  private static void requireMove(long move) {
    if (move <= 0) {
      throw new StoreException("cannot mark a row: found move " + move + ", expected one above 0");
    }
  }

  /** What the mark says. */
  public Kind kind() {
    return kind;
  }

  /** Whether the row is like any other. */
  public boolean isLive() {
    return kind == Kind.LIVE;
  }

  /** The move that the row is part of; 0 for none. */
  public long move() {
    return move;
  }

  /** The row key of the other row of the move, a copy; empty for none. */
  public byte[] rowKey() {
    return rowKey.clone();
  }

  /** Of a pending row: the stamp of the row that it comes from. */
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

  /** The kind, and for a move its number, the other row, and the stamp that it is to have. */
  @Override
  public String toString() {
    if (move == 0) {
      return kind.name();
    }
    String of = kind + "(" + move + ", " + HexFormat.of().formatHex(rowKey);
    return kind == Kind.MOVED ? of + ")" : of + "@" + from.version() + "/" + from.nonce() + ")";
  }
}
