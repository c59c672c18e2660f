package keywright.table.write.singlerow;

import java.util.List;
import keywright.key.Key;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import keywright.table.layout.StoredTable;
import keywright.table.write.RowWriter;
import org.jspecify.annotations.Nullable;

/**
 * Implements the steps that move rows to another key, with reads and writes of single rows. Safe
 * for many threads.
 */
public final class EngineRowMoves implements RowMoves {
  private static final int ATTEMPTS_MAX = 100;

  private final RowAccess rows;

  public EngineRowMoves(RowAccess rows) {
    this.rows = rows;
  }

  @Override
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

  /**
   * Executes one step that finishes or cancels the move of a row. Returns true if the row is part
   * of no move.
   */
  private boolean isSettled(StoredTable table, Key key, StoredRow row) {
    RowMark mark = row.head().mark();
    switch (mark.kind()) {
      case PENDING -> settleIntent(table, key, row);
      case MOVED -> {
        Key target = table.primaryKey().decode(mark.rowKey());
        StoredRow there = rows.read(table, target);
        if (there == null || !RowMoves.isIntentOf(there, mark.move())) {
          return true;
        }
        boolean unused = arrive(table, target, there);
      }
      default -> {
        return true;
      }
    }
    return false;
  }

  /** Finishes the move of an intent, or cancels it if it cannot happen any more. */
  private void settleIntent(StoredTable table, Key key, StoredRow intent) {
    RowMark mark = intent.head().mark();
    Key from = table.primaryKey().decode(mark.rowKey());
    StoredRow origin = rows.read(table, from);
    if (RowMoves.isMovedBy(origin, mark.move())) {
      boolean unused = arrive(table, key, intent);
      return;
    }
    boolean mayMove = origin != null && origin.head().stamp().equals(mark.from());
    // A writer that is about to move the row is refused from now on.
    if (!mayMove || rows.fence(table, from, origin, 0) > 0) {
      giveUp(table, key, intent);
    }
  }

  @Override
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

  @Override
  public void bury(StoredTable table, Key key, StoredRow mark) {
    RowHead dead =
        mark.head().withMark(RowMark.TOMBSTONE).withStamp(rows.stampAbove(mark.version()));
    boolean unused =
        rows.write(
            new WriteBatch(rows.nowMillis()).put(table.layout(), key, mark, dead, List.of()));
  }

  @Override
  public void giveUp(StoredTable table, Key key, StoredRow intent) {
    RowStamp stamp = rows.stampAbove(intent.version());
    WriteBatch batch = new WriteBatch(rows.nowMillis());
    RowAccess.replace(batch, table.layout(), key, intent, RowMark.TOMBSTONE, stamp, List.of());
    if (rows.write(batch)) {
      boolean unused = rows.delete(IndexEntry.allOf(table, intent), stamp.version());
    }
  }
}
