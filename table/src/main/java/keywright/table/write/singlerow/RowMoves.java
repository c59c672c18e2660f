package keywright.table.write.singlerow;

import java.util.List;
import keywright.key.Key;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import keywright.table.write.RowWriter;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are on the move where the engine changes one row at a time, as whoever meets them
 * leaves them: finished or given up.
 *
 * <p>A move is an intent at the new place, which names the old row and its stamp, and then a mark
 * at the old place, which is the moment of the move. While the intent stands, the mark at the old
 * place says what has become of it; so the mark is left alone as long as the intent stands. Safe
 * for many threads.
 */
public class RowMoves {
  private static final int ATTEMPTS_MAX = 100;

  private final RowFence rows;

  public RowMoves(RowFence rows) {
    this.rows = rows;
  }

  /**
   * The row when no move of it is under way any longer.
   *
   * @param row as it was read; null for none
   * @throws TableException when others stay faster
   */
  public @Nullable StoredRow settled(StoredTable table, Key key, @Nullable StoredRow row) {
    StoredRow now = row;
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      if (now == null || isSettled(table, key, now)) {
        return now;
      }
      now = rows.read(table, key);
    }
    throw RowWriter.busy(table);
  }

  /** Takes a step towards the end of the move that a row is part of; true when there is none. */
  private boolean isSettled(StoredTable table, Key key, StoredRow row) {
    RowMark mark = row.head().mark();
    switch (mark.kind()) {
      case PENDING -> settleIntent(table, key, row);
      case MOVED -> {
        Key target = table.primaryKey().decode(mark.rowKey());
        StoredRow there = rows.read(table, target);
        if (there == null || !isIntentOf(there, mark.move())) {
          return true;
        }
        arrive(table, target, there);
      }
      default -> {
        return true;
      }
    }
    return false;
  }

  static boolean isIntentOf(StoredRow row, long move) {
    RowMark mark = row.head().mark();
    return mark.kind() == RowMark.Kind.PENDING && mark.move() == move;
  }

  static boolean isMovedBy(@Nullable StoredRow row, long move) {
    return row != null
        && row.head().mark().kind() == RowMark.Kind.MOVED
        && row.head().mark().move() == move;
  }

  /** Finishes the move behind an intent, or gives it up when it cannot have happened. */
  void settleIntent(StoredTable table, Key key, StoredRow intent) {
    RowMark mark = intent.head().mark();
    Key from = table.primaryKey().decode(mark.rowKey());
    StoredRow origin = rows.read(table, from);
    if (isMovedBy(origin, mark.move())) {
      arrive(table, key, intent);
      return;
    }
    boolean mayMove = origin != null && origin.head().stamp().equals(mark.from());
    if (mayGiveUp(table, from, origin, mayMove)) {
      giveUp(table, key, intent);
    }
  }

  /** Whether the row cannot move any longer: who is about to move it is refused from now on. */
  public boolean mayGiveUp(
      StoredTable table, Key from, @Nullable StoredRow origin, boolean mayMove) {
    return !mayMove || rows.fence(table, from, origin, 0) > 0;
  }

  /** Makes an intent a row like any other, after its move. */
  public boolean arrive(StoredTable table, Key key, StoredRow intent) {
    RowStamp stamp = rows.stampAbove(intent.version());
    return rows.write(
        new WriteBatch(rows.nowMillis())
            .put(
                table.layout(),
                key,
                intent,
                intent.head().withMark(RowMark.LIVE).withStamp(stamp),
                List.of()));
  }

  /** Leaves a dead row in the place of the mark of a move whose intent is a row by now. */
  public void bury(StoredTable table, Key key, StoredRow mark) {
    RowHead dead = mark.head().withMark(RowMark.DEAD).withStamp(rows.stampAbove(mark.version()));
    boolean unused =
        rows.write(
            new WriteBatch(rows.nowMillis()).put(table.layout(), key, mark, dead, List.of()));
  }

  /**
   * Leaves a dead row in the place of an intent whose move has not happened and cannot any more.
   */
  public void giveUp(StoredTable table, Key key, StoredRow intent) {
    RowStamp stamp = rows.stampAbove(intent.version());
    WriteBatch batch = new WriteBatch(rows.nowMillis());
    RowFence.replace(batch, table.layout(), key, intent, RowMark.DEAD, stamp, List.of());
    if (rows.write(batch)) {
      boolean unused = rows.delete(RowCommit.entriesOf(table, intent), stamp.version());
    }
  }
}
