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
 * Fills a table without rows and without reading, on engines with single-row atomicity. It puts
 * index entries first, waits until they are acknowledged, and then puts whole rows without a
 * condition, about a thousand at a time. Of rows with one key the last one wins; entries of the
 * others are left for scrub.
 *
 * <p>From {@link #begin} to {@link #finish} the catalog says that the table is being filled. No
 * process writes to it otherwise, scrubs it or changes its declaration; queries return the rows so
 * far. A load that ends in another way leaves that state. Then another load resumes above
 * everything that this one has written, or {@code TRUNCATE} gives it up.
 *
 * <p>A load begins when every process knows of it and no earlier write is under way, on a table
 * with neither rows nor tombstones. So no row has a version above that of the load. Each batch is
 * above the one before, and each load above the ceiling of the one that it resumes: of two rows
 * with one key the later wins, in whatever order they arrive. Where rows without a condition are
 * written below conditional ones, the load writes to new storage. Used by one thread; close it.
 */
public final class BulkLoadRun {
  private static final int ROWS_PER_BATCH = 1_000;

  /** So many versions are written before the catalog is told of more. */
  private static final long MINUTE_MICROS = 60_000_000;

  /** The ceiling of a load that may not write yet. */
  private static final long NOTHING_WRITTEN = 1;

  /** So often is a write repeated that was not answered. */
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
   * Begins a load, or continues with one that was not finished. Where other processes may share the
   * engine, it waits until all of them know it.
   *
   * @param goesOn told at times how many milliseconds it still waits; false ends the wait
   * @throws TableException when it was told to stop, when the table has rows, unique indexes or
   *     indexes that are not built, keeps versions, has a key that does not give its columns back,
   *     or is attached, and when the engine changes a row and its entries in one step
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

  /** Lets the load write, or gives it up when somebody has written before all knew of it. */
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

  /** Gives the table new storage. What is written to the old one from now on is lost with it. */
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
   * Takes a load away from the process that runs it, and waits until nothing of it is under way.
   *
   * @return the ceiling that the table has until somebody else begins to fill it; 0 when nobody
   *     does now
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

  /** The names of those tables that a load has begun to fill and that none has finished. */
  public static List<String> unfinished(Tables tables) {
    return tables.byName().values().stream()
        .filter(table -> table.entry().isBeingFilled())
        .map(StoredTable::name)
        .toList();
  }

  /** Requires that nobody began to fill a table since it was {@link #takeAway taken away}. */
  static StoredTable requireTaken(StoredTable stored, long ceiling) {
    if (stored.entry().ceiling() != ceiling) {
      throw stored.beingFilled("truncate");
    }
    return stored;
  }

  /**
   * Adds one row, whole: columns that are not named are null.
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

  /** How many rows added have a row key or an index key of more than 2,048 bytes. */
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

  /** Writes the rows above all that was sent before; false when the ceiling is reached. */
  private boolean writePending(StoredTable stored) {
    requireMine(stored);
    version = steps.versionAbove(version);
    if (version >= ceiling) {
      return false;
    }
    write(stored, List.copyOf(pending.values()));
    return true;
  }

  /** Tells the catalog of more versions. */
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

  /** Puts what may be put again, until it is acknowledged and while the load is this one's. */
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
   * Writes what is left and ends the load: from now on everybody writes to the table again.
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

  /** Forgets the rows that are not written; a load that is not finished stays so. */
  public void close() {
    pending.clear();
  }
}
