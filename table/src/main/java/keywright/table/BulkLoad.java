package keywright.table;

import java.util.Map;
import keywright.store.StoreException;
import keywright.table.maintenance.BulkLoadRun;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import org.jspecify.annotations.Nullable;

/**
 * Fills a table that has no rows without reading it, on engines with single-row atomicity: entries
 * first, and when they are acknowledged whole rows, without a condition, a thousand or so together.
 * Of rows with one key the last one stays; entries of the others are left for scrub.
 *
 * <p>Until {@link #finish} nobody else writes to the table, scrubs it or changes its declaration,
 * in any process; queries find what exists so far. A load that ends otherwise leaves it so. Then
 * another load continues, above all that this one has written, or {@code TRUNCATE} gives it up.
 * Used by one thread; close it.
 */
public final class BulkLoad implements AutoCloseable {
  private final Table table;
  private final BulkLoadRun run;

  BulkLoad(Table table, BulkLoadRun run) {
    this.table = table;
    this.run = run;
  }

  /**
   * Adds one row, whole: columns that are not named are null.
   *
   * @throws TableException naming what is wrong with this row, which is then left out
   * @throws keywright.key.KeyException in the same way, for a value that its type or a key cannot
   *     hold
   * @throws StoreException as {@link #flush}
   */
  public void add(Map<String, ? extends @Nullable Object> values) {
    run.add(table.insertion(values, Using.NOTHING));
  }

  /** How many rows were added. */
  public long rows() {
    return run.rows();
  }

  /** How many rows added have a row key or an index key of more than 2,048 bytes. */
  public long longKeys() {
    return run.longKeys();
  }

  /**
   * Writes the rows added so far.
   *
   * @throws StoreException when some could not be written, or when another load continues with the
   *     table
   */
  public void flush() {
    run.flush();
  }

  /**
   * Writes what is left and ends the load: from now on everybody writes to the table again.
   *
   * @throws StoreException as {@link #flush}
   */
  public void finish() {
    run.finish();
  }

  /** Whether the load is finished; one that is not can be gone on with. */
  public boolean isFinished() {
    return run.isFinished();
  }

  /** Leaves a load that is not finished as it is. */
  @Override
  public void close() {
    run.close();
  }
}
