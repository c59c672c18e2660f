package keywright.table.write.singlerow;

import keywright.key.Key;
import keywright.store.RowMark;
import keywright.store.StoredRow;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The steps that move a row to another key, on engines with single-row atomicity. Safe for many
 * threads.
 *
 * <p>A move consists of a move intent at the new key, which names the old row and its stamp, and
 * then a forwarding record at the old key. The move happens with the write of the forwarding
 * record. As long as the intent exists, the forwarding record tells whether the move has happened.
 * So the intent must be changed before the forwarding record. A process that finds either of them
 * finishes the move or cancels it.
 */
public interface RowMoves {

  /**
   * If a row is part of a move, finishes or cancels this move.
   *
   * @param row the row as it was read; null if no row is stored
   * @return the stored row afterwards; null if no row is stored
   * @throws TableException if other writers changed the row in each attempt
   */
  @Nullable StoredRow settled(StoredTable table, Key key, @Nullable StoredRow row);

  /** The mark of the move intent at the new key of a move. */
  default RowMark intent(Move move) {
    return RowMark.pending(move.number(), move.origin().rowKey(), move.origin().head().stamp());
  }

  /**
   * Whether a move has happened.
   *
   * @param row the row that is stored at the old key; null if no row is stored
   */
  default boolean isMoved(Move move, @Nullable StoredRow row) {
    return isMovedBy(row, move.number());
  }

  /**
   * Replaces a move intent by a normal row, after the move has happened.
   *
   * @return false if the intent has changed meanwhile, or if the outcome is unknown
   */
  boolean arrive(StoredTable table, Key key, StoredRow intent);

  /**
   * Replaces the forwarding record of a move by a tombstone. Before this call, the move intent must
   * have been replaced by a normal row.
   *
   * @param mark the forwarding record
   */
  void bury(StoredTable table, Key key, StoredRow mark);

  /**
   * Replaces a move intent by a tombstone. The move must not have happened, and it must no longer
   * be possible.
   */
  void giveUp(StoredTable table, Key key, StoredRow intent);

  /** Whether a row is the move intent of the move with this number. */
  static boolean isIntentOf(@Nullable StoredRow row, long move) {
    return row != null
        && row.head().mark().kind() == RowMark.Kind.PENDING
        && row.head().mark().move() == move;
  }

  /** Whether a row is the forwarding record of the move with this number. */
  static boolean isMovedBy(@Nullable StoredRow row, long move) {
    return row != null
        && row.head().mark().kind() == RowMark.Kind.MOVED
        && row.head().mark().move() == move;
  }
}
