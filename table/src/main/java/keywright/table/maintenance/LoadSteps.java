package keywright.table.maintenance;

import java.util.List;
import keywright.store.TimedWrite;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;

/** The steps of a load that reads no rows. Safe for many threads. */
public interface LoadSteps {

  /**
   * Refuses a table that has rows, or tombstones of deleted rows.
   *
   * @throws TableException naming the table
   */
  void requireEmpty(StoredTable stored);

  /**
   * Whether a load needs storage that nobody has written to. That is so where rows without a
   * condition are written below every conditional write: what was removed before would hide them,
   * and a write that was begun before and takes effect later would change them.
   */
  boolean needsNewStorage();

  /** A version of the engine's above one, and not before now. */
  long versionAbove(long version);

  /**
   * The writes of a batch of rows in the order in which they are sent; each list is acknowledged
   * before the next.
   */
  List<List<TimedWrite>> inOrder(List<TimedWrite> entries, List<TimedWrite> rows);
}
