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
 * Inserts or puts many rows into one table. The writer writes the rows in groups of about a
 * thousand. It is used by one thread. {@link #close} writes the last group.
 */
public final class BatchWriter implements AutoCloseable {

  private static final int ROWS_PER_BATCH = 1_000;

  private final Table table;
  private final RowChange.Kind kind;
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

  BatchWriter(Table table, RowChange.Kind kind, Using using, int maxValueBytes) {
    this.table = table;
    this.kind = kind;
    this.using = using;
    this.maxValueBytes = maxValueBytes;
  }

  /**
   * Adds one row, which is inserted as {@link Table#insert} inserts it, or put as {@link Table#put}
   * puts it, for a writer of {@link Table#putWriter}. A row with the same key as an earlier row
   * overwrites that row.
   *
   * @throws TableException if the row is wrong; this row is left out, and the other rows are not
   *     affected. Some errors are found only when the stored row is read, for example an index key
   *     that is too long together with stored values of columns that {@code values} does not name.
   *     The later call that writes the row throws such an error; its message names the row
   * @throws keywright.key.KeyException for a value that does not fit its type or a key; this row is
   *     left out, and the other rows are not affected
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
   * thrown: the call that writes the row passes the error to {@code refused}, and continues with
   * the other rows.
   *
   * @param refused receives the error of this row, if the row is refused when it is written
   * @throws TableException for an error that is found before the row is written; this row is left
   *     out
   * @throws keywright.key.KeyException for a value that does not fit its type or a key; this row is
   *     left out
   */
  public void add(
      Map<String, ? extends @Nullable Object> values, Consumer<RuntimeException> refused) {
    RowChange change = table.insertion(kind, values, using);
    longKeys += change.exceeds(KeyLengthLimit.ADVISED) ? 1 : 0;
    pending.add(change);
    refusals.add(refused);
    if (pending.size() == ROWS_PER_BATCH) {
      flush();
    }
  }

  /** Writes all rows that were added and are not yet written. */
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

  /** The largest size of one encoded value, in bytes. A row with a longer value is refused. */
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

  /**
   * How many of the added rows were not written, because they already existed with the same values.
   */
  public long unchanged() {
    return unchanged;
  }

  /**
   * How many rows this writer has written without reading whether they existed before. In a plain
   * table these are all rows that it has written. In other tables these are the rows that a writer
   * of {@link Table#putWriter} did not have to read.
   */
  public long written() {
    return written;
  }

  /** How many of the added rows have a row key or an index key of more than 2,048 bytes. */
  public long longKeys() {
    return longKeys;
  }

  /**
   * Writes the rows that are not yet written. The errors are those of {@link #add(Map)} for rows
   * that are refused when they are written.
   */
  @Override
  public void close() {
    flush();
  }
}
