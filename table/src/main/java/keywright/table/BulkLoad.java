package keywright.table;

import java.util.Map;
import java.util.function.Consumer;
import keywright.store.StoreException;
import keywright.table.maintenance.BulkLoadRun;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import keywright.table.write.RowChange;
import org.jspecify.annotations.Nullable;

/**
 * A bulk load: it fills an empty table without reading stored rows. Until {@link #finish}, no other
 * writer in any process can write to the table, scrub it or change its declaration. A load is used
 * by one thread, and this thread must close it.
 *
 * <p>On engines with single-row atomicity, a load writes about a thousand rows at a time, without
 * conditional writes. The index entries are written first; the rows follow after the entries are
 * acknowledged. If several rows have the same key, the last of them is stored; a later scrub
 * removes the index entries of the others. Queries find the rows that the load has already written.
 * If a load is closed without {@code finish}, or its process ends, the table still refuses other
 * writers. Another load can resume the unfinished load; the rows of the new load get versions above
 * those written so far. {@code TRUNCATE} discards an unfinished load.
 *
 * <p>A {@linkplain #isSorted sorted} load runs on engines that write a row and its index entries in
 * one atomic batch and can take over sorted rows. It sorts the rows and the index entries, and
 * writes them all when it is finished. Queries find all rows after {@code finish}, and none before.
 * The table then has the rows that inserts of the same rows in the same order would have left. If a
 * load is closed without {@code finish}, or its process ends, the table stays empty.
 */
public final class BulkLoad implements AutoCloseable {
  /** The memory of a sorted load by default: a quarter of the heap, but at most 512 MiB. */
  static final long DEFAULT_MEMORY_BYTES =
      Math.max(1L << 20, Math.min(512L << 20, Runtime.getRuntime().maxMemory() / 4));

  private static final long LEAST_MEMORY_BYTES = 1L << 20;

  private final Table table;
  private final BulkLoadRun run;
  private @Nullable RuntimeException firstRefusal;

  BulkLoad(Table table, BulkLoadRun run) {
    this.table = table;
    this.run = run;
  }

  static void requireMemory(String table, long bytes) {
    if (bytes < LEAST_MEMORY_BYTES) {
      throw new TableException(
          "cannot bulk load %s: found %,d bytes of memory, expected at least %,d bytes; give the load more memory"
              .formatted(table, bytes, LEAST_MEMORY_BYTES));
    }
  }

  /**
   * Whether this is a sorted load: a load that sorts the rows, and writes them all in {@link
   * #finish}.
   */
  public boolean isSorted() {
    return run.isSorted();
  }

  /**
   * Adds one complete row: columns that {@code values} does not name are null. In a sorted load
   * such columns have the value of an earlier row with the same key, if there is such a row.
   *
   * @throws TableException if the row is wrong; this row is left out, and the load can continue.
   *     Some errors are found later; a later call throws them, and the message names the row
   * @throws keywright.key.KeyException for a value that does not fit its type or a key; this row is
   *     left out, and the load can continue
   * @throws StoreException as {@link #flush}
   */
  public void add(Map<String, ? extends @Nullable Object> values) {
    add(
        values,
        refusal -> {
          if (firstRefusal == null) {
            firstRefusal = refusal;
          }
        });
    throwRefusal();
  }

  /**
   * Adds one row like {@link #add(Map)}. Errors that are found after this call are not thrown. The
   * later call that finds such an error passes it to {@code refused}, and continues with the other
   * rows.
   *
   * @param refused receives the error of this row, if an error is found after this call
   */
  public void add(
      Map<String, ? extends @Nullable Object> values, Consumer<RuntimeException> refused) {
    run.add(table.insertion(RowChange.Kind.INSERT, values, Using.NOTHING), refused);
  }

  private void throwRefusal() {
    RuntimeException refusal = firstRefusal;
    firstRefusal = null;
    if (refusal != null) {
      throw refusal;
    }
  }

  /** How many rows were added to this load. */
  public long rows() {
    return run.rows();
  }

  /** How many of the added rows have a row key or an index key of more than 2,048 bytes. */
  public long longKeys() {
    return run.longKeys();
  }

  /**
   * Writes the rows that were added so far. In a sorted load nothing is written to the table before
   * {@link #finish}.
   *
   * @throws keywright.store.stop.StoppedException if {@link Database#stoppedBy} ends the load. The
   *     caller must then close it
   * @throws StoreException if some rows could not be written, if another load has resumed this
   *     load, or if {@code TRUNCATE} has discarded this load
   * @throws TableException if inserts of the same rows would have been refused, in a sorted load
   *     only: a row does not fit an earlier row with the same key; or, thrown by {@link #finish},
   *     two rows have or had the same key of a unique index. The table then stays empty
   */
  public void flush() {
    run.flush();
    throwRefusal();
  }

  /**
   * Writes the rows that are not yet written, and ends the load. Afterwards other writers can write
   * to the table again.
   *
   * @throws StoreException as {@link #flush}
   * @throws TableException as {@link #flush}
   */
  public void finish() {
    flush();
    run.finish();
  }

  /**
   * How many rows a finished sorted load has inserted: all added rows, except those that {@link
   * #overwritten} and {@link #unchanged} count.
   */
  public long inserted() {
    return run.rows() - run.overwritten() - run.unchanged();
  }

  /**
   * How many of the rows of a finished sorted load changed an earlier row of the load with the same
   * key.
   */
  public long overwritten() {
    return run.overwritten();
  }

  /**
   * How many of the rows of a finished sorted load were equal to an earlier row of the load with
   * the same key.
   */
  public long unchanged() {
    return run.unchanged();
  }

  /**
   * Whether {@link #finish} has ended the load. A load that is not finished can be resumed, except
   * a sorted one.
   */
  public boolean isFinished() {
    return run.isFinished();
  }

  /**
   * Closes the load. If it is not finished, a sorted load is discarded; any other load stays
   * unfinished, and {@link Table#bulkLoad} can resume it.
   */
  @Override
  public void close() {
    run.close();
  }
}
