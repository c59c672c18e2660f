package keywright.table.maintenance;

import java.util.List;
import keywright.store.TimedWrite;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableException;

/**
 * The steps of a bulk load that writes rows without reading the stored rows. Safe for many threads.
 */
public interface LoadSteps {

  /**
   * Checks that a table has neither rows nor tombstones.
   *
   * @throws TableException if the table has rows or tombstones
   */
  void requireEmpty(StoredTable stored);

  /** Whether a table has neither rows nor tombstones. */
  boolean isEmpty(StoredTable stored);

  /**
   * Whether a load must write to new storage. This is so on an engine that gives writes without a
   * condition lower timestamps than all conditional writes. In used storage, an earlier deletion
   * would hide the loaded rows, and a delayed write would change them.
   */
  boolean needsNewStorage();

  /**
   * A version that is above {@code version}, is not before the current time, and can be stored by
   * the engine.
   */
  long versionAbove(long version);

  /**
   * Orders the writes of a batch of rows.
   *
   * @param entries the writes of the index entries
   * @param rows the writes of the rows
   * @return lists of writes, in the order in which they are sent. Each list must be acknowledged
   *     before the next one is sent
   */
  List<List<TimedWrite>> inOrder(List<TimedWrite> entries, List<TimedWrite> rows);
}
