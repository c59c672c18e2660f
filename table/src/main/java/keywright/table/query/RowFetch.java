package keywright.table.query;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.table.layout.StoredIndex;
import keywright.table.layout.StoredTable;
import keywright.table.layout.ValueLimit;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows that index entries lead to, in batches and in the order of the entries. Where it
 * is known how many rows are wanted, no more entries are read than that, unless some lead nowhere;
 * where a filter after them says it, the batches grow, so that a query that stops early has read
 * little. Used by one thread.
 */
final class RowFetch implements FoundRow.Source {
  private static final int BATCH_FIRST = 16;
  private static final int BATCH_KNOWN = 128;
  private static final int BATCH_MAX = 512;

  /**
   * About how many bytes the rows of a batch have at most, if they are as large as those before.
   */
  private static final long BATCH_BYTES = 8 << 20;

  private final StoredTable table;
  private final QueryPlan plan;
  private final RowOptions options;
  private final Snapshot snapshot;
  private final FoundRow.Source entries;
  private final ReadCounts counts;
  private final Deque<FoundRow> fetched = new ArrayDeque<>();
  private final boolean entriesAreExact;
  private int batchSize;

  /** How many rows are still wanted at most; {@link Long#MAX_VALUE} where others decide that. */
  private long wanted;

  /**
   * @param wanted how many rows will be asked for at most; 0 where others decide that
   */
  RowFetch(
      QueryPlan plan, Snapshot snapshot, FoundRow.Source entries, ReadCounts counts, long wanted) {
    this.table = plan.stored();
    this.plan = plan;
    this.options = plan.rowOptions().stoppedBy(counts.cancellation());
    this.snapshot = snapshot;
    this.entries = entries;
    this.counts = counts;
    this.entriesAreExact = table.entriesAreExact();
    this.batchSize = wanted == 0 ? BATCH_FIRST : (int) Math.min(BATCH_KNOWN, wanted);
    this.wanted = wanted == 0 ? Long.MAX_VALUE : wanted;
  }

  @Override
  public @Nullable FoundRow next() {
    while (fetched.isEmpty()) {
      List<byte[]> rowKeys = new ArrayList<>(batchSize);
      List<StoredRow> scanned = new ArrayList<>(batchSize);
      FoundRow entry = null;
      while (rowKeys.size() < batchSize && (entry = entries.next()) != null) {
        StoredRow at = entry.scanned();
        Object rowKey = Objects.requireNonNull(at.value(StoredIndex.ROW_KEY_COLUMN));
        rowKeys.add((byte[]) rowKey);
        scanned.add(at);
      }
      if (rowKeys.isEmpty()) {
        return null;
      }
      List<@Nullable StoredRow> rows = snapshot.getByRowKeys(table.layout(), rowKeys, options);
      for (int i = 0; i < rowKeys.size(); i++) {
        StoredRow row = rows.get(i);
        FoundRow found = row == null ? null : FoundRow.row(plan, row, scanned.get(i));
        counts.rows += row == null ? 0 : 1;
        if (row != null && !hasEntry(row, scanned.get(i))) {
          continue;
        }
        if (found != null) {
          fetched.add(found);
        }
      }
      wanted -= Math.min(wanted, fetched.size());
      long next = Math.min(Math.min(BATCH_MAX, batchSize * 4), Math.max(wanted, BATCH_FIRST));
      batchSize =
          wanted == 0
              ? (int) next
              : (int) Math.max(1, Math.min(next, BATCH_BYTES / Math.max(1, bytesOfRow())));
    }
    return fetched.poll();
  }

  /** About how many bytes a row of the last batch has. */
  private long bytesOfRow() {
    long bytes = 0;
    for (FoundRow row : fetched) {
      for (Object value : row.values()) {
        bytes += value == null ? 0 : ValueLimit.atMost(value);
      }
    }
    return bytes / Math.max(1, fetched.size());
  }

  /** Whether a row has the entry that led to it, which one that changes by itself may not. */
  private boolean hasEntry(StoredRow row, StoredRow entry) {
    StoredIndex index = Objects.requireNonNull(plan.storedIndex());
    return entriesAreExact || index.isEntryOf(entry.key(), table.row(row));
  }

  @Override
  public void close() {
    entries.close();
  }
}
