package keywright.table.write.singlerow;

import java.util.List;
import java.util.Set;
import keywright.key.Key;
import keywright.store.RowMark;
import keywright.store.RowOptions;
import keywright.store.StoredRow;
import keywright.table.layout.EntryTable;
import keywright.table.layout.StoredClaims;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import org.jspecify.annotations.Nullable;

/**
 * Repairs single index entries on engines with single-row atomicity. Other writers may write the
 * rows meanwhile. Safe for many threads.
 *
 * <p>An entry may be deleted at a timestamp only if the row lacked it at that version or a later
 * one. An entry that is newer than its row may belong to a writer that has not written its row yet.
 * So the row is fenced first: it is written again unchanged, or as a tombstone if it does not
 * exist, at a version above that of the entry. The writer is then refused, and the entry can be
 * deleted.
 */
public final class EntryRepair {
  private static final int ATTEMPTS_MAX = 100;

  private final RowAccess rows;
  private final RowMoves moves;
  private final Reservations reservations;
  private final ReservationRepair reservationRepair;

  public EntryRepair(Protocol protocol) {
    this.rows = protocol.rows();
    this.moves = protocol.moves();
    this.reservations = protocol.reservations();
    this.reservationRepair = new ReservationRepair(rows, moves, reservations);
  }

  /** The object that reads and writes single rows. */
  public RowAccess rows() {
    return rows;
  }

  /** The reservations of keys of unique indexes. */
  public Reservations reservations() {
    return reservations;
  }

  /**
   * Reads the stored row with a key, which may be a tombstone or expired; null if no row is stored.
   */
  public @Nullable StoredRow read(StoredTable table, Key key) {
    return rows.read(table, key);
  }

  private @Nullable StoredRow read(StoredIndex index, Key entry) {
    RowOptions options = RowOptions.of(Set.of(index.layout().families().get(0).name()));
    return rows.engine().get(index.layout(), entry, options, rows.nowMillis());
  }

  /**
   * Whether the stored columns of a row require an entry with the key {@code entry}. The stored
   * entries are not read. An expired row counts as a row; a tombstone requires no entry.
   *
   * @param row the stored row; null if it does not exist
   */
  public static boolean has(
      StoredTable table, EntryTable entries, @Nullable StoredRow row, Key entry) {
    return expected(table, entries, row).contains(entry);
  }

  /**
   * The keys of all entries that the stored columns of a row require.
   *
   * @param row the stored row; null if it does not exist
   */
  public static Set<Key> expected(StoredTable table, EntryTable entries, @Nullable StoredRow row) {
    return row != null && IndexEntry.mayBeIn(row) ? entries.entries(table.row(row)) : Set.of();
  }

  /** Finishes or cancels the move of a row, if the row with this key is part of a move. */
  public void settle(StoredTable table, Key key) {
    StoredRow row = moves.settled(table, key, rows.read(table, key));
    if (row != null && row.head().mark().kind() == RowMark.Kind.MOVED) {
      moves.bury(table, key, row);
    }
  }

  /**
   * Removes an entry, unless its row now has the entry.
   *
   * @param entryKey the key of the entry
   * @return false if other writers changed the row in each attempt
   */
  public boolean remove(StoredTable table, StoredIndex index, Key entryKey) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      StoredRow entry = read(index, entryKey);
      if (entry == null) {
        return true;
      }
      Key owner = index.owner(table, entry);
      StoredRow row = owner == null ? null : moves.settled(table, owner, read(table, owner));
      if (has(table, index, row, entryKey)) {
        return true;
      }
      long version = owner == null ? entry.version() : behind(table, owner, row, entry);
      if (version > 0) {
        return rows.delete(List.of(new IndexEntry(index, entryKey)), version);
      }
    }
    return false;
  }

  /**
   * A version of the row that is not before the entry and at which the row lacks it; 0 if another
   * writer has changed the row.
   */
  private long behind(StoredTable table, Key owner, @Nullable StoredRow row, StoredRow entry) {
    if (row == null) {
      rows.requireHeld(table);
    }
    return row != null && entry.version() <= row.version()
        ? row.version()
        : rows.fence(table, owner, row, entry.version());
  }

  /**
   * Puts the entries of a row, or reserves the key that the row has in a unique index.
   *
   * @param key the primary key of the row
   * @return false if other writers changed the row in each attempt, or if another row has the
   *     unique key
   */
  public boolean put(StoredTable table, EntryTable entries, Key key) {
    return entries instanceof StoredClaims unique
        ? reservationRepair.repair(table, unique, key)
        : put(table, (StoredIndex) entries, key);
  }

  /**
   * Frees the reservation of a key of a unique index, unless the row that it names now has the key.
   *
   * @param key the key in the unique index
   * @return false if other writers changed the reservation in each attempt
   */
  public boolean free(StoredTable table, StoredClaims index, Key key) {
    return reservationRepair.free(table, index, key);
  }

  /**
   * Puts the entries of a row in an index, with a higher version than existing entries.
   *
   * @param key the primary key of the row
   * @return false if other writers changed the row in each attempt
   */
  public boolean put(StoredTable table, StoredIndex index, Key key) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      StoredRow row = moves.settled(table, key, read(table, key));
      List<IndexEntry> entries = row == null ? List.of() : IndexEntry.of(table, index, row);
      if (row == null || entries.isEmpty()) {
        return true;
      }
      long newest = 0;
      for (IndexEntry entry : entries) {
        StoredRow there = read(index, entry.key());
        newest = Math.max(newest, there == null ? 0 : there.version());
      }
      long version = newest >= row.version() ? rows.fence(table, key, row, newest) : row.version();
      if (version > 0 && rows.put(entries, row.rowKey(), version)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Turns an expired row into a tombstone, and deletes its index entries.
   *
   * @param key the primary key of the row
   * @return false if another writer has changed the row
   */
  public boolean bury(StoredTable table, Key key) {
    StoredRow row = moves.settled(table, key, read(table, key));
    if (row == null || !row.head().isExpired(rows.nowMillis())) {
      return true;
    }
    long version = rows.fence(table, key, row, row.version());
    return version > 0 && rows.delete(IndexEntry.allOf(table, row), version);
  }
}
