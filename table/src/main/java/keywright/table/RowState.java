package keywright.table;

import java.time.Instant;
import java.util.List;
import keywright.key.Key;
import keywright.store.Cell;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * One row on its way through changes: as it is stored, as it is after the changes so far, and the
 * index entries of the latter. Used by one thread.
 */
final class RowState {
  private final StoredTable table;
  private final Key key;
  private final long version;
  private final @Nullable Object @Nullable [] stored;
  private final RowCells cells;

  private @Nullable Object @Nullable [] current;
  private boolean madeAnew;

  /** Entry keys of {@link #current} per index; null where they are those of {@link #stored}. */
  private @Nullable Key[] entries;

  /**
   * @param row as it is stored; null for none
   * @param now the moment of the changes
   */
  RowState(StoredTable table, Key key, @Nullable StoredRow row, Instant now) {
    this.table = table;
    this.key = key;
    this.version = row == null ? WriteBatch.ABSENT : row.version();
    this.stored = row == null ? null : table.row(key, row);
    this.cells = new RowCells(table, row, now);
    this.current = stored;
    this.entries = new @Nullable Key[table.indexes().size()];
  }

  long version() {
    return version;
  }

  /** The version that the row may have at least after its changes. */
  long leastVersion() {
    return Math.max(version, cells.latestMicros()) + 1;
  }

  /**
   * Makes one change.
   *
   * @throws keywright.key.KeyException when an index key cannot hold the row; it is then as before
   */
  RowChange.Outcome apply(RowChange change) {
    change.requireSameTable(table);
    @Nullable Object @Nullable [] before = current;
    @Nullable Object @Nullable [] after = change.apply(before);
    if (after == null) {
      current = null;
      cells.delete();
      madeAnew = true;
      return before == null ? RowChange.Outcome.UNCHANGED : RowChange.Outcome.DELETED;
    }
    if (change.keeps(before)) {
      return RowChange.Outcome.UNCHANGED;
    }
    RowCells.Step step = cells.step(change, before, after);
    if (before != null && step.isNothing()) {
      return RowChange.Outcome.UNCHANGED;
    }
    @Nullable Key[] next = new @Nullable Key[entries.length];
    for (int i = 0; i < next.length; i++) {
      StoredIndex index = table.indexes().get(i);
      cells.requireExact(index, step, after);
      if (before == null) {
        next[i] = change.newEntry(table, i, after);
      } else {
        boolean same = index.sameEntry(before, after);
        next[i] = same ? entries[i] : RowChange.entry(table, index, after);
      }
    }
    entries = next;
    current = after;
    cells.take(step);
    return before == null ? RowChange.Outcome.INSERTED : RowChange.Outcome.CHANGED;
  }

  /**
   * Adds what makes the stored row the current one, entries included. In an index that is still
   * being built the entry of a row is put whenever the row changes: the build passes over rows that
   * changed since it began.
   *
   * @param newVersion of the row, above {@link #version}
   * @return whether there was anything to add
   */
  boolean addTo(WriteBatch batch, long newVersion) {
    @Nullable Object[] before = stored;
    @Nullable Object[] after = current;
    if (after == null) {
      if (before != null) {
        batch.delete(table.layout(), key, version);
        for (StoredIndex index : table.indexes()) {
          Key entry = index.entry(before);
          if (entry != null) {
            batch.delete(index.layout(), entry, WriteBatch.ANY);
          }
        }
      }
      return before != null;
    }
    List<Cell> changed = cells.cells(newVersion);
    boolean sameLife = before == null || cells.keepsLife();
    if (before != null && changed.isEmpty() && sameLife) {
      return false;
    }
    if (madeAnew && before != null) {
      batch.delete(table.layout(), key, version);
    }
    long expected = madeAnew ? WriteBatch.ABSENT : version;
    batch.put(table.layout(), key, expected, cells.head(newVersion), changed);
    for (int i = 0; i < entries.length; i++) {
      addEntry(batch, i, before, after, newVersion, sameLife);
    }
    return true;
  }

  private void addEntry(
      WriteBatch batch,
      int i,
      @Nullable Object @Nullable [] before,
      @Nullable Object[] after,
      long newVersion,
      boolean sameLife) {
    StoredIndex index = table.indexes().get(i);
    boolean keeps = index.isReadable() && sameLife;
    if (before != null && keeps && index.sameEntry(before, after)) {
      return;
    }
    Key entry = entries[i] != null ? entries[i] : index.entry(after);
    if (entry == null) {
      return;
    }
    Key old = before == null ? null : index.entry(before);
    if (old != null && !old.equals(entry)) {
      batch.delete(index.layout(), old, WriteBatch.ANY);
    } else if (before != null && keeps) {
      return;
    }
    index.putEntry(batch, entry, table.primaryKey().encode(key), cells.head(newVersion));
  }
}
