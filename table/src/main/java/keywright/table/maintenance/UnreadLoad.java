package keywright.table.maintenance;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeywrightException;
import keywright.store.Engine;
import keywright.store.RowMark;
import keywright.store.RowStamp;
import keywright.store.StoreException;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.store.UnansweredException;
import keywright.store.WriteBatch;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import keywright.table.catalog.OutdatedException;
import keywright.table.catalog.Tables;
import keywright.table.layout.CatalogEntry;
import keywright.table.layout.KeyLengthLimit;
import keywright.table.layout.Reason;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.layout.WriteDiscipline;
import keywright.table.model.TableException;
import keywright.table.write.Claims;
import keywright.table.write.RowChange;
import keywright.table.write.RowState;
import keywright.table.write.singlerow.IndexEntry;

/**
 * A bulk load on engines with single-row atomicity, which does not read. It puts index entries
 * first, waits until they are acknowledged, and then puts whole rows without a condition, about a
 * thousand at a time. If several rows have the same key, the last one wins; scrub removes the
 * entries of the others. Queries return the rows written so far.
 *
 * <p>A load that ends without {@code finish} leaves the table in the state of being filled. Another
 * load can then resume, with versions above all that the first load has written, or {@code
 * TRUNCATE} discards the load.
 *
 * <p>A load begins when every process knows of it and no earlier write is under way, on a table
 * with neither rows nor tombstones. So no row has a version above those of the load. Each batch has
 * a version above that of the batch before, and each resuming load starts above the ceiling of the
 * load before. So of two rows with the same key the later one wins, in whatever order they arrive.
 * On an engine where rows without a condition are written below conditional ones, the load writes
 * to new storage. Used by one thread; close it.
 */
final class UnreadLoad extends BulkLoadRun {
  /**
   * The number of versions by which the ceiling is raised at a time: one minute in microseconds.
   */
  private static final long MINUTE_MICROS = 60_000_000;

  /** The number of times that a write without an answer is repeated. */
  private static final int NO_ANSWERS_MAX = 3;

  private final LongSupplier nonces;
  private final Map<Key, RowChange> pending = new LinkedHashMap<>();
  private long version;

  private UnreadLoad(
      Tables tables,
      String table,
      LoadSteps steps,
      LongSupplier nonces,
      long above,
      Cancellation cancellation) {
    super(tables, table, steps, cancellation);
    this.nonces = nonces;
    this.version = steps.versionAbove(above);
  }

  /**
   * As {@link BulkLoadRun#begin}.
   *
   * @throws TableException also if the table has unique indexes or indexes that are not built,
   *     keeps versions, or has a key from which its columns cannot be decoded; or if the engine has
   *     atomic batches
   */
  static UnreadLoad begin(
      DatabaseParts parts, String table, LongPredicate goesOn, Cancellation cancellation) {
    Tables tables = parts.tables();
    Components components = parts.components();
    boolean[] resumed = {false};
    UnreadLoad load =
        tables.changing(
            "bulk load " + table,
            cancellation,
            () -> {
              StoredTable stored = tables.require(table).requireOwn("fill");
              requireFillable(stored);
              CatalogEntry entry = stored.entry();
              resumed[0] = entry.ceiling() > NOTHING_WRITTEN;
              long above = Math.max(entry.gcWatermark(), entry.ceiling());
              UnreadLoad begun =
                  new UnreadLoad(
                      tables,
                      table,
                      components.loads(tables),
                      components.nonces(),
                      above,
                      cancellation);
              if (!resumed[0]) {
                begun.steps.requireEmpty(stored);
              }
              begun.ceiling = resumed[0] ? begun.version + MINUTE_MICROS : NOTHING_WRITTEN;
              tables.exchange(tables.stored(entry.withCeiling(begun.ceiling)));
              return begun;
            });
    boolean known =
        tables
            .lease()
            .awaitWriters(waiting -> goesOn.test(waiting.millis()) && !cancellation.isOver());
    if (!resumed[0]) {
      load.beginWriting(known);
    } else if (!known) {
      throw load.stoppedAtStart("the rows of the earlier load stay");
    }
    return load;
  }

  private KeywrightException stoppedAtStart(String state) {
    return cancellation.isOver()
        ? stopped("nothing was written, and " + state, "run the load again")
        : new TableException(
            ErrorCode.STOPPED,
            "stopped the bulk load of %s before its first row: nothing was written; repeat the load"
                .formatted(table));
  }

  private StoppedException stoppedBetweenRows() {
    return stopped(
        "%,d rows of this load were written, and the table is still being filled"
            .formatted(rows - pending.size()),
        "run the load again to resume it, or discard it with TRUNCATE");
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
      throw refused(stored, found);
    }
  }

  /**
   * Lets the load write. Discards it if another process has written a row before all processes knew
   * of the load.
   */
  private void beginWriting(boolean known) {
    if (!known) {
      end();
      throw stoppedAtStart("the table stays empty");
    }
    requireStillEmpty();
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
          StoredTable before = requireMine(tables.require(table));
          long generation = tables.claim(before);
          StoredTable after = tables.stored(before.entry().withGeneration(generation));
          after.createEmpty(engine);
          tables.replace(before, after);
          return true;
        });
  }

  @Override
  public void add(RowChange change, Consumer<RuntimeException> refused) {
    if (pending.size() >= ROWS_PER_BATCH) {
      flush();
    }
    longKeys += change.exceeds(KeyLengthLimit.ADVISED) ? 1 : 0;
    // The last one stays.
    RowChange unused = pending.remove(change.key());
    unused = pending.put(change.key(), change);
    rows++;
  }

  @Override
  public void flush() {
    try {
      while (!pending.isEmpty()) {
        if (cancellation.isOver()) {
          throw stoppedBetweenRows();
        }
        if (tables.using(table, this::writePending)) {
          pending.clear();
        } else {
          raise();
        }
      }
    } catch (TableException e) {
      // Not of a row, which a caller may leave out.
      throw new StoreException(
          "cannot resume the bulk load of %s: %s".formatted(table, Reason.of(e)), e);
    }
  }

  /**
   * Writes the pending rows at a version above all that this load has sent. Returns false if the
   * ceiling is reached.
   */
  private boolean writePending(StoredTable stored) {
    StoredTable unused = requireMine(stored);
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
          StoredTable stored = requireMine(tables.require(table));
          tables.exchange(tables.stored(stored.entry().withCeiling(next)));
          return true;
        });
    ceiling = next;
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

  @Override
  public void finish() {
    flush();
    if (cancellation.isOver()) {
      throw stoppedBetweenRows();
    }
    end();
    finished = true;
  }

  @Override
  public boolean isSorted() {
    return false;
  }

  /** Discards the rows that are not written yet. An unfinished load stays unfinished. */
  @Override
  public void close() {
    pending.clear();
  }
}
