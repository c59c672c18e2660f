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
 * <p>A move consists of a move intent at the new key, which names the old row and its stamp, and
 * then a forwarding record at the old key. The move happens with the write of the forwarding
 * record. As long as the intent exists, the forwarding record tells whether the move has happened.
 * So the intent must be changed before the forwarding record. A process that finds either of them
 * finishes the move or cancels it. Safe for many threads.
 */
public interface RowMoves {

  /**
   * Finishes or cancels a move of the row, and returns the row afterwards.
   *
   * @param row the row as it was read; null for none
   * @throws TableException if other writers changed the row in each attempt
   */
  @Nullable StoredRow settled(StoredTable table, Key key, @Nullable StoredRow row);

  /** The mark of the row at its new key until it has moved. */
  default RowMark intent(Move move) {
    return RowMark.pending(move.number(), move.origin().rowKey(), move.origin().head().stamp());
  }

  /** Whether the stored row at the old key shows that the move has happened. */
  default boolean isMoved(Move move, @Nullable StoredRow row) {
    return isMovedBy(row, move.number());
  }

  /**
   * Turns an intent into a normal row after its move.
   *
   * @return false if the intent has changed meanwhile, or if this is unknown
   */
  boolean arrive(StoredTable table, Key key, StoredRow intent);

  /**
   * Replaces the forwarding record of a move by a tombstone. The intent of the move must be a
   * normal row by then.
   */
  void bury(StoredTable table, Key key, StoredRow mark);

  /** Replaces an intent by a tombstone. Its move has not happened and cannot happen any more. */
  void giveUp(StoredTable table, Key key, StoredRow intent);

  /** Whether a row is the intent of a move. */
  static boolean isIntentOf(@Nullable StoredRow row, long move) {
    return row != null
        && row.head().mark().kind() == RowMark.Kind.PENDING
        && row.head().mark().move() == move;
  }

  /** Whether a row is the forwarding record of a move. */
  static boolean isMovedBy(@Nullable StoredRow row, long move) {
    return row != null
        && row.head().mark().kind() == RowMark.Kind.MOVED
        && row.head().mark().move() == move;
  }
}
