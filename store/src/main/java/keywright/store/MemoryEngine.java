package keywright.store;

import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The reference engine: everything in memory, gone when it is closed.
 *
 * <p>Its whole state is one immutable value that a write replaces, so a snapshot is a reference.
 * Rows are kept as typed cells, without the cell codec that the other engines share, which makes it
 * a judge of them. Safe for use by many threads; writes take turns.
 */
public final class MemoryEngine implements Engine {
  private static final int MAX_KEY_LENGTH = 65_535;

  /** A table: the names of its families and its rows. */
  record Table(Set<String> families, @Nullable SortedRows rows) {}

  private volatile SortedMap<String, Table> tables = Collections.emptySortedMap();
  private volatile boolean closed;

  /** An engine without tables. */
  public MemoryEngine() {}

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.complementOf(EnumSet.of(Capability.CHECKPOINTS));
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
          "cannot create table " + layout.name() + ": found one of that name; drop it first");
    }
    Set<String> families = new TreeSet<>();
    layout.families().forEach(family -> families.add(family.name()));
    SortedMap<String, Table> changed = new TreeMap<>(tables);
    changed.put(layout.name(), new Table(families, null));
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
    changed.put(layout.name(), new Table(families, table.rows()));
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
    return new MemorySnapshot(this, tables, clock);
  }

  @Override
  public synchronized boolean write(WriteBatch batch) {
    requireOpen();
    SortedMap<String, Table> changed = new TreeMap<>(tables);
    for (RowWrite write : batch.writes()) {
      Table table = table(changed, "write to", write.layout());
      byte[] rowKey = write.layout().keySchema().encode(write.key());
      if (rowKey.length > MAX_KEY_LENGTH) {
        throw new StoreException(
            "cannot write to "
                + write.layout().name()
                + ": found a row key of "
                + rowKey.length
                + " bytes, expected at most "
                + MAX_KEY_LENGTH);
      }
      SortedRows.Row row = SortedRows.get(table.rows(), rowKey);
      if (row != null && row.head().isExpired(batch.nowMillis())) {
        row = null;
      }
      if (!write.expects(row == null ? WriteBatch.ABSENT : row.head().version())) {
        return false;
      }
      SortedRows rows =
          write instanceof RowWrite.Put put
              ? SortedRows.with(table.rows(), rowKey, merge(row, put, batch.nowMillis()))
              : SortedRows.without(table.rows(), rowKey);
      changed.put(write.layout().name(), new Table(table.families(), rows));
    }
    tables = changed;
    return true;
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

  /** Whether a cell has no value and its writer gave no time, which others were to be held to. */
  private static boolean leavesNothing(Cell cell, long nowMillis) {
    return cell.isDead(nowMillis) && cell.writeTimeMicros() == 0;
  }

  @Override
  public void close() {
    closed = true;
  }

  void requireOpen() {
    if (closed) {
      throw new StoreException("cannot use the engine in memory: found it closed, expected open");
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
    return new StoreException(
        "cannot "
            + what
            + " table "
            + name
            + ": found no such table, expected one of "
            + String.join(", ", tables.keySet()));
  }
}
