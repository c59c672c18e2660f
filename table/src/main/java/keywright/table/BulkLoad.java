package keywright.table;

import java.util.Map;
import java.util.function.Consumer;
import keywright.store.StoreException;
import keywright.table.maintenance.BulkLoadRun;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import org.jspecify.annotations.Nullable;

/**
 * A bulk load: it fills an empty table without reading stored rows. Until {@link #finish}, no other
 * writer in any process can write to the table, scrub it or change its declaration. Used by one
 * thread, which closes it.
 *
 * <p>On engines with single-row atomicity, a load writes about a thousand rows at a time, without
 * conditional writes. The index entries are written first; the rows follow after the entries are
 * acknowledged. If several rows have the same key, the last one wins; a later scrub removes the
 * index entries of the others. Queries find the rows that exist so far. If a load is closed without
 * {@code finish}, or its process ends, other writers stay refused. Another load can resume the
 * unfinished load; the rows of the new load get versions above those written so far. {@code
 * TRUNCATE} discards an unfinished load.
 *
 * <p>A {@linkplain #isSorted sorted} load runs on engines that write a row and its index entries in
 * one atomic batch and can take over sorted rows. It sorts the rows and the index entries, and
 * writes them all when it is finished. Queries find all rows after {@code finish}, and none before.
 * The result is that of inserts of the same rows in the same order. If a load is closed without
 * {@code finish}, or its process ends, the table stays empty.
 */
public final class BulkLoad implements AutoCloseable {
  /** The memory of a sorted load by default: a quarter of the heap, but at most 256 MiB. */
  static final long DEFAULT_MEMORY_BYTES =
      Math.max(1L << 20, Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 4));

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

  /** Whether the load is a sorted one. */
  public boolean isSorted() {
    return run.isSorted();
  }

  /**
   * Adds one complete row: columns that are not named are null. In a sorted load, columns that are
   * not named have the value of an earlier row with the same key, if there is one.
   *
   * @throws TableException if the row is wrong; this row is left out, and the load can continue.
   *     Some errors of a row are thrown by a later call; the message names the row
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
   * Adds one row like {@link #add(Map)}. Errors that are found only later are not thrown. The call
   * that finds the error of a row passes it to {@code refused} of this row, and continues.
   */
  public void add(
      Map<String, ? extends @Nullable Object> values, Consumer<RuntimeException> refused) {
    run.add(table.insertion(values, Using.NOTHING), refused);
  }

  private void throwRefusal() {
    RuntimeException refusal = firstRefusal;
    firstRefusal = null;
    if (refusal != null) {
      throw refusal;
    }
  }

  /** How many rows were added. */
  public long rows() {
    return run.rows();
  }

  /** How many of the added rows have a row key or an index key of more than 2,048 bytes. */
  public long longKeys() {
    return run.longKeys();
  }

  /**
   * Writes the rows added so far. A sorted load writes nothing before {@link #finish}.
   *
   * @throws StoreException if some rows could not be written, or if another load has resumed this
   *     one, or if {@code TRUNCATE} has discarded it
   * @throws TableException if a sorted load cannot have the result of inserts: an insert is refused
   *     because of an earlier row with its key; or, from {@link #finish}, two rows have or have had
   *     the same key of a unique index. The table stays empty
   */
  public void flush() {
    run.flush();
    throwRefusal();
  }

  /**
   * Writes the last rows and ends the load. Afterwards other writers can write to the table again.
   *
   * @throws StoreException as {@link #flush}
   * @throws TableException as {@link #flush}
   */
  public void finish() {
    flush();
    run.finish();
  }

  /**
   * How many rows a sorted load has inserted, once it is finished: the rows added, without {@link
   * #overwritten} and {@link #unchanged}.
   */
  public long inserted() {
    return run.rows() - run.overwritten() - run.unchanged();
  }

  /** How many rows of a finished sorted load have changed an earlier row with the same key. */
  public long overwritten() {
    return run.overwritten();
  }

  /** How many rows of a finished sorted load were the same as an earlier row with the same key. */
  public long unchanged() {
    return run.unchanged();
  }

  /** Whether the load is finished. An unfinished one that is not sorted can be resumed. */
  public boolean isFinished() {
    return run.isFinished();
  }

  /**
   * Closes the load. An unfinished load stays unfinished and can be resumed; a sorted one is
   * discarded.
   */
  @Override
  public void close() {
    run.close();
  }
}
