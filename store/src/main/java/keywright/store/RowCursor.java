package keywright.store;

import org.jspecify.annotations.Nullable;

/**
 * The rows of a range, one after another. For one thread at a time.
 *
 * <p>A cursor returns the rows of its {@link Snapshot}; later writes do not change the result.
 */
public interface RowCursor extends AutoCloseable {

  /**
   * The next row; null at the end, also for every later call.
   *
   * @throws StoreException when a stored row is malformed, or the cursor, its snapshot or its
   *     engine is closed
   */
  @Nullable StoredRow next();

  /** Releases the resources of the cursor. A second call does nothing. */
  @Override
  void close();
}
