package keywright.table.maintenance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import keywright.key.Key;
import keywright.key.KeyException;
import keywright.store.RowMark;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.table.catalog.Tables;
import keywright.table.layout.EntryTable;
import keywright.table.layout.ReadableRows;
import keywright.table.layout.StoredClaims;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.model.ScrubReport;
import keywright.table.write.singlerow.EntryRepair;
import org.jspecify.annotations.Nullable;

/**
 * Checks the chunks of a {@link Scrub} on engines with single-row atomicity, which have no
 * snapshots. A missing entry is reported only if the row is the same before and after the lookup of
 * its entry. An entry without a row may belong to a writer that has not written the row yet. Such
 * an entry is counted as a problem, and its repair makes that writer start again. Used by one
 * thread.
 */
public final class SingleRowScrub {
  private static final int ATTEMPTS_MAX = 100;

  private final DatabaseParts parts;
  private final Tables tables;
  private final StoredTable table;
  private final Findings findings;

  SingleRowScrub(DatabaseParts parts, StoredTable table, Findings findings) {
    this.parts = parts;
    this.tables = parts.tables();
    this.table = table;
    this.findings = findings;
  }

  /** Checks the rows after a row key. If the scrub repairs, expired rows become tombstones. */
  List<StoredRow> rows(@Nullable Key after) {
    long nowMillis = tables.nowMillis();
    List<Runnable> repairs = new ArrayList<>();
    List<StoredRow> read;
    try (Snapshot view = tables.engine().snapshot(nowMillis)) {
      read =
          Scrub.chunk(
              view,
              table.layout(),
              table.rowOptions(false).withExpired(),
              after,
              findings.unreadableOf(table.name()));
      for (StoredRow row : read) {
        boolean expired = row.head().isExpired(nowMillis);
        if (expired && findings.areRepaired()) {
          repairs.add(
              () -> {
                boolean unused = parts.repair().bury(table, row.key());
              });
        } else if (!expired && row.head().mark().isLive()) {
          findings.rows++;
          checkKey(row);
        } else if (!expired && row.head().mark().move() != 0 && findings.areRepaired()) {
          repairs.add(() -> parts.repair().settle(table, row.key()));
        } else if (row.head().mark().kind() == RowMark.Kind.TOMBSTONE) {
          findings.tombstones++;
        }
      }
      for (EntryTable index : table.entryTables()) {
        if (index.isReadable()) {
          checkEntries(index, view, read, repairs);
        }
      }
    }
    repairs.forEach(Runnable::run);
    return read;
  }

  private void checkKey(StoredRow row) {
    if (!table.key(table.row(row)).equals(row.key())) {
      Findings.Tally unused =
          findings.note(
              table.name(),
              ScrubReport.Kind.ROW_UNDER_ANOTHER_KEY,
              "the key columns of row %s of %s do not match its key"
                  .formatted(table.primaryKey().readable(row.key()), table.name()));
    }
  }

  private void checkEntries(
      EntryTable index, Snapshot view, List<StoredRow> read, List<Runnable> repairs) {
    List<StoredRow> holders = new ArrayList<>();
    List<Key> keys = new ArrayList<>();
    for (StoredRow row : read) {
      for (Key key : entryKeys(index, view, row)) {
        holders.add(row);
        keys.add(key);
      }
    }
    RowOptions options = RowOptions.of(index.layout().familyNames());
    ReadableRows found = ReadableRows.get(view, index.layout(), keys, options);
    for (int i = 0; i < keys.size(); i++) {
      if (!found.isUnreadable(i) && wrong(index, holders.get(i), found.row(i)) != null) {
        checkAgain(index, view, holders.get(i), keys.get(i), repairs);
      }
    }
  }

  /** Reads a row and one of its entries until the row is the same before and after. */
  private void checkAgain(
      EntryTable index, Snapshot view, StoredRow found, Key key, List<Runnable> repairs) {
    StoredRow row = found;
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      ScrubReport.Kind kind =
          entryKeys(index, view, row).contains(key)
              ? wrong(index, row, view.get(index.layout(), key, index.layout().familyNames()))
              : null;
      if (kind == null) {
        return;
      }
      StoredRow again = parts.repair().read(table, row.key());
      if (again == null) {
        return;
      }
      if (again.head().stamp().equals(row.head().stamp())) {
        Key rowKey = row.key();
        Findings.Tally tally =
            findings.note(index.name(), kind, Scrub.describe(table, index, kind, row, key));
        repairs.add(() -> findings.repair(tally, () -> parts.repair().put(table, index, rowKey)));
        return;
      }
      row = again;
    }
  }

  /**
   * The keys of the entries of a row. Another row may already have the unique key of an expired
   * row.
   */
  private Set<Key> entryKeys(EntryTable index, Snapshot view, StoredRow row) {
    if (!row.head().mark().isLive()
        || (index instanceof StoredClaims && row.head().isExpired(view.nowMillis()))) {
      return Set.of();
    }
    try {
      return index.entries(table.row(row));
    } catch (KeyException e) {
      Findings.Tally unused =
          findings.note(
              index.name(),
              ScrubReport.Kind.ROW_WITHOUT_ENTRY,
              "row %s of %s has no entry in %s, because the row does not fit its key: %s"
                  .formatted(
                      table.primaryKey().readable(row.key()),
                      table.name(),
                      index.name(),
                      e.getMessage()));
      return Set.of();
    }
  }

  private ScrubReport.@Nullable Kind wrong(
      EntryTable index, StoredRow row, @Nullable StoredRow entry) {
    if (entry == null || isFree(entry)) {
      return ScrubReport.Kind.ROW_WITHOUT_ENTRY;
    }
    byte[] rowKey = (byte[]) entry.value(StoredIndex.ROW_KEY_COLUMN);
    if (Arrays.equals(rowKey, row.rowKey())) {
      return null;
    }
    Key other = index instanceof StoredClaims ? index.owner(table, entry) : null;
    return other != null
            && EntryRepair.has(table, index, parts.repair().read(table, other), entry.key())
        ? ScrubReport.Kind.ROWS_OF_ONE_KEY
        : ScrubReport.Kind.ENTRY_OF_ANOTHER_ROW;
  }

  /** Whether an entry is a freed reservation. */
  private static boolean isFree(StoredRow entry) {
    return entry.head().mark().kind() == RowMark.Kind.TOMBSTONE;
  }

  /** Checks the entries of an index after a key. */
  List<StoredRow> entries(EntryTable index, @Nullable Key after) {
    List<StoredRow> read;
    List<StoredRow> owned = new ArrayList<>();
    List<Key> owners = new ArrayList<>();
    // A row with many elements in a collection owns many of the entries, and is read once. Its
    // entries are null if it cannot be read.
    Map<Key, @Nullable Set<Key>> expected = new LinkedHashMap<>();
    try (Snapshot view = tables.engine().snapshot(tables.nowMillis())) {
      RowOptions options = RowOptions.of(index.layout().familyNames());
      read = Scrub.chunk(view, index.layout(), options, after, findings.unreadableOf(index.name()));
      for (StoredRow entry : read) {
        if (isFree(entry)) {
          findings.tombstones++;
          continue;
        }
        Key owner = index.owner(table, entry);
        findings.entries++;
        if (owner == null) {
          note(index, entry);
        } else {
          owned.add(entry);
          owners.add(owner);
        }
      }
      // Whether whole rows can be read was seen when the rows were checked.
      RowOptions needed = RowOptions.of(table.families(index.inputs())).withExpired();
      List<Key> each = List.copyOf(new LinkedHashSet<>(owners));
      ReadableRows rows = ReadableRows.get(view, table.layout(), each, needed);
      for (int i = 0; i < each.size(); i++) {
        expected.put(
            each.get(i),
            rows.isUnreadable(i) ? null : EntryRepair.expected(table, index, rows.row(i)));
      }
    }
    for (int i = 0; i < owned.size(); i++) {
      Set<Key> ofOwner = expected.get(owners.get(i));
      if (ofOwner != null && !ofOwner.contains(owned.get(i).key())) {
        note(index, owned.get(i));
      }
    }
    return read;
  }

  private void note(EntryTable index, StoredRow entry) {
    Findings.Tally tally =
        findings.note(
            index.name(),
            ScrubReport.Kind.ENTRY_WITHOUT_ROW,
            "entry %s of %s has no row"
                .formatted(index.layout().keySchema().readable(entry.key()), index.name()));
    findings.repair(tally, () -> remove(index, entry.key()));
  }

  private boolean remove(EntryTable entries, Key entry) {
    return entries instanceof StoredClaims unique
        ? parts.repair().free(table, unique, entry)
        : parts.repair().remove(table, (StoredIndex) entries, entry);
  }
}
