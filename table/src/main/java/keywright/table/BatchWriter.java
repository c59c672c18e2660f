package keywright.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import keywright.table.layout.KeyLengthLimit;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.table.write.PendingInserts;
import keywright.table.write.RowChange;
import keywright.table.write.RowWriter;
import org.jspecify.annotations.Nullable;

/**
 * Inserts many rows, about a thousand at a time. Used by one thread. Close the writer to write the
 * last rows.
 */
public final class BatchWriter implements AutoCloseable {

  private static final int ROWS_PER_BATCH = 1_000;

  private final Table table;
  private final Using using;
  private final int maxValueBytes;
  private final List<RowChange> pending = new ArrayList<>(ROWS_PER_BATCH);
  private final List<Consumer<RuntimeException>> refusals = new ArrayList<>(ROWS_PER_BATCH);
  private @Nullable RuntimeException firstRefusal;
  private long inserted;
  private long overwritten;
  private long unchanged;
  private long written;
  private long longKeys;

  BatchWriter(Table table, Using using, int maxValueBytes) {
    this.table = table;
    this.using = using;
    this.maxValueBytes = maxValueBytes;
  }

  /**
   * Adds one row, as {@link Table#insert} does. A row with the same key as an earlier one
   * overwrites it.
   *
   * @throws TableException if the row is wrong. This row is left out; the rows before and after it
   *     are not affected. Some errors are found only when the stored row is read. An example is an
   *     index key that is too long with the stored values of the columns that are not named. Such
   *     an error is thrown by the later call that writes the row; its message names the row
   * @throws keywright.key.KeyException for a value that does not fit its type or a key; otherwise
   *     as for a TableException
   */
  public void add(Map<String, ? extends @Nullable Object> values) {
    add(
        values,
        refusal -> {
          if (firstRefusal == null) {
            firstRefusal = refusal;
          }
        });
  }

  /**
   * Adds one row like {@link #add(Map)}. Errors that are found only when the row is written are not
   * thrown. The call that writes the row passes the error to {@code refused} of this row, and
   * continues.
   */
  public void add(
      Map<String, ? extends @Nullable Object> values, Consumer<RuntimeException> refused) {
    RowChange change = table.insertion(values, using);
    longKeys += change.exceeds(KeyLengthLimit.ADVISED) ? 1 : 0;
    pending.add(change);
    refusals.add(refused);
    if (pending.size() == ROWS_PER_BATCH) {
      flush();
    }
  }

  /** Writes the rows that were added so far. */
  public void flush() {
    if (pending.isEmpty()) {
      return;
    }
    List<RowChange> changes = List.copyOf(pending);
    List<Consumer<RuntimeException>> told = List.copyOf(refusals);
    pending.clear();
    refusals.clear();
    RowWriter.Result result = table.write(new PendingInserts(changes));
    inserted += result.count(RowChange.Outcome.INSERTED);
    overwritten += result.count(RowChange.Outcome.CHANGED);
    unchanged += result.count(RowChange.Outcome.UNCHANGED);
    written += result.count(RowChange.Outcome.WRITTEN);
    int refused = 0;
    for (int i = 0; i < changes.size(); i++) {
      if (result.outcomes().get(i) == null) {
        told.get(i).accept(result.failures().get(refused++));
      }
    }
    RuntimeException first = firstRefusal;
    firstRefusal = null;
    if (first != null) {
      throw first;
    }
  }

  /** The most bytes of one encoded value. A row with a longer value is refused. */
  public int maxValueBytes() {
    return maxValueBytes;
  }

  /** How many of the rows written so far did not exist before. */
  public long inserted() {
    return inserted;
  }

  /** How many of the rows written so far existed before and were changed. */
  public long overwritten() {
    return overwritten;
  }

  /** How many of the added rows existed already with the same values, and were not written. */
  public long unchanged() {
    return unchanged;
  }

  /**
   * How many rows were written without knowing whether they existed. In a plain table this counts
   * every row; in other tables it is 0.
   */
  public long written() {
    return written;
  }

  /** How many of the added rows have a row key or an index key of more than 2,048 bytes. */
  public long longKeys() {
    return longKeys;
  }

  /** Writes the last rows. */
  @Override
  public void close() {
    flush();
  }
}
