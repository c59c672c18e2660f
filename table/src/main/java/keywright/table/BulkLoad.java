package keywright.table;

import java.util.Map;
import keywright.store.StoreException;
import keywright.table.maintenance.BulkLoadRun;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import org.jspecify.annotations.Nullable;

/**
 * A bulk load: it fills an empty table without reading stored rows, on engines with single-row
 * atomicity. It writes about a thousand rows at a time, without conditional writes. The index
 * entries are written first; the rows follow after the entries are acknowledged. If several rows
 * have the same key, the last one wins; a later scrub removes the index entries of the others.
 *
 * <p>Until {@link #finish}, no other writer in any process can write to the table, scrub it or
 * change its declaration. Queries find the rows that exist so far. If a load is closed without
 * {@code finish}, or its process ends, other writers stay refused. Another load can resume the
 * unfinished load; the rows of the new load get versions above those written so far. {@code
 * TRUNCATE} discards an unfinished load. Used by one thread, which closes it.
 */
public final class BulkLoad implements AutoCloseable {
  private final Table table;
  private final BulkLoadRun run;

  BulkLoad(Table table, BulkLoadRun run) {
    this.table = table;
    this.run = run;
  }

  /**
   * Adds one complete row: columns that are not named are null.
   *
   * @throws TableException if the row is wrong; this row is left out, and the load can continue
   * @throws keywright.key.KeyException for a value that does not fit its type or a key; this row is
   *     left out, and the load can continue
   * @throws StoreException as {@link #flush}
   */
  public void add(Map<String, ? extends @Nullable Object> values) {
    run.add(table.insertion(values, Using.NOTHING));
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
   * Writes the rows added so far.
   *
   * @throws StoreException if some rows could not be written, or if another load has resumed this
   *     one, or if {@code TRUNCATE} has discarded it
   */
  public void flush() {
    run.flush();
  }

  /**
   * Writes the last rows and ends the load. Afterwards other writers can write to the table again.
   *
   * @throws StoreException as {@link #flush}
   */
  public void finish() {
    run.finish();
  }

  /** Whether the load is finished; an unfinished one can be resumed. */
  public boolean isFinished() {
    return run.isFinished();
  }

  /** Closes the load. An unfinished load stays unfinished and can be resumed. */
  @Override
  public void close() {
    run.close();
  }
}
