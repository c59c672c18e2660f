package keywright.store;

import org.jspecify.annotations.Nullable;

/**
 * A cursor over the rows of a range. It returns the rows one after another, as they are in its
 * {@link Snapshot}: later writes do not change the result. Used by one thread at a time, which must
 * close it.
 */
public interface RowCursor extends AutoCloseable {

  /**
   * Reads the next row.
   *
   * @return the row; null after the last row, also in every later call
   * @throws StoreException if a stored row cannot be decoded, or if the cursor, its snapshot or its
   *     engine is closed
   */
  @Nullable StoredRow next();

  /** Releases the resources of the cursor. A second call does nothing. */
  @Override
  void close();
}
