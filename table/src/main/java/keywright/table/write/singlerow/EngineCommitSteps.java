package keywright.table.write.singlerow;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import keywright.key.Key;
import keywright.store.RowOptions;
import keywright.store.RowStamp;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.store.WriteBatch;
import keywright.store.Written;
import keywright.store.stop.Cancellation;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import keywright.table.write.RowCells;
import org.jspecify.annotations.Nullable;

/** Implements the steps of changes of rows with calls of an engine. Safe for many threads. */
public final class EngineCommitSteps implements CommitSteps {
  private final RowAccess rows;
  private final RowMoves moves;
  private final UniqueKeys keys;

  public EngineCommitSteps(RowAccess rows, RowMoves moves, Reservations reservations) {
    this.rows = rows;
    this.moves = moves;
    this.keys = new UniqueKeys(reservations);
  }

  @Override
  public void read(List<RowCommit> all, List<RowCommit> unread) {
    Instant now = rows.now();
    Map<RowCommit, @Nullable StoredRow> read = read(unread, now, false);
    for (RowCommit row : unread) {
      try {
        StoredRow found = moves.settled(row.table(), row.key(), read.get(row));
        row.to(RowStage.of(RowPlan.of(row, found, now)));
      } catch (TableException e) {
        // Of this row alone: others have moved it all the time.
        row.fail(e);
      }
    }
    keys.readOwners(all, unread);
  }

  @Override
  public Map<RowCommit, Written> reserve(List<RowCommit> planned) {
    return keys.reserve(planned);
  }

  @Override
  public RowStamp stamp(RowCommit row, RowPlan plan) {
    long step = rows.engine().versionStep();
    long least = plan.isCopy() ? 0 : RowCells.micros(rows.now());
    least = Math.max(least, plan.leastVersion());
    return new RowStamp((least + step - 1) / step * step, rows.nonce());
  }

  @Override
  public boolean putEntries(List<RowCommit> sent) {
    List<TimedWrite> puts = new ArrayList<>();
    for (RowCommit row : sent) {
      if (row.table().indexes().isEmpty()) {
        continue;
      }
      List<IndexEntry> entries = row.plan().entriesToPut();
      long version = row.sent().stamp().version();
      byte[] rowKey = entries.isEmpty() ? new byte[0] : row.table().primaryKey().encode(row.key());
      entries.forEach(entry -> puts.add(entry.put(rowKey, version)));
      row.notePut(entries);
    }
    return rows.put(puts);
  }

  @Override
  public List<Written> writeRows(List<RowCommit> sent) {
    long nowMillis = rows.nowMillis();
    StoredTable table = sent.get(0).table();
    Cancellation cancellation = sent.get(0).cancellation();
    BooleanSupplier holds = () -> !cancellation.isOver() && rows.declarations().hold(table);
    List<WriteBatch> batches = new ArrayList<>(sent.size());
    for (RowCommit row : sent) {
      batches.add(row.plan().batch(row.sent().stamp(), nowMillis).sendOnlyWhile(holds));
    }
    return rows.engine().writeEach(batches);
  }

  @Override
  public Map<RowCommit, @Nullable StoredRow> readAgain(List<RowCommit> doubtful, Instant now) {
    return read(doubtful, now, true);
  }

  private Map<RowCommit, @Nullable StoredRow> read(
      List<RowCommit> unread, Instant now, boolean settled) {
    StoredTable table = unread.get(0).table();
    boolean history = false;
    List<Key> keys = new ArrayList<>(unread.size());
    for (RowCommit row : unread) {
      history |= row.needsHistory();
      keys.add(row.key());
    }
    RowOptions any = table.rowOptions(history).withExpired();
    // What a write that was sent has done is found out in any case.
    RowOptions options = settled ? any.asSettled() : any.stoppedBy(unread.get(0).cancellation());
    Map<RowCommit, @Nullable StoredRow> read = new HashMap<>();
    try (Snapshot view = rows.engine().snapshot(now.toEpochMilli())) {
      List<@Nullable StoredRow> found = view.get(table.layout(), keys, options);
      for (int i = 0; i < unread.size(); i++) {
        read.put(unread.get(i), found.get(i));
      }
    }
    return read;
  }

  @Override
  public RowStage settle(
      RowCommit row, RowStage.Sent sent, Written answer, @Nullable StoredRow again, Instant now) {
    if (again != null && sent.sends().nonces().contains(again.head().nonce())) {
      return new RowStage.Done(sent.plan(), again.head().stamp());
    }
    if (sent.plan().isBase(again)) {
      // What was not answered may be written yet, so that only this read may be built on.
      return sent.unsent();
    }
    if (sent.mayBeWritten() && row.isConditional()) {
      return new RowStage.Failed(row.unknown(), true);
    }
    try {
      StoredRow found = moves.settled(row.table(), row.key(), again);
      return RowStage.of(keys.readOwners(row, RowPlan.of(row, found, now)));
    } catch (TableException e) {
      return new RowStage.Failed(e, sent.mayBeWritten());
    }
  }

  @Override
  public int deleteEntries(List<RowCommit> written) {
    List<TimedWrite> deletes = new ArrayList<>();
    for (RowCommit row : written) {
      deletes.addAll(row.entryDeletes());
    }
    if (!deletes.isEmpty()) {
      try {
        TimedWrites.of(rows.engine()).write(deletes);
      } catch (StoreException e) {
        // The rows are written; readers hold an entry too many against its row.
        return deletes.size();
      }
    }
    return 0;
  }

  @Override
  public void release(List<RowCommit> written) {
    keys.release(written);
  }
}
