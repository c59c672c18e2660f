package keywright.table.maintenance;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.StoreException;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.table.catalog.OutdatedException;
import keywright.table.catalog.Tables;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.KeyLengthLimit;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.layout.WriteDiscipline;
import keywright.table.model.TableException;
import keywright.table.write.Claims;
import keywright.table.write.RowChange;
import keywright.table.write.RowState;
import keywright.table.write.singlerow.IndexEntry;

/**
 * Executes a bulk load: fills an empty table without reading, on engines with single-row atomicity.
 * It puts index entries first, waits until they are acknowledged, and then puts whole rows without
 * a condition, about a thousand at a time. If several rows have the same key, the last one wins;
 * scrub removes the entries of the others.
 *
 * <p>From {@link #begin} to {@link #finish} the catalog says that the table is being filled.
 * Meanwhile no process makes other writes to it, scrubs it or changes its declaration; queries
 * return the rows written so far. A load that ends without {@code finish} leaves this state.
 * Another load can then resume, with versions above all that the first load has written, or {@code
 * TRUNCATE} discards the load.
 *
 * <p>A load begins when every process knows of it and no earlier write is under way, on a table
 * with neither rows nor tombstones. So no row has a version above those of the load. Each batch has
 * a version above that of the batch before, and each resuming load starts above the ceiling of the
 * load before. So of two rows with the same key the later one wins, in whatever order they arrive.
 * On an engine where rows without a condition are written below conditional ones, the load writes
 * to new storage. Used by one thread; close it.
 */
public final class BulkLoadRun {
  private static final int ROWS_PER_BATCH = 1_000;

  /**
   * The number of versions by which the ceiling is raised at a time: one minute in microseconds.
   */
  private static final long MINUTE_MICROS = 60_000_000;

  /** The ceiling of a load that may not write yet. */
  private static final long NOTHING_WRITTEN = 1;

  /** The number of times that a write without an answer is repeated. */
  private static final int NO_ANSWERS_MAX = 3;

  private final Tables tables;
  private final String table;
  private final LoadSteps steps;
  private final LongSupplier nonces;
  private final Map<Key, RowChange> pending = new LinkedHashMap<>();
  private long version;
  private long ceiling;
  private long rows;
  private long longKeys;
  private boolean finished;

  private BulkLoadRun(
      Tables tables, String table, LoadSteps steps, LongSupplier nonces, long above) {
    this.tables = tables;
    this.table = table;
    this.steps = steps;
    this.nonces = nonces;
    this.version = steps.versionAbove(above);
  }

  /**
   * Begins a load, or resumes an unfinished one. If other processes may share the engine, this call
   * waits until all of them know of the load.
   *
   * @param goesOn called from time to time with the milliseconds that the call may still wait; if
   *     it returns false, the wait ends
   * @throws TableException if {@code goesOn} ended the wait; if the table has rows, unique indexes
   *     or indexes that are not built, keeps versions, has a key from which its columns cannot be
   *     decoded, or is attached; or if the engine has atomic batches
   */
  public static BulkLoadRun begin(DatabaseParts parts, String table, LongPredicate goesOn) {
    Tables tables = parts.tables();
    Components components = parts.components();
    boolean[] resumed = {false};
    BulkLoadRun load =
        tables.changing(
            () -> {
              StoredTable stored = tables.require(table).requireOwn("fill");
              requireFillable(stored);
              CatalogEntry entry = stored.entry();
              resumed[0] = entry.ceiling() > NOTHING_WRITTEN;
              long above = Math.max(entry.gcWatermark(), entry.ceiling());
              BulkLoadRun begun =
                  new BulkLoadRun(
                      tables, table, components.loads(tables), components.nonces(), above);
              if (!resumed[0]) {
                begun.steps.requireEmpty(stored);
              }
              begun.ceiling = resumed[0] ? begun.version + MINUTE_MICROS : NOTHING_WRITTEN;
              tables.exchange(tables.stored(entry.withCeiling(begun.ceiling)));
              return begun;
            });
    boolean known = tables.lease().awaitWriters(waiting -> goesOn.test(waiting.millis()));
    if (!resumed[0]) {
      load.requireStillEmpty(known);
    } else if (!known) {
      throw stopped(table);
    }
    return load;
  }

  private static TableException stopped(String table) {
    return new TableException(
        ErrorCode.STOPPED,
        "stopped the bulk load of %s before its first row: nothing was written; repeat the load"
            .formatted(table));
  }

  private static void requireFillable(StoredTable stored) {
    String found = null;
    if (stored.discipline() == WriteDiscipline.PLAIN) {
      found = "writes = 'plain', with which a load reads no rows even without --bulk";
    } else if (stored.entriesAreExact()) {
      found = "an engine that writes a row and its index entries in one atomic batch";
    } else if (stored.hasUniqueIndex()) {
      found = "a unique index, whose keys cannot be checked without reading rows";
    } else if (!stored.indexes().stream().allMatch(StoredIndex::isReadable)) {
      found = "an index that is not built";
    } else if (!stored.isKnownByItself()) {
      found = "families with versions, or a digest in the key in place of its columns";
    }
    if (found != null) {
      throw new TableException(
          "cannot bulk load %s: found %s; load it without --bulk".formatted(stored.name(), found));
    }
  }

  /**
   * Lets the load write. Discards it if another process has written a row before all processes knew
   * of the load.
   */
  private void requireStillEmpty(boolean known) {
    try {
      if (!known) {
        throw stopped(table);
      }
      tables.using(
          table,
          stored -> {
            steps.requireEmpty(stored);
            return true;
          });
    } catch (TableException e) {
      end();
      throw e;
    }
    if (steps.needsNewStorage()) {
      renew();
    }
    raise();
  }

  /** Gives the table new storage. A delayed write to the old storage then has no effect. */
  private void renew() {
    Engine engine = tables.engine();
    tables.changing(
        () -> {
          StoredTable before = tables.require(table);
          requireMine(before);
          long generation = tables.claim(before);
          StoredTable after = tables.stored(before.entry().withGeneration(generation));
          after.createEmpty(engine);
          tables.exchange(after, () -> before.drop(engine));
          return true;
        });
  }

  /**
   * Ends the load of another process, and waits until none of its writes can arrive.
   *
   * @return the ceiling that the table keeps until another load begins; 0 if no load fills the
   *     table
   */
  static long takeAway(Tables tables, String table) {
    long taken =
        tables.changing(
            () -> {
              CatalogEntry entry = tables.require(table).entry();
              if (entry.ceiling() <= NOTHING_WRITTEN) {
                return entry.ceiling();
              }
              tables.exchange(tables.stored(entry.withCeiling(entry.ceiling() + 1)));
              return entry.ceiling() + 1;
            });
    if (taken > NOTHING_WRITTEN && !tables.lease().awaitWriters(waiting -> true)) {
      throw new TableException(
          ErrorCode.STOPPED,
          "stopped the TRUNCATE of %s before it discarded the bulk load: no row was removed; repeat the TRUNCATE"
              .formatted(table));
    }
    return taken;
  }

  /** The tables with an unfinished bulk load. */
  public static List<String> unfinished(Tables tables) {
    return tables.byName().values().stream()
        .filter(table -> table.entry().isBeingFilled())
        .map(StoredTable::name)
        .toList();
  }

  /**
   * Checks that no other load has begun to fill the table since its load was {@link #takeAway taken
   * away}.
   */
  static StoredTable requireTaken(StoredTable stored, long ceiling) {
    if (stored.entry().ceiling() != ceiling) {
      throw stored.beingFilled("truncate");
    }
    return stored;
  }

  /**
   * Adds one complete row: columns that are not named are null.
   *
   * @throws StoreException as {@link #flush}
   */
  public void add(RowChange change) {
    if (pending.size() >= ROWS_PER_BATCH) {
      flush();
    }
    longKeys += change.exceeds(KeyLengthLimit.ADVISED) ? 1 : 0;
    // The last one stays.
    RowChange unused = pending.remove(change.key());
    unused = pending.put(change.key(), change);
    rows++;
  }

  /** How many rows were added. */
  public long rows() {
    return rows;
  }

  /** How many of the added rows have a row key or an index key of more than 2,048 bytes. */
  public long longKeys() {
    return longKeys;
  }

  /**
   * Writes the rows added so far.
   *
   * @throws StoreException if some rows could not be written, or if another load has resumed this
   *     one, or if {@code TRUNCATE} has discarded it
   */
  public void flush() {
    try {
      while (!pending.isEmpty()) {
        if (tables.using(table, this::writePending)) {
          pending.clear();
        } else {
          raise();
        }
      }
    } catch (TableException e) {
      // Not of a row, which a caller may leave out.
      throw new StoreException(
          "cannot resume the bulk load of %s: %s".formatted(table, e.getMessage()), e);
    }
  }

  /**
   * Writes the pending rows at a version above all that this load has sent. Returns false if the
   * ceiling is reached.
   */
  private boolean writePending(StoredTable stored) {
    requireMine(stored);
    version = steps.versionAbove(version);
    if (version >= ceiling) {
      return false;
    }
    write(stored, List.copyOf(pending.values()));
    return true;
  }

  /** Raises the ceiling in the catalog. */
  private void raise() {
    long next = version + MINUTE_MICROS;
    tables.changing(
        () -> {
          StoredTable stored = tables.require(table);
          requireMine(stored);
          tables.exchange(tables.stored(stored.entry().withCeiling(next)));
          return true;
        });
    ceiling = next;
  }

  private void requireMine(StoredTable stored) {
    if (stored.entry().ceiling() != ceiling) {
      throw notMine();
    }
  }

  private StoreException notMine() {
    return new StoreException(
        "cannot resume the bulk load of %s: another process has resumed it, or has discarded it by TRUNCATE; if no other process is loading the table, repeat the load"
            .formatted(table));
  }

  private void write(StoredTable stored, List<RowChange> changes) {
    List<TimedWrite> entries = new ArrayList<>();
    List<TimedWrite> whole = new ArrayList<>(changes.size());
    Instant now = Instant.ofEpochMilli(tables.nowMillis());
    for (RowChange change : changes) {
      RowState row = RowState.of(stored, change.key(), null, now, Claims.ofNobody(stored));
      RowChange.Outcome unused = row.apply(change);
      WriteBatch batch = new WriteBatch(now.toEpochMilli());
      row.addRowTo(batch, null, new RowStamp(version, nonces.getAsLong()), RowMark.LIVE);
      whole.add(TimedWrite.put(batch));
      byte[] rowKey = stored.primaryKey().encode(change.key());
      for (int i = 0; i < stored.indexes().size(); i++) {
        for (Key entry : row.entries(i)) {
          entries.add(new IndexEntry(stored.indexes().get(i), entry).put(rowKey, version));
        }
      }
    }
    steps.inOrder(entries, whole).forEach(writes -> put(stored, writes));
  }

  /** Sends puts until they are acknowledged, as long as no other load has taken over. */
  private void put(StoredTable stored, List<TimedWrite> writes) {
    for (int noAnswers = 1; !writes.isEmpty(); noAnswers++) {
      if (!tables.lease().hold(stored)) {
        // Others have changed this table, or another: whose the load is shows when that is read.
        throw new OutdatedException(stored);
      }
      try {
        TimedWrites.of(tables.engine()).write(writes);
        return;
      } catch (UnansweredException e) {
        tables.lease().unanswered();
        if (noAnswers == NO_ANSWERS_MAX) {
          throw e;
        }
      }
    }
  }

  /**
   * Writes the last rows and ends the load. Afterwards every process can write to the table again.
   *
   * @throws StoreException as {@link #flush}
   */
  public void finish() {
    flush();
    end();
    finished = true;
  }

  private void end() {
    tables.changing(
        () -> {
          StoredTable stored = tables.require(table);
          requireMine(stored);
          tables.exchange(tables.stored(stored.entry().withCeiling(0)));
          return true;
        });
  }

  /** Whether the load is finished; an unfinished one can be resumed. */
  public boolean isFinished() {
    return finished;
  }

  /** Discards the rows that are not written yet. An unfinished load stays unfinished. */
  public void close() {
    pending.clear();
  }
}
