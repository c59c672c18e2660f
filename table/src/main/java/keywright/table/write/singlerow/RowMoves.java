package keywright.table.write.singlerow;

import keywright.key.Key;
import keywright.store.RowMark;
import keywright.store.StoredRow;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The steps of moves of rows on engines with single-row atomicity.
 *
 * <p>A move is a move intent at the new key, which names the old row and its stamp, and then a
 * forwarding record at the old key, whose write is the moment of the move. While the intent exists,
 * the forwarding record says what became of it. So nobody changes the forwarding record before the
 * intent. Another process that meets either finishes the move or gives it up. Safe for many
 * threads.
 */
public interface RowMoves {

  /**
   * The row when no move of it is under way any longer.
   *
   * @param row as it was read; null for none
   * @throws TableException when others stay faster
   */
  @Nullable StoredRow settled(StoredTable table, Key key, @Nullable StoredRow row);

  /** What the row bears at its new key until it has moved. */
  default RowMark intent(Move move) {
    return RowMark.pending(move.number(), move.origin().rowKey(), move.origin().head().stamp());
  }

  /** Whether the row at the old key, as it is now, says that the move has happened. */
  default boolean isMoved(Move move, @Nullable StoredRow row) {
    return isMovedBy(row, move.number());
  }

  /**
   * Makes an intent a row like any other, after its move.
   *
   * @return false when the intent has changed meanwhile, or that is unknown
   */
  boolean arrive(StoredTable table, Key key, StoredRow intent);

  /** Leaves a tombstone in the place of the mark of a move whose intent is a row by now. */
  void bury(StoredTable table, Key key, StoredRow mark);

  /**
   * Leaves a tombstone in the place of an intent whose move has not happened and cannot any more.
   */
  void giveUp(StoredTable table, Key key, StoredRow intent);

  /** Whether a row is the intent of a move. */
  static boolean isIntentOf(@Nullable StoredRow row, long move) {
    return row != null
        && row.head().mark().kind() == RowMark.Kind.PENDING
        && row.head().mark().move() == move;
  }

  /** Whether a row is the mark of a move. */
  static boolean isMovedBy(@Nullable StoredRow row, long move) {
    return row != null
        && row.head().mark().kind() == RowMark.Kind.MOVED
        && row.head().mark().move() == move;
  }
}
