package keywright.table.maintenance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.store.Engine;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TimedWrite;
import keywright.store.WriteBatch;
import keywright.table.catalog.Positions;
import keywright.table.catalog.Tables;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.BuildOptions;
import keywright.table.model.BuildProgress;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Names;
import keywright.table.model.TableException;
import keywright.table.write.Claims;
import keywright.table.write.RowCells;
import keywright.table.write.RowChange;
import keywright.table.write.singlerow.IndexEntry;
import org.jspecify.annotations.Nullable;

/**
 * One run of an index build. It writes the index entries of the existing rows, in the order of
 * their row keys. Meanwhile, writers that know the index can write rows.
 *
 * <p>As soon as the catalog has the index, every process that writes a row also writes its entry,
 * even if the row does not change. So the build must process each row once that was not written
 * after this moment. It does so in chunks. Each chunk is read in its own snapshot. Its entries and
 * the position after it are written in one step, on the condition that all its rows still have the
 * version that was read. So a row that was deleted or changed meanwhile does not get its old entry.
 * If a row has changed, a smaller chunk is read again, so busy writers do not block the build.
 *
 * <p>So every row before the position has its entries, and a row that is later written before the
 * position gets its entries from its writer. The next run resumes at the position. Between two
 * chunks the build has no snapshot and no lock, and the index may be dropped.
 */
public final class IndexBuild {
  /** The number of rows of a chunk. If the wanted rate is low, chunks are smaller. */
  public static final int CHUNK_ROWS = 500;

  private static final int CHUNKS_PER_SECOND = 4;

  /** The number of times in a row that the engine may not answer while a chunk is read. */
  private static final int FAILED_READS_MAX = 4;

  private final DatabaseParts parts;
  private final Tables tables;
  private final Positions positions;
  private final String table;
  private final IndexDefinition definition;
  private final String index;

  /** The name of the run in the saved positions: the full name of the index. */
  private final String run;

  private final BuildOptions options;
  private final int chunkRowsMax;
  private final IntConsumer pause;

  /** Whether the index was dropped, so the build must stop. */
  private volatile boolean dropped;

  /**
   * The name of the storage of the index, which no other index ever has; null until it is known.
   */
  private volatile @Nullable String storage;

  private Positions.Position position;

  /** The number of times in a row that the engine has not answered while a chunk was read. */
  private int failedReads;

  /**
   * @param chunkRows the number of rows of a chunk; if the wanted rate is low, chunks are smaller
   * @param pause called to wait after a chunk that could not be written; its argument is the number
   *     of chunks in a row that could not be written
   */
  public IndexBuild(
      DatabaseParts parts,
      Positions positions,
      String table,
      IndexDefinition definition,
      BuildOptions options,
      int chunkRows,
      IntConsumer pause) {
    this.parts = parts;
    this.tables = parts.tables();
    this.positions = positions;
    this.table = table;
    this.definition = definition;
    this.index = definition.name();
    this.run = Names.in(Names.keyspace(table), index);
    this.options = options;
    this.chunkRowsMax =
        (int) Math.max(1, Math.min(chunkRows, options.rowsPerSecond() / CHUNKS_PER_SECOND));
    this.pause = pause;
    this.position = positions.find(run);
  }

  /** Stops the build, because the index is being dropped. No further chunk begins. */
  void drop() {
    dropped = true;
  }

  /** The number of rows that are done, including those of earlier runs. */
  long rows() {
    return position.rowsDone();
  }

  boolean isDropped() {
    return dropped;
  }

  void requireNotDropped() {
    if (dropped) {
      throw dropped();
    }
  }

  private TableException dropped() {
    return new TableException(
        ErrorCode.CONFLICT,
        "cannot build index %s: another process or thread has dropped the index; create the index again if queries need it"
            .formatted(index));
  }

  /** The index as the current catalog entry has it. Its columns may have other names by now. */
  StoredIndex target(StoredTable stored) {
    StoredIndex found = stored.definition().index(index).isPresent() ? stored.index(index) : null;
    String known = storage;
    boolean isIt =
        found != null
            && (known == null
                ? found.definition().equals(definition)
                : found.layout().name().equals(known));
    if (found == null || !isIt) {
      dropped = true;
      throw dropped();
    }
    storage = found.layout().name();
    return found;
  }

  /**
   * Builds the missing entries.
   *
   * @return the progress if the options stopped the build; null if the build is finished
   * @throws keywright.key.KeyException if the index key cannot hold a row
   * @throws TableException for the same reason, or if the index was dropped meanwhile
   * @throws StoreException if the engine fails; a read without an answer is repeated first
   */
  @Nullable BuildProgress run() {
    Positions.Position from = position;
    long started = System.nanoTime();
    int chunkRows = chunkRowsMax;
    int failures = 0;
    while (true) {
      Chunk chunk = answered(chunkRows);
      if (chunk != null) {
        position = chunk.end;
      } else if (failedReads == 0) {
        requireLatest();
      }
      BuildProgress progress =
          new BuildProgress(
              table, index, position.rowsDone(), from.rowsDone(), estimatedRows(), 0, List.of());
      if (chunk != null) {
        parts.components().events().buildProgressed(progress);
      }
      boolean goesOn = options.continueWhile().test(progress);
      if (chunk != null && chunk.isLast) {
        return null;
      }
      if (!goesOn) {
        return progress;
      }
      if (chunk != null) {
        failures = 0;
        chunkRows = Math.min(chunkRowsMax, chunkRows * 2);
        pace(position.rowsDone() - from.rowsDone(), started);
      } else {
        failures++;
        chunkRows = Math.max(1, chunkRows / 4);
        pause.accept(failures);
      }
      if (Thread.currentThread().isInterrupted()) {
        return progress;
      }
    }
  }

  /** Refuses to continue if another process builds the index, or if the index was replaced. */
  void requireLatest() {
    if (!positions.isLatest(run, position)) {
      dropped = true;
      throw Positions.changed("the build of " + run);
    }
  }

  private OptionalLong estimatedRows() {
    return tables.engine().estimatedRows(tables.require(table).layout().name());
  }

  /**
   * Waits until {@code rows} rows since {@code started} are within the rate; not longer if the
   * thread is interrupted.
   */
  private void pace(long rows, long started) {
    if (options.rowsPerSecond() == Long.MAX_VALUE) {
      return;
    }
    long due = started + (long) (rows * 1e9 / options.rowsPerSecond());
    long left = due - System.nanoTime();
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, left);
      left = due - System.nanoTime();
    }
  }

  /**
   * A chunk whose entries are written.
   *
   * @param end the position of the build after the chunk
   * @param isLast whether no rows follow
   */
  private record Chunk(Positions.Position end, boolean isLast) {}

  /**
   * As {@link #chunk}. Also returns null if the engine did not answer, except after {@link
   * #FAILED_READS_MAX} times in a row.
   */
  private @Nullable Chunk answered(int chunkRows) {
    try {
      Chunk chunk = chunk(position, chunkRows);
      failedReads = 0;
      return chunk;
    } catch (StoreException e) {
      if (e.code() != ErrorCode.UNAVAILABLE || ++failedReads > FAILED_READS_MAX) {
        throw e;
      }
      return null;
    }
  }

  /** Builds the entries of the next rows. Returns null if one of these rows changed meanwhile. */
  private @Nullable Chunk chunk(Positions.Position position, int chunkRows) {
    return tables.using(
        table,
        stored -> {
          requireNotDropped();
          return chunk(stored, target(stored), position, chunkRows);
        });
  }

  private @Nullable Chunk chunk(
      StoredTable stored, StoredIndex target, Positions.Position position, int chunkRows) {
    Engine engine = tables.engine();
    long nowMillis = tables.nowMillis();
    if (!stored.entriesAreExact()) {
      try {
        return singleRows(stored, target, position, chunkRows);
      } catch (KeyException | TableException e) {
        if (chunkRows == 1) {
          throw e;
        }
        return null; // So that it is the first row of those refused that is told.
      }
    }
    try (Snapshot snapshot = engine.snapshot(nowMillis)) {
      Claims claims = new Claims(stored, snapshot);
      RowOptions options = RowOptions.of(stored.families(target.inputs()));
      List<StoredRow> rows = read(snapshot, stored, options, position, chunkRows);
      boolean isLast = rows.size() < chunkRows;
      if (rows.isEmpty()) {
        return new Chunk(position, true);
      }
      WriteBatch batch = new WriteBatch(nowMillis);
      for (StoredRow row : rows) {
        add(batch, claims, stored, target, row);
      }
      claims.addTo(batch, rows.get(0).version());
      Positions.Position end = behind(position, rows);
      if (!isLast) {
        end = positions.save(batch, run, end);
      }
      return engine.write(batch) ? new Chunk(end, isLast) : null;
    }
  }

  private static Positions.Position behind(Positions.Position position, List<StoredRow> rows) {
    return position.moved(rows.get(rows.size() - 1).rowKey(), rows.size());
  }

  /**
   * Builds the entries of the next rows on engines with single-row atomicity. The entries of each
   * row are put at the version of the row. A writer that has deleted an entry since then has done
   * so at a higher version.
   */
  private @Nullable Chunk singleRows(
      StoredTable stored, StoredIndex target, Positions.Position position, int chunkRows) {
    long nowMillis = tables.nowMillis();
    List<StoredRow> walked;
    List<StoredRow> rows;
    try (Snapshot view = tables.engine().snapshot(nowMillis)) {
      RowOptions options = RowOptions.of(stored.families(target.inputs())).withExpired();
      walked = read(view, stored, options, position, chunkRows);
      rows = settled(view, stored, options, walked);
    }
    List<TimedWrite> puts = new ArrayList<>();
    for (StoredRow row : rows) {
      if (row.head().mark().isLive() && !row.head().isExpired(nowMillis)) {
        @Nullable Object[] values = stored.row(row);
        RowCells.requireExact(stored, target, row, values);
        Set<Key> unused = RowChange.entries(stored, target, values);
      }
      for (IndexEntry entry : IndexEntry.of(stored, target, row)) {
        puts.add(entry.put(row.rowKey(), row.version()));
      }
    }
    if (!new UniqueBuild(parts.repair()).reserve(stored, target, rows, nowMillis)
        || !parts.repair().rows().put(puts)) {
      return null;
    }
    boolean isLast = walked.size() < chunkRows;
    if (isLast) {
      return new Chunk(walked.isEmpty() ? position : behind(position, walked), true);
    }
    WriteBatch batch = new WriteBatch(nowMillis);
    Positions.Position end = positions.save(batch, run, behind(position, walked));
    return tables.engine().write(batch) ? new Chunk(end, false) : null;
  }

  /**
   * Reads the rows again with settled reads. On an engine that may complete an unanswered write
   * very late, no earlier write of a process that does not know the index can change these rows
   * afterwards.
   */
  private List<StoredRow> settled(
      Snapshot view, StoredTable stored, RowOptions options, List<StoredRow> rows) {
    Engine engine = tables.engine();
    if (engine.horizonMillis() <= engine.requestDelayMillis()) {
      return rows;
    }
    List<Key> keys = rows.stream().map(StoredRow::key).toList();
    return view.get(stored.layout(), keys, options.asSettled()).stream()
        .filter(Objects::nonNull)
        .toList();
  }

  private static List<StoredRow> read(
      Snapshot snapshot,
      StoredTable stored,
      RowOptions options,
      Positions.Position position,
      int chunkRows) {
    Key after = position.lastKey(stored.primaryKey());
    List<StoredRow> rows = new ArrayList<>();
    ScanOptions scan = new ScanOptions(options, false).ofAbout(chunkRows);
    try (RowCursor cursor = snapshot.walk(stored.layout(), after, scan)) {
      StoredRow row;
      while (rows.size() < chunkRows && (row = cursor.next()) != null) {
        rows.add(row);
      }
    }
    return rows;
  }

  /**
   * Adds the entries, and the unchanged row, so the batch is written only if the row still has its
   * version.
   */
  private static void add(
      WriteBatch batch, Claims claims, StoredTable stored, StoredIndex target, StoredRow row) {
    Key key = row.key();
    @Nullable Object[] values = stored.row(row);
    RowCells.requireExact(stored, target, row, values);
    batch.put(stored.layout(), key, row.version(), row.version(), Map.of());
    Set<Key> entries = RowChange.entries(stored, target, values);
    claims.take(target, key, values, row.head().expiryMillis());
    for (Key entry : entries) {
      target.putEntry(batch, entry, WriteBatch.ANY, values, row.rowKey(), row.head());
    }
  }
}
