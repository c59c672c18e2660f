package keywright.table.maintenance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.key.KeySchema;
import keywright.store.NoTableException;
import keywright.store.RawRow;
import keywright.store.RowCursor;
import keywright.store.RowOptions;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.UnreadableRowException;
import keywright.store.WriteBatch;
import keywright.table.catalog.Tables;
import keywright.table.layout.EntryTable;
import keywright.table.layout.ReadableRows;
import keywright.table.layout.StoredClaims;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.layout.WriteDiscipline;
import keywright.table.model.DocumentTable;
import keywright.table.model.ScrubOptions;
import keywright.table.model.ScrubProgress;
import keywright.table.model.ScrubReport;
import keywright.table.model.TableException;
import org.jspecify.annotations.Nullable;

/**
 * Compares the rows of a table with the entries of its indexes, and repairs differences. Writers
 * may change the table meanwhile.
 *
 * <p>A scrub reads in chunks, each in its own snapshot, and has one chunk in memory. First it reads
 * the rows, and looks up the entries of each row in every index. Then it reads the entries of every
 * index, and looks up the row of each entry. A row and its entries change in one step, so a
 * difference within one snapshot is a problem.
 *
 * <p>A repair reads the row and the entry again. It is written only if the row has not changed
 * meanwhile. If another writer has changed the row, the repair starts again. So an entry is removed
 * only if the only row that may have it still does not have it.
 *
 * <p>On engines with single-row atomicity, {@link TombstoneGc} removes tombstones at the end.
 */
public final class Scrub {
  static final int CHUNK_ROWS = 500;
  private static final int ATTEMPTS_MAX = 100;

  private final DatabaseParts parts;
  private final Tables tables;
  private final String name;
  private final ScrubOptions options;
  private final Findings findings;
  private final TombstoneGc tombstones;
  private boolean stopped;

  public Scrub(DatabaseParts parts, String table, ScrubOptions options) {
    this.parts = parts;
    this.tables = parts.tables();
    this.name = table;
    this.options = options;
    this.findings = new Findings(options);
    this.tombstones = new TombstoneGc(tables, parts.repair().rows(), table);
  }

  /**
   * Runs the scrub.
   *
   * @return the numbers of rows and entries that were read, and the problems that were found
   */
  public ScrubReport run() {
    return WorkLog.of("scrub of " + name, () -> findings.rows, this::compare);
  }

  private ScrubReport compare() {
    if (tables.using(name, stored -> stored.discipline() == WriteDiscipline.PLAIN)) {
      return ScrubReport.nothingToCheck(name);
    }
    List<EntryTable> all = tables.using(name, StoredTable::entryTables);
    moveUnreadable(all);
    String table = tables.using(name, stored -> stored.layout().name());
    read(name, table, this::rows);
    for (EntryTable one : all) {
      String engineName = one.layout().name();
      read(one.name(), engineName, (stored, after) -> entries(stored, engineName, after));
    }
    if (!stopped
        && tombstones.hasWatermark()
        && tombstones.await(millis -> goesOn(name, 0, table, millis))) {
      read(
          name,
          table,
          (stored, after) -> tombstones.drop(stored, stored.layout(), after, findings));
      for (EntryTable one : all) {
        if (one instanceof StoredClaims) {
          String engineName = one.layout().name();
          read(one.name(), engineName, (stored, after) -> dropFree(stored, engineName, after));
        }
      }
    }
    return findings.report(name);
  }

  /**
   * Moves rows and entries that cannot be decoded. This is the first step, so the entries of moved
   * rows are removed afterwards.
   */
  private void moveUnreadable(List<EntryTable> entryTables) {
    Consumer<RawRow> target = options.unreadable();
    if (target != null && options.repairs()) {
      requireOwnRows();
      UnreadableRows unreadable = new UnreadableRows(tables, findings, target);
      String table = tables.using(name, stored -> stored.layout().name());
      read(name, table, (stored, after) -> unreadable.move(name, stored.layout(), after));
      for (EntryTable one : entryTables) {
        TableLayout layout = one.layout();
        read(
            one.name(),
            layout.name(),
            (stored, after) -> unreadable.move(one.name(), layout, after));
      }
    }
  }

  /** The rows of an attached table are another program's, with cells that are not declared. */
  private void requireOwnRows() {
    if (tables.using(name, stored -> stored.layout().isAttached())) {
      throw new TableException(
          "cannot move unreadable rows of %s: found an attached table, whose rows belong to another program; correct the rows with that program, or leave them out of queries with --skip-unreadable"
              .formatted(name));
    }
  }

  private interface ChunkReader {
    /** Checks the rows after a key; null for the start. Returns the stored rows that were read. */
    List<StoredRow> read(StoredTable table, @Nullable Key after);
  }

  private void read(String what, String engineName, ChunkReader chunks) {
    Key after = null;
    long done = 0;
    while (!stopped) {
      Key from = after;
      List<StoredRow> read =
          tables.using(name, table -> chunks.read(table.requireNotBeingFilled("scrub"), from));
      done += read.size();
      stopped = !goesOn(what, done, engineName, 0);
      if (findings.tombstones > 0 && options.repairs()) {
        tombstones.declareWatermark();
      }
      if (read.size() < CHUNK_ROWS) {
        return;
      }
      after = read.get(read.size() - 1).key();
    }
  }

  private boolean goesOn(String what, long done, String engineName, long waitMillis) {
    return options
        .continueWhile()
        .test(new ScrubProgress(what, done, estimatedRows(engineName), waitMillis));
  }

  private OptionalLong estimatedRows(String engineName) {
    try {
      return tables.engine().estimatedRows(engineName);
    } catch (NoTableException e) {
      // It was truncated meanwhile.
      return OptionalLong.empty();
    }
  }

  static List<StoredRow> chunk(
      Snapshot snapshot,
      TableLayout layout,
      RowOptions options,
      @Nullable Key after,
      Consumer<UnreadableRowException> unreadable) {
    List<StoredRow> rows = new ArrayList<>();
    ScanOptions scan = new ScanOptions(options, false).ofAbout(CHUNK_ROWS).skipping(unreadable);
    try (RowCursor cursor = snapshot.walk(layout, after, scan)) {
      StoredRow row;
      while (rows.size() < CHUNK_ROWS && (row = cursor.next()) != null) {
        rows.add(row);
      }
    }
    return rows;
  }

  private List<StoredRow> rows(StoredTable table, @Nullable Key after) {
    List<Runnable> repairs = new ArrayList<>();
    List<StoredRow> read;
    if (!table.entriesAreExact()) {
      return new SingleRowScrub(parts, table, findings).rows(after);
    }
    try (Snapshot snapshot = tables.snapshot()) {
      read =
          chunk(
              snapshot,
              table.layout(),
              RowOptions.of(families(table)),
              after,
              findings.unreadableOf(name));
      read.forEach(row -> checkKey(table, row));
      for (EntryTable index : table.entryTables()) {
        checkRows(table, index, snapshot, read, repairs);
      }
    }
    findings.rows += read.size();
    repairs.forEach(Runnable::run);
    return read;
  }

  private void checkKey(StoredTable table, StoredRow row) {
    KeySchema schema = table.primaryKey();
    if (!table.key(table.row(row)).equals(row.key())) {
      Findings.Tally unused =
          findings.note(
              name,
              ScrubReport.Kind.ROW_UNDER_ANOTHER_KEY,
              "the key columns of row %s of %s do not match its key"
                  .formatted(schema.readable(row.key()), name));
    }
  }

  private void checkRows(
      StoredTable table,
      EntryTable index,
      Snapshot snapshot,
      List<StoredRow> read,
      List<Runnable> repairs) {
    List<StoredRow> holders = new ArrayList<>();
    List<Key> keys = new ArrayList<>();
    for (StoredRow row : read) {
      for (Key key : entryKeys(table, index, row)) {
        holders.add(row);
        keys.add(key);
      }
    }
    ReadableRows found =
        ReadableRows.get(
            snapshot, index.layout(), keys, RowOptions.of(index.layout().familyNames()));
    for (int i = 0; i < keys.size(); i++) {
      StoredRow row = holders.get(i);
      ScrubReport.Kind kind =
          found.isUnreadable(i) ? null : wrong(table, index, snapshot, row, found.row(i));
      if (kind != null) {
        Findings.Tally tally =
            findings.note(index.name(), kind, describe(table, index, kind, row, keys.get(i)));
        Key entry = keys.get(i);
        repairs.add(() -> findings.repair(tally, () -> repairRow(table, index, row.key(), entry)));
      }
    }
  }

  /** The keys of a row's entries. A row with an entry that no key can hold is reported. */
  private Set<Key> entryKeys(StoredTable table, EntryTable index, StoredRow row) {
    try {
      return index.entries(table.row(row));
    } catch (KeyException e) {
      Findings.Tally unused =
          findings.note(
              index.name(),
              ScrubReport.Kind.ROW_WITHOUT_ENTRY,
              "row %s of %s has no entry in %s, because the row does not fit its key: %s"
                  .formatted(
                      table.primaryKey().readable(row.key()), name, index.name(), e.getMessage()));
      return Set.of();
    }
  }

  /** The kind of problem of an entry of a row; null for none. */
  private static ScrubReport.@Nullable Kind wrong(
      StoredTable table,
      EntryTable index,
      Snapshot snapshot,
      StoredRow row,
      @Nullable StoredRow entry) {
    if (entry == null) {
      return index.isReadable() ? ScrubReport.Kind.ROW_WITHOUT_ENTRY : null;
    }
    byte[] rowKey = (byte[]) entry.value(StoredIndex.ROW_KEY_COLUMN);
    if (!Arrays.equals(row.rowKey(), rowKey)) {
      Key owner = index.owner(table, entry);
      boolean isShared =
          owner != null
              && !owner.equals(row.key())
              && entriesOf(
                      table,
                      index,
                      snapshot.get(table.layout(), owner, table.families(index.inputs())))
                  .contains(entry.key());
      return !isShared
          ? ScrubReport.Kind.ENTRY_OF_ANOTHER_ROW
          : index.isReadable() ? ScrubReport.Kind.ROWS_OF_ONE_KEY : null;
    }
    if (entry.head().expiryMillis() != row.head().expiryMillis()) {
      return ScrubReport.Kind.ENTRY_WITH_OTHER_VALUES;
    }
    for (Map.Entry<Integer, @Nullable Object> cell :
        index.cells(table.row(row), row.rowKey()).entrySet()) {
      if (!StoredTable.sameValue(cell.getValue(), entry.value(cell.getKey()))) {
        return ScrubReport.Kind.ENTRY_WITH_OTHER_VALUES;
      }
    }
    return null;
  }

  static String describe(
      StoredTable table, EntryTable index, ScrubReport.Kind kind, StoredRow row, Key key) {
    String entry = index.layout().keySchema().readable(key);
    String of = table.primaryKey().readable(row.key());
    return switch (kind) {
      case ROW_WITHOUT_ENTRY ->
          "row %s of %s has no entry %s in %s".formatted(of, table.name(), entry, index.name());
      case ENTRY_WITH_OTHER_VALUES ->
          "entry %s of %s has other values than row %s".formatted(entry, index.name(), of);
      case ROWS_OF_ONE_KEY ->
          "row %s of %s has key %s of %s, which another row has"
              .formatted(of, table.name(), entry, index.name());
      default -> "entry %s of %s leads to another row".formatted(entry, index.name());
    };
  }

  /**
   * Puts an entry of a row, unless the entry is correct by now. Returns false if other writers
   * changed the row in each attempt.
   */
  private boolean repairRow(StoredTable table, EntryTable index, Key key, Key entryKey) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      long nowMillis = tables.nowMillis();
      WriteBatch batch = new WriteBatch(nowMillis);
      try (Snapshot snapshot = tables.engine().snapshot(nowMillis)) {
        StoredRow row = snapshot.get(table.layout(), key, families(table));
        if (row == null || !index.entries(table.row(row)).contains(entryKey)) {
          return true;
        }
        StoredRow entry = snapshot.get(index.layout(), entryKey, index.layout().familyNames());
        ScrubReport.Kind kind = wrong(table, index, snapshot, row, entry);
        if (kind == null || kind == ScrubReport.Kind.ROWS_OF_ONE_KEY) {
          return kind == null;
        }
        batch.put(table.layout(), key, row.version(), row.version(), Map.of());
        if (entry != null) {
          // It may be later than the row, and its values would stay.
          batch.delete(index.layout(), entryKey, entry.version());
        }
        index.putEntry(
            batch, entryKey, WriteBatch.ABSENT, table.row(row), row.rowKey(), row.head());
      }
      if (tables.engine().write(batch)) {
        return true;
      }
    }
    return false;
  }

  private List<StoredRow> dropFree(StoredTable table, String engineName, @Nullable Key after) {
    EntryTable reservations = table.findEntryTable(engineName);
    return reservations == null
        ? List.of()
        : tombstones.drop(table, reservations.layout(), after, findings);
  }

  private List<StoredRow> entries(StoredTable table, String engineName, @Nullable Key after) {
    EntryTable index = table.findEntryTable(engineName);
    if (index == null) {
      return List.of();
    }
    if (!table.entriesAreExact()) {
      return new SingleRowScrub(parts, table, findings).entries(index, after);
    }
    List<Runnable> repairs = new ArrayList<>();
    List<StoredRow> read;
    try (Snapshot snapshot = tables.snapshot()) {
      read =
          chunk(
              snapshot,
              index.layout(),
              RowOptions.of(index.layout().familyNames()),
              after,
              findings.unreadableOf(index.name()));
      // A row with many elements in a collection owns many of the entries, and is read once.
      Map<Key, List<StoredRow>> owned = new LinkedHashMap<>();
      for (StoredRow entry : read) {
        Key owner = index.owner(table, entry);
        if (owner == null) {
          noteEntry(table, index, entry, repairs);
        } else {
          owned.computeIfAbsent(owner, any -> new ArrayList<>()).add(entry);
        }
      }
      List<Key> owners = List.copyOf(owned.keySet());
      RowOptions inputs = RowOptions.of(table.families(index.inputs()));
      ReadableRows found = ReadableRows.get(snapshot, table.layout(), owners, inputs);
      for (int i = 0; i < owners.size(); i++) {
        if (!found.isUnreadable(i)) {
          Set<Key> expected = entriesOf(table, index, found.row(i));
          for (StoredRow entry : owned.getOrDefault(owners.get(i), List.of())) {
            if (!expected.contains(entry.key())) {
              noteEntry(table, index, entry, repairs);
            }
          }
        }
      }
    }
    findings.entries += read.size();
    repairs.forEach(Runnable::run);
    return read;
  }

  private void noteEntry(
      StoredTable table, EntryTable index, StoredRow entry, List<Runnable> repairs) {
    Findings.Tally tally =
        findings.note(
            index.name(),
            ScrubReport.Kind.ENTRY_WITHOUT_ROW,
            "entry %s of %s has no row"
                .formatted(index.layout().keySchema().readable(entry.key()), index.name()));
    repairs.add(() -> findings.repair(tally, () -> repairEntry(table, index, entry.key())));
  }

  /** The keys of the entries of a row. */
  private static Set<Key> entriesOf(StoredTable table, EntryTable index, @Nullable StoredRow row) {
    try {
      return row == null ? Set.of() : index.entries(table.row(row));
    } catch (KeyException e) {
      return Set.of();
    }
  }

  /**
   * Removes an entry, unless its row has it by now. Returns false if other writers changed the row
   * in each attempt.
   */
  private boolean repairEntry(StoredTable table, EntryTable index, Key entryKey) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      long nowMillis = tables.nowMillis();
      WriteBatch batch = new WriteBatch(nowMillis);
      try (Snapshot snapshot = tables.engine().snapshot(nowMillis)) {
        StoredRow entry = snapshot.get(index.layout(), entryKey, index.layout().familyNames());
        if (entry == null) {
          return true;
        }
        Key owner = index.owner(table, entry);
        if (owner != null) {
          StoredRow row = snapshot.get(table.layout(), owner, table.families(index.inputs()));
          if (entriesOf(table, index, row).contains(entryKey)) {
            return true;
          }
          if (row == null) {
            batch.delete(table.layout(), owner, WriteBatch.ABSENT);
          } else {
            batch.put(table.layout(), owner, row.version(), row.version(), Map.of());
          }
        }
        batch.delete(index.layout(), entryKey, entry.version());
      }
      if (tables.engine().write(batch)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The families of the columns from which entries are computed, of key columns with cells, and of
   * the parts of documents, which must fit each other.
   */
  private static Set<String> families(StoredTable table) {
    Set<String> columns = new LinkedHashSet<>(table.primaryKey().keyColumns());
    table.indexes().forEach(index -> columns.addAll(index.inputs()));
    if (!table.definition().documentFamilies().isEmpty()) {
      columns.add(DocumentTable.DOCUMENT);
    }
    return table.families(columns);
  }
}
