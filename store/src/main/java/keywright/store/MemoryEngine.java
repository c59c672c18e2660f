package keywright.store;

import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import keywright.key.ErrorCode;
import keywright.key.Key;
import org.jspecify.annotations.Nullable;

/**
 * An engine that stores all data in memory; the data is lost when the engine is closed. It is the
 * reference for the other engines: tests compare them with it. Safe for use by many threads; one
 * thread at a time writes.
 *
 * <p>The state of the engine is one immutable object, which each write replaces. A snapshot is a
 * reference to this object. Rows are stored as typed cells, and not as bytes of {@link CellCodec}.
 *
 * <p>An engine made by {@link #ofSingleRows} has only the features of engines with single-row
 * atomicity, and is the reference for these engines.
 */
public final class MemoryEngine implements Engine {
  private static final int MAX_KEY_LENGTH = 65_535;

  private static final Set<Capability> ALL = EnumSet.allOf(Capability.class);

  private static final Set<Capability> OF_SINGLE_ROWS = EnumSet.of(Capability.ROW_KEYS);

  /**
   * A table: the names of its families and its rows.
   *
   * @param deleted the timed deletes that are not forgotten, as rows of their timestamps
   */
  record Table(Set<String> families, @Nullable SortedRows rows, @Nullable SortedRows deleted) {
    Table withRows(@Nullable SortedRows newRows) {
      return new Table(families, newRows, deleted);
    }
  }

  private final Set<Capability> capabilities;
  private final long versionStep;
  private final boolean isForDeclarations;

  private volatile SortedMap<String, Table> tables = Collections.emptySortedMap();
  private volatile boolean closed;

  /** Makes an engine without tables. */
  public MemoryEngine() {
    this(ALL, 1, false);
  }

  /** An independent copy of another engine with its current content. */
  MemoryEngine(MemoryEngine other) {
    this(other.capabilities, other.versionStep, other.isForDeclarations);
    this.tables = other.tables;
  }

  /** The current state, an immutable value. */
  SortedMap<String, Table> state() {
    return tables;
  }

  private MemoryEngine(Set<Capability> capabilities, long versionStep, boolean isForDeclarations) {
    this.capabilities = capabilities;
    this.versionStep = versionStep;
    this.isForDeclarations = isForDeclarations;
  }

  /**
   * Makes an engine without tables that has single-row atomicity: it does not have {@link
   * Capability#ATOMIC_BATCHES} and {@link Capability#SNAPSHOTS}.
   *
   * @param versionStep the unit of versions: every version is a multiple of this number
   */
  public static MemoryEngine ofSingleRows(long versionStep) {
    return new MemoryEngine(OF_SINGLE_ROWS, versionStep, false);
  }

  /**
   * Makes an engine without tables, for declarations. It accepts declarations of plain tables and
   * of attached tables, but no rows of plain tables. An attached table is empty.
   */
  public static MemoryEngine ofDeclarations() {
    return new MemoryEngine(ALL, 1, true);
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.copyOf(capabilities);
  }

  @Override
  public long versionStep() {
    return versionStep;
  }

  private boolean isOfSingleRows() {
    return !capabilities.contains(Capability.ATOMIC_BATCHES);
  }

  @Override
  public int maxKeyLength() {
    return MAX_KEY_LENGTH;
  }

  @Override
  public Set<String> tables() {
    requireOpen();
    return new TreeSet<>(tables.keySet());
  }

  @Override
  public synchronized void createTable(TableLayout layout) {
    requireOpen();
    if (tables.containsKey(layout.name())) {
      throw new StoreException(
          ErrorCode.ALREADY_EXISTS,
          "cannot create table "
              + layout.name()
              + ": found a table of that name, expected none; drop it first");
    }
    Set<String> families = new TreeSet<>();
    layout.families().forEach(family -> families.add(family.name()));
    SortedMap<String, Table> changed = new TreeMap<>(tables);
    changed.put(layout.name(), new Table(families, null, null));
    tables = changed;
  }

  @Override
  public synchronized void addFamilies(TableLayout layout) {
    requireOpen();
    Table table = tables.get(layout.name());
    if (table == null) {
      throw missing(tables, "add families to", layout.name());
    }
    Set<String> families = new TreeSet<>(table.families());
    layout.families().forEach(family -> families.add(family.name()));
    SortedMap<String, Table> changed = new TreeMap<>(tables);
    changed.put(layout.name(), new Table(families, table.rows(), table.deleted()));
    tables = changed;
  }

  @Override
  public synchronized void dropTable(String name) {
    requireOpen();
    SortedMap<String, Table> changed = new TreeMap<>(tables);
    if (changed.remove(name) == null) {
      throw missing(changed, "drop", name);
    }
    tables = changed;
  }

  @Override
  public Snapshot snapshot(LongSupplier clock) {
    requireOpen();
    SortedMap<String, Table> now = tables;
    return capabilities.contains(Capability.SNAPSHOTS)
        ? new MemorySnapshot(this, () -> now, clock)
        : new MemorySnapshot(this, () -> tables, clock);
  }

  @Override
  public synchronized boolean write(WriteBatch batch) {
    requireOpen();
    if (isOfSingleRows() && !batch.isOfOneRow()) {
      throw new StoreException(
          "cannot write a batch of "
              + batch.size()
              + " writes: found several rows, expected one row, since the engine changes only one row atomically; write each row with its own batch");
    }
    SortedMap<String, Table> changed = new TreeMap<>(tables);
    for (RowWrite write : batch.writes()) {
      Table table = table(changed, "write to", write.layout());
      byte[] rowKey = rowKey(write.layout(), write.key());
      SortedRows.Row stored = SortedRows.get(table.rows(), rowKey);
      SortedRows.Row row =
          stored == null || stored.head().isExpired(batch.nowMillis()) ? null : stored;
      SortedRows.Row compared = isOfSingleRows() ? stored : row;
      if (!write.expects(compared == null ? null : compared.head())) {
        return false;
      }
      SortedRows rows;
      if (write instanceof RowWrite.Put put) {
        requireVersion(put, rowKey);
        rows = SortedRows.with(table.rows(), rowKey, merge(row, put, batch.nowMillis()));
      } else {
        rows = SortedRows.without(table.rows(), rowKey);
      }
      changed.put(write.layout().name(), table.withRows(rows));
    }
    tables = changed;
    return true;
  }

  @Override
  public Optional<TimedWrites> timedWrites() {
    return isOfSingleRows() ? Optional.of(this::writeTimed) : Optional.empty();
  }

  @Override
  public Optional<PlainWrites> plainWrites() {
    return isForDeclarations
        ? Optional.of(
            (groups, nowMillis) -> {
              throw new StoreException(
                  ErrorCode.UNSUPPORTED,
                  "cannot write rows of a plain table: found an engine that stores only declarations, expected one that stores plain tables, such as cassandra:");
            })
        : Optional.empty();
  }

  @Override
  public Optional<AttachedTables> attachedTables() {
    return isForDeclarations ? Optional.of(this::attach) : Optional.empty();
  }

  private synchronized void attach(TableLayout layout) {
    if (hasTable(layout.name())) {
      dropTable(layout.name()); // Of an earlier declaration, which was dropped.
    }
    createTable(layout);
  }

  private synchronized void writeTimed(List<? extends TimedWrite> writes) {
    requireOpen();
    SortedMap<String, Table> changed = new TreeMap<>(tables);
    for (TimedWrite write : writes) {
      Table table = table(changed, "write to", write.layout());
      byte[] rowKey = rowKey(write.layout(), write.key());
      requireStep(write.timestamp());
      changed.put(write.layout().name(), after(table, rowKey, write));
    }
    tables = changed;
  }

  private static Table after(Table table, byte[] rowKey, TimedWrite write) {
    SortedRows.Row deleted = SortedRows.get(table.deleted(), rowKey);
    if (deleted != null && deleted.head().version() >= write.timestamp()) {
      return table;
    }
    SortedRows.Row stored = SortedRows.get(table.rows(), rowKey);
    boolean newer = stored != null && stored.head().version() > write.timestamp();
    if (write instanceof TimedWrite.Put put) {
      return newer
          ? table
          : table.withRows(SortedRows.with(table.rows(), rowKey, merge(null, put.row(), 0)));
    }
    SortedRows.Row note =
        new SortedRows.Row(RowHead.of(write.timestamp()), Collections.emptySortedMap());
    return new Table(
        table.families(),
        newer ? table.rows() : SortedRows.without(table.rows(), rowKey),
        SortedRows.with(table.deleted(), rowKey, note));
  }

  /**
   * Forgets the timed deletes so far, as engines do when they compact. A put that was sent before
   * such a delete and arrives later then stays.
   */
  synchronized void forgetDeletes() {
    SortedMap<String, Table> changed = new TreeMap<>(tables);
    changed.replaceAll((name, table) -> new Table(table.families(), table.rows(), null));
    tables = changed;
  }

  private static byte[] rowKey(TableLayout layout, Key key) {
    byte[] rowKey = layout.keySchema().encode(key);
    if (rowKey.length > MAX_KEY_LENGTH) {
      throw new StoreException(
          "cannot write to "
              + layout.name()
              + ": found a row key of "
              + rowKey.length
              + " bytes, expected at most "
              + MAX_KEY_LENGTH);
    }
    return rowKey;
  }

  private void requireVersion(RowWrite.Put put, byte[] rowKey) {
    requireStep(put.newVersion());
    Table before = tables.get(put.layout().name());
    SortedRows.Row row = before == null ? null : SortedRows.get(before.rows(), rowKey);
    if (isOfSingleRows() && row != null && row.head().version() >= put.newVersion()) {
      throw new StoreException(
          "cannot write a row of "
              + put.layout().name()
              + ": found version "
              + put.newVersion()
              + ", expected one above "
              + row.head().version()
              + ", the version of the stored row");
    }
  }

  private void requireStep(long version) {
    if (version % versionStep != 0 || version <= 0) {
      throw new StoreException(
          "cannot write at version "
              + version
              + ": expected a version above 0 that is a multiple of "
              + versionStep);
    }
  }

  private static SortedRows.Row merge(
      SortedRows.@Nullable Row row, RowWrite.Put put, long nowMillis) {
    TableLayout layout = put.layout();
    SortedMap<Integer, List<Cell>> cells =
        row == null ? new TreeMap<>() : new TreeMap<>(row.cells());
    BitSet written = new BitSet();
    written.set(0);
    for (Cell cell : put.cells()) {
      written.set(layout.familyOf(cell.columnId()));
      cells.putIfAbsent(cell.columnId(), List.of());
    }
    cells.replaceAll(
        (id, stored) ->
            layout.column(id) != null && written.get(layout.familyOf(id))
                ? merge(stored, put, id, nowMillis)
                : stored);
    return new SortedRows.Row(put.head(row == null ? null : row.head()), cells);
  }

  /** The cells of one column after a put, the newest first. */
  private static List<Cell> merge(List<Cell> stored, RowWrite.Put put, int id, long nowMillis) {
    int versions = put.layout().families().get(put.layout().familyOf(id)).versions();
    TreeMap<Long, Cell> byTime = new TreeMap<>(Comparator.reverseOrder());
    for (Cell cell : stored) {
      if (versions > 1 || !leavesNothing(cell, nowMillis)) {
        byTime.put(cell.timestamp(), cell);
      }
    }
    for (Cell cell : put.cells()) {
      if (cell.columnId() == id) {
        byTime.put(cell.timestamp(), cell);
      }
    }
    return byTime.values().stream()
        .limit(versions)
        .filter(cell -> versions > 1 || !leavesNothing(cell, nowMillis))
        .map(cell -> cell.isDead(nowMillis) ? cell.withoutValue() : cell)
        .toList();
  }

  /**
   * Whether a cell need not be stored: it has no value, and its writer gave no write time with
   * which later writes would be compared.
   */
  private static boolean leavesNothing(Cell cell, long nowMillis) {
    return cell.isDead(nowMillis) && cell.writeTimeMicros() == 0;
  }

  @Override
  public void close() {
    closed = true;
  }

  void requireOpen() {
    if (closed) {
      throw new StoreException(
          ErrorCode.CLOSED,
          "cannot use the engine in memory: found it closed, expected it open; open it again");
    }
  }

  /** The table of {@code layout}, with all its families. */
  static Table table(Map<String, Table> tables, String what, TableLayout layout) {
    Table table = tables.get(layout.name());
    if (table == null) {
      throw missing(tables, what, layout.name());
    }
    for (FamilyLayout family : layout.families()) {
      if (!table.families().contains(family.name())) {
        throw new StoreException(
            "cannot "
                + what
                + " table "
                + layout.name()
                + ": found no family "
                + family.name()
                + ", expected one of "
                + String.join(", ", table.families()));
      }
    }
    return table;
  }

  private static StoreException missing(Map<String, Table> tables, String what, String name) {
    return new NoTableException(
        "cannot %s table %s: %s".formatted(what, name, NoTableException.found(tables.keySet())));
  }
}
