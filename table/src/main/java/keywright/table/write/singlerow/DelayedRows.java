package keywright.table.write.singlerow;

import java.util.List;
import keywright.store.StoredRow;
import keywright.table.layout.EntryTable;
import keywright.table.layout.StoredTable;
import keywright.table.model.OutcomeUnknownException;
import keywright.table.write.RowChange;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a statement wrote before it was repeated with another declaration. They may have been
 * written after other processes stopped waiting for them, so they may lack entries of the new
 * declaration. Safe for many threads.
 */
final class DelayedRows {
  private final EntryRepair repair;

  DelayedRows(EntryRepair repair) {
    this.repair = repair;
  }

  /**
   * Puts what the rows of changes that were made before lack of their entries.
   *
   * @param table by the declaration of now
   * @throws OutcomeUnknownException for a row that is not to be seen, or whose entries cannot be
   *     put
   */
  void requireEntries(StoredTable table, List<RowChange> changes) {
    for (RowChange change : changes) {
      RowChange.Outcome outcome = change.doneBefore();
      if (outcome == null || change.isMove()) {
        continue;
      }
      StoredRow row = repair.read(table, change.key());
      boolean isLost = row == null && outcome != RowChange.Outcome.UNCHANGED;
      if (isLost || (isLive(row) && !hasEntries(table, change))) {
        throw unknown(table, change);
      }
    }
  }

  /**
   * Puts the entries that the rows of changes lack whose write by an older declaration was not
   * answered: the engine may have written the row since, and what has the same values already is
   * not written again.
   *
   * @throws OutcomeUnknownException for a row whose entries cannot be put
   */
  void requireEntriesOfUnanswered(StoredTable table, List<RowChange> changes) {
    for (RowChange change : changes) {
      if (change.isMaybeDoneBefore()
          && isLive(repair.read(table, change.key()))
          && !hasEntries(table, change)) {
        throw unknown(table, change);
      }
    }
  }

  private static boolean isLive(@Nullable StoredRow row) {
    return row != null && row.head().mark().isLive();
  }

  private boolean hasEntries(StoredTable table, RowChange change) {
    for (EntryTable entries : table.entryTables()) {
      if (!repair.put(table, entries, change.key())) {
        return false;
      }
    }
    return true;
  }

  private static OutcomeUnknownException unknown(StoredTable table, RowChange change) {
    return unknown(table, table.primaryKey().readable(change.key()));
  }

  /** Nobody knows whether a row that was written late has its entries. */
  static OutcomeUnknownException unknown(StoredTable table, String key) {
    return new OutcomeUnknownException(
        table.name(),
        "cannot tell whether row %s of %s has its index entries: this process was paused for longer than other processes wait for it, and they changed the declaration of %s meanwhile; run scrub %s, then read the row"
            .formatted(key, table.name(), table.name(), table.name()));
  }
}
