package keywright.table.write;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import keywright.key.Key;
import keywright.store.Cell;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.WriteBatch;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * The state of one row during the changes of a batch: the stored row, the row after the changes so
 * far, and the index entries of the row after these changes. Used by one thread.
 */
public final class RowState {
  private static final List<@Nullable Set<Key>> NO_ENTRIES = List.of();
  private static final byte[] NO_BYTES = {};

  private final StoredTable table;
  private final Key key;
  private final long version;
  private final @Nullable StoredRow row;

  /** Whether the stored row was not read and is replaced, whatever it is. */
  private final boolean unseen;

  private final @Nullable Object @Nullable [] stored;

  /** The values of a stored row that has expired; null if there is none. */
  private final @Nullable Object @Nullable [] expired;

  private final RowCells cells;
  private final Claims claims;

  private @Nullable Object @Nullable [] current;
  private boolean madeAnew;

  /**
   * The entry keys of {@link #current} for each index; null if they are those of {@link #stored}.
   */
  private List<@Nullable Set<Key>> entries;

  private RowState(
      StoredTable table,
      Key key,
      @Nullable StoredRow found,
      boolean unseen,
      Instant now,
      Claims claims) {
    boolean isExpired = found != null && found.head().isExpired(now.toEpochMilli());
    StoredRow row = isExpired ? null : found;
    this.expired = found != null && isExpired ? table.row(found) : null;
    this.unseen = unseen;
    this.claims = claims;
    this.table = table;
    this.key = key;
    this.version = row == null ? WriteBatch.ABSENT : row.version();
    this.row = row;
    this.stored = row == null ? null : table.row(row);
    this.cells = new RowCells(table, row, now);
    this.current = stored;
    int indexes = table.indexes().size();
    this.entries = indexes == 0 ? NO_ENTRIES : Collections.nCopies(indexes, null);
  }

  /**
   * Makes the state of a row that was read, before any change.
   *
   * @param key the primary key of the row
   * @param found the stored row; null if it does not exist. A row that has expired counts as
   *     absent, but the row that replaces it also deletes its index entries
   * @param now the time of the changes
   * @param claims the owners of unique keys for all rows of the batch in this table
   */
  public static RowState of(
      StoredTable table, Key key, @Nullable StoredRow found, Instant now, Claims claims) {
    return new RowState(table, key, found, false, now, claims);
  }

  /** A row that was not read. The put row replaces it, whatever it is. */
  static RowState unseen(StoredTable table, Key key, Instant now, Claims claims) {
    return new RowState(table, key, null, true, now, claims);
  }

  StoredTable table() {
    return table;
  }

  Key key() {
    return key;
  }

  long version() {
    return version;
  }

  /**
   * Whether the row is a copy of a row of another database. The version of a copy is exactly {@link
   * #leastVersion}.
   */
  public boolean isCopy() {
    return cells.isCopy();
  }

  /** The lowest version that the row may get after its changes. */
  public long leastVersion() {
    long above = Math.max(version, table.entry().gcWatermark());
    return Math.max(above, cells.latestMicros()) + 1;
  }

  /**
   * The values of the row after the changes so far, one for each column of the table; null if the
   * row does not exist then.
   */
  public @Nullable Object @Nullable [] current() {
    return current;
  }

  /**
   * Applies one change to this state.
   *
   * @throws keywright.key.KeyException if the key of an index entry cannot be encoded; this state
   *     is then not changed
   * @throws TableException if another row has the row's new key of a unique index; this state is
   *     then not changed
   */
  public RowChange.Outcome apply(RowChange asked) {
    asked.requireSameTable(table);
    RowChange change = asked.on(current);
    if (change == null) {
      return RowChange.Outcome.UNMET;
    }
    @Nullable Object @Nullable [] after = change.apply(current);
    if (after == null) {
      RowChange.Outcome outcome =
          current == null ? RowChange.Outcome.UNCHANGED : RowChange.Outcome.DELETED;
      leave();
      return outcome;
    }
    return become(after, change, cells.step(change, current, after));
  }

  /** Removes the row from this key. A later change here makes a new row. */
  private void leave() {
    claims.move(key, current, null, 0);
    current = null;
    cells.delete();
    madeAnew = true;
  }

  /**
   * Applies a change that moves this row to the key of {@code target}. The row keeps its write
   * times, expiry and history.
   *
   * @throws TableException if a row with the new key exists
   * @throws keywright.key.KeyException if the key of an index entry cannot be encoded; both states
   *     are then not changed
   */
  public RowChange.Outcome moveTo(RowState target, RowChange asked) {
    asked.requireSameTable(table);
    RowChange change = asked.on(current);
    if (change == null) {
      return RowChange.Outcome.UNMET;
    }
    @Nullable Object @Nullable [] after = change.apply(current);
    if (after == null) {
      change.requireRow();
      return RowChange.Outcome.UNCHANGED;
    }
    if (target.current != null) {
      throw change.occupied();
    }
    // The row gives its keys of unique indexes back before it takes them at its new place.
    claims.move(key, current, null, 0);
    try {
      RowChange.Outcome unused =
          target.become(after, change, target.cells.stepFrom(cells, change, after));
    } catch (RuntimeException e) {
      claims.move(key, null, current, cells.expiryMillis());
      throw e;
    }
    leave();
    return RowChange.Outcome.CHANGED;
  }

  private RowChange.Outcome become(@Nullable Object[] after, RowChange change, RowCells.Step step) {
    @Nullable Object @Nullable [] before = current;
    if (before != null && step.isNothing()) {
      return RowChange.Outcome.UNCHANGED;
    }
    cells.requireValues(step, after);
    List<@Nullable Set<Key>> next = entries.isEmpty() ? entries : new ArrayList<>(entries.size());
    for (int i = 0; i < entries.size(); i++) {
      StoredIndex index = table.indexes().get(i);
      cells.requireExact(index, step, after);
      if (before == null) {
        next.add(change.newEntries(table, i, after));
      } else {
        boolean same = index.sameEntries(before, after);
        next.add(same ? entries.get(i) : RowChange.entries(table, index, after));
      }
    }
    claims.move(key, before == null ? expired : before, after, step.expiryMillis());
    entries = next;
    current = after;
    cells.take(step);
    return before == null ? RowChange.Outcome.INSERTED : RowChange.Outcome.CHANGED;
  }

  /**
   * Adds the writes that turn the stored row and its entries into the current ones. In an index
   * that is being built, the entry of a row is put whenever the row changes, because the build
   * skips rows that have changed since it began.
   *
   * @param writeVersion the version of the written rows, above {@link #version}; a copy keeps its
   *     own
   * @return whether there was anything to add
   */
  boolean addTo(WriteBatch batch, long writeVersion) {
    long newVersion = cells.isCopy() ? leastVersion() : writeVersion;
    @Nullable Object[] before = stored;
    @Nullable Object[] after = current;
    if (after == null) {
      if (before != null) {
        batch.delete(table.layout(), key, Objects.requireNonNull(row));
        for (StoredIndex index : table.indexes()) {
          for (Key entry : index.entries(before)) {
            batch.delete(index.layout(), entry, WriteBatch.ANY);
          }
        }
      }
      return before != null;
    }
    deleteExpiredEntries(batch);
    if (before == null && cells.plain() != null) {
      addPlainTo(batch, after, newVersion);
      return true;
    }
    List<Cell> changed = cells.cells(newVersion);
    boolean sameLife = before == null || cells.keepsLife();
    if (before != null && changed.isEmpty() && sameLife) {
      return false;
    }
    if (unseen || (madeAnew && before != null)) {
      batch.delete(table.layout(), key, unseen ? WriteBatch.ANY : version);
    }
    if (row != null && !madeAnew) {
      batch.put(table.layout(), key, row, cells.head(newVersion), changed);
    } else {
      batch.put(table.layout(), key, WriteBatch.ABSENT, cells.head(newVersion), changed);
    }
    byte[] rowKey = entries.isEmpty() ? NO_BYTES : table.primaryKey().encode(key);
    for (int i = 0; i < entries.size(); i++) {
      addEntries(batch, i, before, after, rowKey, newVersion, sameLife);
    }
    return true;
  }

  /**
   * Deletes the entries of the expired row that is replaced. Otherwise they would be entries of the
   * new row if the clock of the machine is set back.
   */
  private void deleteExpiredEntries(WriteBatch batch) {
    if (expired == null) {
      return;
    }
    for (int i = 0; i < entries.size(); i++) {
      StoredIndex index = table.indexes().get(i);
      Set<Key> wanted = entries(i);
      for (Key entry : index.entries(expired)) {
        if (!wanted.contains(entry)) {
          batch.delete(index.layout(), entry, WriteBatch.ANY);
        }
      }
    }
  }

  /** Adds the write of a plain row that is new, or that replaces one, and of its entries. */
  private void addPlainTo(WriteBatch batch, @Nullable Object[] after, long newVersion) {
    RowHead head = cells.head(newVersion);
    long expected = unseen ? WriteBatch.ANY : WriteBatch.ABSENT;
    batch.putWhole(table.layout(), key, expected, head, after);
    if (entries.isEmpty()) {
      return;
    }
    byte[] rowKey = table.primaryKey().encode(key);
    @Nullable Object[] values = StoredIndex.entryValues(table.columnValues(after), rowKey);
    for (int i = 0; i < entries.size(); i++) {
      StoredIndex index = table.indexes().get(i);
      for (Key entry : entries(i)) {
        index.putEntry(batch, entry, head, values);
      }
    }
  }

  private void addEntries(
      WriteBatch batch,
      int i,
      @Nullable Object @Nullable [] before,
      @Nullable Object[] after,
      byte[] rowKey,
      long newVersion,
      boolean sameLife) {
    StoredIndex index = table.indexes().get(i);
    boolean keeps = index.isReadable() && sameLife;
    if (before != null && keeps && index.sameEntries(before, after)) {
      return;
    }
    Set<Key> wanted = entries.get(i);
    wanted = wanted == null ? index.entries(after) : wanted;
    if (wanted.isEmpty()) {
      return;
    }
    Set<Key> had = before == null ? Set.of() : index.entries(before);
    for (Key entry : had) {
      if (!wanted.contains(entry)) {
        batch.delete(index.layout(), entry, WriteBatch.ANY);
      }
    }
    boolean staysSame = before != null && keeps && index.sameIncluded(before, after);
    for (Key entry : wanted) {
      if (!staysSame || !had.contains(entry)) {
        RowHead head = new RowHead(newVersion, cells.expiryMillis(), 0);
        index.putEntry(
            batch, entry, head, StoredIndex.entryValues(table.columnValues(after), rowKey));
      }
    }
  }

  /** Whether the row after the changes so far differs from the stored row. */
  public boolean isChanged() {
    if (current == null || stored == null) {
      return current != null || stored != null;
    }
    return madeAnew || !cells.keepsLife() || !cells.cells(version + 1).isEmpty();
  }

  /**
   * Adds the write of the changed row to a batch, without its index entries. A deleted row is
   * written as a tombstone.
   *
   * @param found the stored row that is replaced, which may be a tombstone or expired; null if no
   *     row is stored
   * @param stamp the version and the nonce of the write
   * @param mark the mark of the changed row; ignored if the row is deleted
   */
  public void addRowTo(WriteBatch batch, @Nullable StoredRow found, RowStamp stamp, RowMark mark) {
    List<Cell> changed = current == null ? List.of() : cells.cells(stamp.version());
    RowHead head =
        current == null
            ? RowHead.of(stamp.version()).withMark(RowMark.TOMBSTONE)
            : cells.head(stamp.version()).withMark(mark);
    if (current != null && row != null && !madeAnew) {
      batch.put(table.layout(), key, row, head.withStamp(stamp), changed);
      return;
    }
    if (found != null) {
      batch.delete(table.layout(), key, found);
    }
    batch.put(table.layout(), key, WriteBatch.ABSENT, head.withStamp(stamp), changed);
  }

  /**
   * The keys of the row's entries in an index, after the changes so far.
   *
   * @param index the index of the index in {@link StoredTable#indexes}
   */
  public Set<Key> entries(int index) {
    @Nullable Object[] after = current;
    if (after == null) {
      return Set.of();
    }
    Set<Key> known = entries.get(index);
    return known == null ? table.indexes().get(index).entries(after) : known;
  }

  /** Adds only the condition that the row is as it was read: at its version, or absent. */
  void addExpectationTo(WriteBatch batch) {
    if (stored == null) {
      batch.delete(table.layout(), key, WriteBatch.ABSENT);
    } else {
      batch.put(table.layout(), key, version, version, Map.of());
    }
  }
}
