package keywright.table.maintenance;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.store.Engine;
import keywright.store.SortedWrites;
import keywright.store.StoreException;
import keywright.store.stop.Cancellation;
import keywright.table.catalog.Tables;
import keywright.table.layout.EntryTable;
import keywright.table.layout.KeyLengthLimit;
import keywright.table.layout.Reason;
import keywright.table.layout.StoredClaims;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.DuplicateKeyException;
import keywright.table.model.TableException;
import keywright.table.query.BoundedSort;
import keywright.table.query.RunFile;
import keywright.table.write.LoadedRows;
import keywright.table.write.RowCells;
import keywright.table.write.RowChange;
import org.jspecify.annotations.Nullable;

/**
 * A bulk load on engines that write a row and its entries in one atomic batch and take over sorted
 * rows. It sorts the rows and their index entries within a memory bound, writes them in the order
 * of their keys to a new generation of the table, and then makes the generation the table's by one
 * write of the catalog.
 *
 * <p>So the table has all of the rows or, when the load ends in another way, none. The ceiling of
 * the table's entry is the number of the generation. Another load of the table, or {@code
 * TRUNCATE}, takes the table away from this one. What a killed process has left, the next opening
 * of the database removes: {@link DefinitionChanges#removeLoads}.
 *
 * <p>The result is what inserts of the same rows in the same order make, or the load is refused:
 * {@link LoadedRows} merges the rows of one key. The entries that merged rows would have had alone
 * are sorted by then, so a second sort has corrections of them: which keys of entries the merged
 * row has, and which it has no more. Of rows that have the same key of a unique index the second is
 * refused by an insert, unless the first has another key by then. What that makes of the rows after
 * it, a sort does not know, so such a load is refused as a whole.
 */
final class SortedLoad extends BulkLoadRun {
  /** A load looks at its cancellation once for this many rows or entries that it writes. */
  private static final int LOOK_ROWS = 64;

  /** The corrections may take this part of the memory of a sort. */
  private static final int PART_OF_CORRECTIONS = 8;

  private final SortedWrites writes;
  private final StoredTable filled;
  private final LoadedRows loaded;
  private final BoundedSort sorted;

  /** Which of the tables of entries are of the keys of unique indexes. */
  private final boolean[] unique;

  /** The entries that each row has alone, by table of entries. */
  private final List<BoundedSort> entries = new ArrayList<>();

  /** Entries of merged rows, which replace those with their keys; null while there are none. */
  private final List<@Nullable BoundedSort> corrections = new ArrayList<>();

  /** The memory of each sort. */
  private final long memoryOfSort;

  /** Encodes and sorts the rows that the first thread has read. */
  private final LoadThread second;

  private long version;
  private List<Insert> pending = new ArrayList<>(ROWS_PER_BATCH);

  /** Calls for the rows that the second thread has refused; read only while it runs no task. */
  private final List<Runnable> refusals = new ArrayList<>();

  /** Why the result could differ from that of inserts; null if it cannot. */
  private @Nullable TableException doubt;

  private boolean closed;

  /** An insert, and who is told when it is refused. */
  private record Insert(RowChange change, Consumer<RuntimeException> refused) {}

  /**
   * @param before the table as it is, with the ceiling of this load
   * @param generation that the load fills
   */
  private SortedLoad(
      Tables tables,
      StoredTable before,
      LoadSteps steps,
      long generation,
      long memoryBytes,
      Cancellation cancellation) {
    super(tables, before.name(), steps, cancellation);
    this.ceiling = generation;
    this.writes = tables.engine().sortedWrites().orElseThrow();
    this.filled = tables.stored(before.entry().withGeneration(generation).withCeiling(0));
    this.loaded = new LoadedRows(before);
    List<EntryTable> entryTables = loaded.entryTables();
    this.unique = new boolean[entryTables.size()];
    for (int i = 0; i < unique.length; i++) {
      unique[i] = entryTables.get(i) instanceof StoredClaims;
    }
    this.memoryOfSort = memoryBytes / (1 + unique.length);
    this.sorted = new BoundedSort(this::runFile, memoryOfSort);
    for (int i = 0; i < unique.length; i++) {
      entries.add(new BoundedSort(this::runFile, memoryOfSort));
      corrections.add(null);
    }
    this.version = before.entry().gcWatermark() + 1;
    this.second = new LoadThread("keywright-load-" + before.name());
  }

  private RunFile runFile(int bufferLength) throws IOException {
    return RunFile.create(writes.folder(), bufferLength);
  }

  /** As {@link BulkLoadRun#begin}; a load that was begun by somebody else loses the table. */
  static SortedLoad begin(
      DatabaseParts parts, String table, long memoryBytes, Cancellation cancellation) {
    Tables tables = parts.tables();
    LoadSteps steps = parts.components().loads(tables);
    SortedLoad load =
        tables.changing(
            "bulk load " + table,
            cancellation,
            () -> {
              StoredTable before = tables.require(table).requireOwn("fill");
              requireFillable(before);
              steps.requireEmpty(before);
              long generation = tables.claim(before);
              StoredTable filling = tables.stored(before.entry().withCeiling(generation));
              tables.exchange(filling);
              return new SortedLoad(tables, filling, steps, generation, memoryBytes, cancellation);
            });
    load.requireStillEmpty();
    return load;
  }

  private static void requireFillable(StoredTable stored) {
    String found = unfillable(stored);
    if (found != null) {
      throw refused(stored, found);
    }
  }

  /** Why a table cannot be filled by a sorted load, for messages; null when it can. */
  static @Nullable String unfillable(StoredTable stored) {
    return !stored.indexes().stream().allMatch(StoredIndex::isReadable)
        ? "an index that is not built"
        : stored.layout().keepsVersions() ? "families with versions" : null;
  }

  @Override
  public void add(RowChange change, Consumer<RuntimeException> refused) {
    pending.add(new Insert(change, refused));
    rows++;
    if (pending.size() == ROWS_PER_BATCH) {
      sortPending();
    }
  }

  /**
   * Gives the added rows to the second thread to sort, and reports the rows that it has refused
   * before.
   */
  private void sortPending() {
    checkRunning();
    List<Insert> batch = pending;
    pending = new ArrayList<>(ROWS_PER_BATCH);
    version = Math.max(version, RowCells.micros(tables.clock().instant()));
    long moment = version;
    second.await();
    tellRefusals();
    second.run(() -> batch.forEach(insert -> sort(insert, moment)));
  }

  /** Ends the load if it must end. May be called by both threads. */
  private void checkRunning() {
    if (cancellation.isOver()) {
      throw stopped("the table stays empty", "run the load again");
    }
  }

  /** Ends the load if it must end; looks once for a batch of rows or entries. */
  private void checkRunning(long written) {
    if (written % LOOK_ROWS == 0) {
      checkRunning();
    }
  }

  private void tellRefusals() {
    List<Runnable> told = List.copyOf(refusals);
    refusals.clear();
    rows -= told.size();
    told.forEach(Runnable::run);
  }

  /** Runs on the second thread. */
  private void sort(Insert insert, long moment) {
    byte[] record;
    try {
      record = loaded.encode(insert.change, moment);
    } catch (KeyException | TableException e) {
      if (LoadedRows.isWhole(insert.change)) {
        refusals.add(() -> insert.refused.accept(e));
      } else if (doubt == null) {
        doubt = doubt("a row that may need the values of an earlier row with its key", e);
      }
      return;
    }
    try {
      byte[] rowKey = loaded.rowKey();
      sorted.add(rowKey, record);
      loaded.forEachEntry(
          (place, key, value) -> entries.get(place).add(key, ofRow(place, true, rowKey, value)));
    } catch (IOException e) {
      throw unwritable(e);
    }
    longKeys += loaded.longestKey() > KeyLengthLimit.ADVISED.length() ? 1 : 0;
  }

  private TableException doubt(String found, RuntimeException e) {
    return new TableException(
        "cannot bulk load %s: found %s: %s; load the table without --bulk"
            .formatted(table, found, Reason.of(e)),
        e);
  }

  private StoreException unwritable(IOException e) {
    Path folder = writes.folder();
    return new StoreException(
        "cannot sort the rows of %s in %s: %s; free some space in this folder"
            .formatted(table, folder, Reason.of(e)),
        e);
  }

  /** Writes nothing yet. */
  @Override
  public void flush() {
    sortPending();
    second.await();
    tellRefusals();
    if (doubt != null) {
      throw doubt;
    }
    StoredTable unused = tables.using(table, this::requireMine);
  }

  @Override
  public void finish() {
    flush();
    Engine engine = tables.engine();
    filled.createEmpty(engine);
    second.run(this::prepareEntries);
    try {
      writeRows();
    } catch (IOException e) {
      throw unwritable(e);
    }
    // The tables of entries have nothing in common, so two of them are written at a time.
    AtomicInteger next = new AtomicInteger();
    Runnable write =
        () -> {
          for (int i = next.getAndIncrement(); i < entries.size(); i = next.getAndIncrement()) {
            writeEntries(i);
          }
        };
    second.run(write);
    write.run();
    second.await();
    tables.changing(
        () -> {
          checkRunning(); // The last moment at which the load can end.
          StoredTable before = requireMine(tables.require(table));
          tables.replace(before, filled);
          return true;
        });
    finished = true;
  }

  /** Sorts the entries, while the rows are written. Runs on the second thread. */
  private void prepareEntries() {
    try {
      for (BoundedSort sort : entries) {
        checkRunning();
        sort.prepare();
      }
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /** Writes the rows in the order of their keys, each once. */
  private void writeRows() throws IOException {
    try (SortedWrites.Writer writer = writes.writer(filled.layout())) {
      boolean more = sorted.next();
      for (long written = 0; more; written++) {
        checkRunning(written);
        byte[] rowKey = sorted.order();
        byte[] record = sorted.row();
        more = sorted.next();
        if (more && Arrays.equals(rowKey, sorted.order())) {
          correct(rowKey, record, false);
          while (more && Arrays.equals(rowKey, sorted.order())) {
            record = merge(rowKey, record, sorted.row());
            more = sorted.next();
          }
          correct(rowKey, record, true);
        }
        writer.add(rowKey, loaded.families(record));
      }
      writer.finish();
    }
    sorted.close();
    second.await();
  }

  /** The record of a row after one more insert with its key. */
  private byte[] merge(byte[] rowKey, byte[] before, byte[] insert) throws IOException {
    try {
      byte[] after = loaded.merge(rowKey, before, insert);
      correct(rowKey, insert, false);
      correct(rowKey, after, false);
      return after;
    } catch (KeyException | TableException e) {
      throw doubt("a row that is refused after an earlier row with its key", e);
    }
  }

  /** Notes that a merged row has the entries of a record, or that it has them no more. */
  private void correct(byte[] rowKey, byte[] record, boolean isCurrent) throws IOException {
    loaded.forEachEntry(
        rowKey,
        record,
        (place, key, value) -> corrections(place).add(key, Claim.encode(isCurrent, rowKey, value)));
  }

  private BoundedSort corrections(int place) {
    BoundedSort found = corrections.get(place);
    if (found == null) {
      found = new BoundedSort(this::runFile, memoryOfSort / PART_OF_CORRECTIONS);
      corrections.set(place, found);
    }
    return found;
  }

  /** What is sorted of an entry. That of the key of a unique index says whose it is. */
  private byte[] ofRow(int place, boolean isCurrent, byte[] rowKey, byte[] value) {
    return unique[place] ? Claim.encode(isCurrent, rowKey, value) : value;
  }

  private void writeEntries(int place) {
    EntryTable entryTable = filled.entryTables().get(place);
    try (BoundedSort sort = entries.get(place);
        BoundedSort corrected = corrections(place);
        SortedWrites.Writer writer = writes.writer(entryTable.layout())) {
      boolean more = sort.next();
      boolean moreCorrected = corrected.next();
      for (long written = 0; more || moreCorrected; written++) {
        checkRunning(written);
        boolean isSorted =
            more
                && (!moreCorrected || Arrays.compareUnsigned(sort.order(), corrected.order()) <= 0);
        byte[] key = isSorted ? sort.order() : corrected.order();
        byte[] value = null;
        Claim claim = null;
        while (more && Arrays.equals(key, sort.order())) {
          value = sort.row();
          if (entryTable instanceof StoredClaims claims) {
            claim = requireOne(claims, key, claim, Claim.decode(value));
            value = claim.value;
          }
          more = sort.next();
        }
        while (moreCorrected && Arrays.equals(key, corrected.order())) {
          Claim correction = Claim.decode(corrected.row());
          if (entryTable instanceof StoredClaims claims) {
            claim = requireOne(claims, key, claim, correction);
          }
          value = correction.isCurrent ? correction.value : null;
          moreCorrected = corrected.next();
        }
        if (value != null) {
          writer.add(key, new byte[][] {value});
        }
      }
      writer.finish();
    } catch (IOException e) {
      throw unwritable(e);
    }
  }

  /** Refuses a key of a unique index that two rows have had. */
  private Claim requireOne(StoredClaims claims, byte[] key, @Nullable Claim before, Claim claim) {
    if (before != null && !Arrays.equals(before.rowKey, claim.rowKey)) {
      throw duplicate(claims, key, before, claim);
    }
    return claim;
  }

  private DuplicateKeyException duplicate(
      StoredClaims claims, byte[] entryKey, Claim one, Claim other) {
    KeySchema schema = claims.layout().keySchema();
    String readable = schema.readable(schema.decode(entryKey));
    return new DuplicateKeyException(
        table,
        claims.name(),
        readable,
        "cannot bulk load %s: found rows %s and %s with the same key %s of unique index %s; change one of them, or load without --bulk, which refuses only the later row"
            .formatted(
                table, readable(one.rowKey), readable(other.rowKey), readable, claims.name()));
  }

  private String readable(byte[] rowKey) {
    return filled.primaryKey().readable(filled.primaryKey().decode(rowKey));
  }

  @Override
  public boolean isSorted() {
    return true;
  }

  @Override
  public long overwritten() {
    return loaded.changed();
  }

  @Override
  public long unchanged() {
    return loaded.unchanged();
  }

  /** Ends the load: unless it is finished, the table stays as it was. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    second.close();
    try {
      sorted.close();
      for (BoundedSort sort : entries) {
        sort.close();
      }
      for (BoundedSort sort : corrections) {
        if (sort != null) {
          sort.close();
        }
      }
    } catch (IOException e) {
      throw unwritable(e);
    } finally {
      if (!finished) {
        discard();
      }
    }
  }

  private void discard() {
    tables.changing(
        () -> {
          filled.drop(tables.engine());
          StoredTable now = tables.find(table);
          if (now != null && now.entry().ceiling() == ceiling) {
            tables.exchange(tables.stored(now.entry().withCeiling(0)));
          }
          return true;
        });
  }

  /** A row and a key of a unique index that it has, or has had before a later insert. */
  private static final class Claim {
    private final boolean isCurrent;
    private final byte[] rowKey;
    private final byte[] value;

    private Claim(boolean isCurrent, byte[] rowKey, byte[] value) {
      this.isCurrent = isCurrent;
      this.rowKey = rowKey;
      this.value = value;
    }

    static byte[] encode(boolean isCurrent, byte[] rowKey, byte[] value) {
      return ByteBuffer.allocate(1 + Integer.BYTES + rowKey.length + value.length)
          .put((byte) (isCurrent ? 1 : 0))
          .putInt(rowKey.length)
          .put(rowKey)
          .put(value)
          .array();
    }

    static Claim decode(byte[] bytes) {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      boolean isCurrent = in.get() == 1;
      byte[] rowKey = new byte[in.getInt()];
      in.get(rowKey);
      byte[] value = new byte[in.remaining()];
      in.get(value);
      return new Claim(isCurrent, rowKey, value);
    }
  }
}
