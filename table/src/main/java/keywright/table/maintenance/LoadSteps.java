package keywright.table.maintenance;

import java.util.List;
import keywright.store.TimedWrite;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;

/** The steps of a bulk load. Safe for many threads. */
public interface LoadSteps {

  /**
   * Refuses a table that has rows or tombstones.
   *
   * @throws TableException with the name of the table
   */
  void requireEmpty(StoredTable stored);

  /** Whether a table has neither rows nor tombstones of deleted rows. */
  boolean isEmpty(StoredTable stored);

  /**
   * Whether a load must write to new storage. This is so on an engine where rows without a
   * condition have timestamps below those of all conditional writes. In used storage, an earlier
   * deletion would hide the loaded rows, and an earlier write that takes effect later would change
   * them.
   */
  boolean needsNewStorage();

  /** A version that the engine can store, above {@code version} and not before the current time. */
  long versionAbove(long version);

  /**
   * The writes of a batch of rows, in the order in which they are sent. Each list must be
   * acknowledged before the next is sent.
   */
  List<List<TimedWrite>> inOrder(List<TimedWrite> entries, List<TimedWrite> rows);
}
