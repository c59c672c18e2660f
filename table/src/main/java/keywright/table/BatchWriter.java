package keywright.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Inserts many rows, a thousand or so per atomic batch. Used by one thread; close it to write the
 * last ones.
 */
public final class BatchWriter implements AutoCloseable {

  private static final int ROWS_PER_BATCH = 1_000;

  private final Table table;
  private final List<RowChange> pending = new ArrayList<>(ROWS_PER_BATCH);
  private long inserted;
  private long overwritten;
  private long unchanged;

  BatchWriter(Table table) {
    this.table = table;
  }

  /**
   * Adds one row, as {@link Table#insert} does. A key that was added before overwrites.
   *
   * @throws TableException naming what is wrong with this row, which is then left out; the rows
   *     before and after it are not concerned. What only shows when the stored row is read (an
   *     index key that cannot hold both together) is thrown by the call that writes, naming the row
   * @throws keywright.key.KeyException in the same way, for a value that its type or a key cannot
   *     hold
   */
  public void add(Map<String, ? extends @Nullable Object> values) {
    pending.add(table.upsert(values));
    if (pending.size() == ROWS_PER_BATCH) {
      flush();
    }
  }

  /** Writes the rows added so far. */
  public void flush() {
    if (pending.isEmpty()) {
      return;
    }
    List<RowChange> changes = List.copyOf(pending);
    pending.clear();
    RowWriter.Result result = table.write(changes);
    inserted += result.count(RowChange.Outcome.INSERTED);
    overwritten += result.count(RowChange.Outcome.CHANGED);
    unchanged += result.count(RowChange.Outcome.UNCHANGED);
    result.orThrow();
  }

  /** How many rows written so far were not there before. */
  public long inserted() {
    return inserted;
  }

  /** How many rows written so far changed a row that was there. */
  public long overwritten() {
    return overwritten;
  }

  /** How many rows added were there already, as they are. */
  public long unchanged() {
    return unchanged;
  }

  /** Writes what is left. */
  @Override
  public void close() {
    flush();
  }
}
