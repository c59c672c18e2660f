package keywright.table;

import java.util.HashMap;
import java.util.Map;
import keywright.key.Key;
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
  private final Claims claims;

  private @Nullable Object @Nullable [] current;

  /** Entry keys of {@link #current} per index; null where they are those of {@link #stored}. */
  private @Nullable Key[] entries;

  /**
   * @param version of the stored row, {@link WriteBatch#ABSENT} for none
   * @param claims those of all rows of the batch and the table
   */
  RowState(
      StoredTable table,
      Key key,
      long version,
      @Nullable Object @Nullable [] stored,
      Claims claims) {
    this.claims = claims;
    this.table = table;
    this.key = key;
    this.version = version;
    this.stored = stored;
    this.current = stored;
    this.entries = new @Nullable Key[table.indexes().size()];
  }

  long version() {
    return version;
  }

  /** The row after the changes so far; null for none. */
  @Nullable Object @Nullable [] current() {
    return current;
  }

  /**
   * Makes one change.
   *
   * @throws keywright.key.KeyException when an index key cannot hold the row; it is then as before
   * @throws TableException when another row has its key of a unique index; it is then as before
   */
  RowChange.Outcome apply(RowChange change) {
    change.requireSameTable(table);
    if (!change.expects(current)) {
      return RowChange.Outcome.UNMET;
    }
    @Nullable Object @Nullable [] after = change.apply(current);
    if (after == null) {
      RowChange.Outcome outcome =
          current == null ? RowChange.Outcome.UNCHANGED : RowChange.Outcome.DELETED;
      claims.move(key, current, null);
      current = null;
      return outcome;
    }
    return become(after, change);
  }

  /**
   * Makes a change that moves this row to the place of another.
   *
   * @throws TableException when there is a row at that place
   * @throws keywright.key.KeyException when an index key cannot hold the row; both are then as
   *     before
   */
  RowChange.Outcome moveTo(RowState target, RowChange change) {
    change.requireSameTable(table);
    if (!change.expects(current)) {
      return RowChange.Outcome.UNMET;
    }
    @Nullable Object @Nullable [] after = change.apply(current);
    if (after == null) {
      return RowChange.Outcome.UNCHANGED;
    }
    if (target.current != null) {
      throw change.occupied();
    }
    // The row gives its keys of unique indexes back before it takes them at its new place.
    claims.move(key, current, null);
    try {
      RowChange.Outcome unused = target.become(after, change);
    } catch (RuntimeException e) {
      claims.move(key, null, current);
      throw e;
    }
    current = null;
    return RowChange.Outcome.CHANGED;
  }

  private RowChange.Outcome become(@Nullable Object[] after, RowChange change) {
    @Nullable Object @Nullable [] before = current;
    if (before != null && sameRow(before, after)) {
      return RowChange.Outcome.UNCHANGED;
    }
    @Nullable Key[] next = new @Nullable Key[entries.length];
    for (int i = 0; i < next.length; i++) {
      StoredIndex index = table.indexes().get(i);
      if (before == null) {
        next[i] = change.newEntry(table, i, after);
      } else {
        boolean same = index.sameEntry(before, after);
        next[i] = same ? entries[i] : RowChange.entry(table, index, after);
      }
    }
    claims.move(key, before, after);
    entries = next;
    current = after;
    return before == null ? RowChange.Outcome.INSERTED : RowChange.Outcome.CHANGED;
  }

  private static boolean sameRow(@Nullable Object[] a, @Nullable Object[] b) {
    for (int i = 0; i < a.length; i++) {
      if (!StoredTable.sameValue(a[i], b[i])) {
        return false;
      }
    }
    return true;
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
    if (before != null && sameRow(before, after)) {
      return false;
    }
    batch.put(table.layout(), key, version, newVersion, cells(before, after));
    byte[] rowKey = null;
    for (int i = 0; i < entries.length; i++) {
      StoredIndex index = table.indexes().get(i);
      if (before != null && index.isReadable() && index.sameEntry(before, after)) {
        continue;
      }
      Key entry = entries[i] != null ? entries[i] : index.entry(after);
      if (entry == null) {
        continue;
      }
      if (before != null) {
        Key old = index.entry(before);
        if (old != null && !old.equals(entry)) {
          batch.delete(index.layout(), old, WriteBatch.ANY);
        } else if (index.isReadable() && index.sameIncluded(before, after)) {
          continue;
        }
      }
      rowKey = rowKey == null ? table.primaryKey().encode(key) : rowKey;
      batch.put(index.layout(), entry, WriteBatch.ANY, newVersion, index.cells(after, rowKey));
    }
    return true;
  }

  /** Adds nothing but that the row must be as it was read: at its version, or not there. */
  void addExpectationTo(WriteBatch batch) {
    if (stored == null) {
      batch.delete(table.layout(), key, WriteBatch.ABSENT);
    } else {
      batch.put(table.layout(), key, version, version, Map.of());
    }
  }

  /** The cells that change; those that the key gives back are not among them. */
  private Map<Integer, @Nullable Object> cells(
      @Nullable Object @Nullable [] before, @Nullable Object[] after) {
    Map<Integer, @Nullable Object> cells = new HashMap<>();
    for (int i = 0; i < after.length; i++) {
      Object old = before == null ? null : before[i];
      if (!table.isRecovered(i) && !StoredTable.sameValue(old, after[i])) {
        cells.put(table.columnId(i), after[i]);
      }
    }
    return cells;
  }
}
