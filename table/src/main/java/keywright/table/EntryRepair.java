package keywright.table;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowHead;
import keywright.store.RowMark;
import keywright.store.RowOptions;
import keywright.store.RowStamp;
import keywright.store.StoredRow;
import keywright.store.TimedWrite;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * Repairs single entries where the engine changes one row at a time and writers go on.
 *
 * <p>An entry may be deleted at a timestamp only when a state of its row, of that version or a
 * later one, lacks it. So an entry that is newer than its row, which a writer may have put whose
 * row is still to come, is fenced first: the row is written again as it is, or a dead one where
 * none is, at a version above the entry's. Then that writer is refused, and the entry can go. Safe
 * for many threads.
 */
class EntryRepair {
  private static final int ATTEMPTS_MAX = 100;

  private final Engine engine;
  private final InstantSource clock;
  private final LongSupplier nonces;

  EntryRepair(Engine engine, InstantSource clock, LongSupplier nonces) {
    this.engine = engine;
    this.clock = clock;
    this.nonces = nonces;
  }

  /** The row as it is stored, dead or expired perhaps. */
  final @Nullable StoredRow read(StoredTable table, Key key) {
    return engine.get(table.layout(), key, table.rowOptions(false).withExpired(), clock.millis());
  }

  private @Nullable StoredRow read(StoredIndex index, Key entry) {
    return engine.get(index.layout(), entry, RowOptions.of(families(index)), clock.millis());
  }

  private static Set<String> families(StoredIndex index) {
    return Set.of(index.layout().families().get(0).name());
  }

  /** Whether a row, by its stored columns, has the entry; expired or not. */
  static boolean has(StoredTable table, StoredIndex index, @Nullable StoredRow row, Key entry) {
    return row != null
        && RowCommit.entriesOf(table, row).contains(new RowCommit.Entry(index, entry));
  }

  /** Removes an entry unless its row has it by now; false when others stay faster. */
  boolean remove(StoredTable table, StoredIndex index, Key entryKey) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      StoredRow entry = read(index, entryKey);
      if (entry == null) {
        return true;
      }
      Key owner = index.owner(table, entry);
      StoredRow row = owner == null ? null : read(table, owner);
      if (has(table, index, row, entryKey)) {
        return true;
      }
      long version = owner == null ? entry.version() : behind(table, owner, row, entry);
      if (version > 0) {
        return delete(index, entryKey, version);
      }
    }
    return false;
  }

  /**
   * The version of a row that is not before the entry, which it lacks; 0 when others came between.
   */
  long behind(StoredTable table, Key owner, @Nullable StoredRow row, StoredRow entry) {
    return row != null && entry.version() <= row.version()
        ? row.version()
        : fence(table, owner, row, entry.version());
  }

  /** Writes a row as it is, above a version; the version that it has then, 0 when it is another. */
  final long fence(StoredTable table, Key key, @Nullable StoredRow row, long above) {
    long nowMillis = clock.millis();
    long base = Math.max(above, row == null ? 0 : row.version()) + 1;
    long step = engine.versionStep();
    long version = (Math.max(base, RowCells.micros(clock.instant())) + step - 1) / step * step;
    RowStamp stamp = new RowStamp(version, nonces.getAsLong());
    WriteBatch batch = new WriteBatch(nowMillis);
    if (row != null && !row.head().isExpired(nowMillis)) {
      batch.put(table.layout(), key, row, row.head().withStamp(stamp), List.of());
    } else {
      // What has expired does not come back, and goes for good.
      if (row != null) {
        batch.delete(table.layout(), key, row);
      }
      RowHead dead = RowHead.of(version).withMark(RowMark.DEAD).withStamp(stamp);
      batch.put(table.layout(), key, WriteBatch.ABSENT, dead, List.of());
    }
    try {
      return engine.write(batch) ? version : 0;
    } catch (UnansweredException e) {
      return 0;
    }
  }

  boolean delete(StoredIndex index, Key entry, long version) {
    try {
      engine.writeTimed(List.of(TimedWrite.delete(index.layout(), entry, version)));
      return true;
    } catch (UnansweredException e) {
      return false;
    }
  }

  /** Puts the entry of a row, above what is there; false when others stay faster. */
  boolean put(StoredTable table, StoredIndex index, Key key) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      StoredRow row = read(table, key);
      RowCommit.Entry entry = row == null ? null : entry(table, index, row);
      if (row == null || entry == null) {
        return true;
      }
      StoredRow there = read(index, entry.key());
      long version =
          there != null && there.version() >= row.version()
              ? fence(table, key, row, there.version())
              : row.version();
      if (version > 0 && put(entry, row, version)) {
        return true;
      }
    }
    return false;
  }

  private static RowCommit.@Nullable Entry entry(
      StoredTable table, StoredIndex index, StoredRow row) {
    return RowCommit.entriesOf(table, row).stream()
        .filter(entry -> entry.index() == index)
        .findFirst()
        .orElse(null);
  }

  private boolean put(RowCommit.Entry entry, StoredRow row, long version) {
    try {
      engine.writeTimed(List.of(RowCommit.put(entry, row.rowKey(), version)));
      return true;
    } catch (UnansweredException e) {
      return false;
    }
  }

  /** Lets a row that has expired die, and its entries with it; false when others came between. */
  boolean bury(StoredTable table, Key key) {
    StoredRow row = read(table, key);
    if (row == null || !row.head().isExpired(clock.millis())) {
      return true;
    }
    List<RowCommit.Entry> entries = RowCommit.entriesOf(table, row);
    long version = fence(table, key, row, row.version());
    if (version > 0) {
      for (RowCommit.Entry entry : entries) {
        boolean unused = delete(entry.index(), entry.key(), version);
      }
    }
    return version > 0;
  }
}
