package keywright.store;

import org.jspecify.annotations.Nullable;

/**
 * The rows of a range, one after another. For one thread at a time.
 *
 * <p>It reads as of the moment of its {@link Snapshot}, whatever is written meanwhile.
 */
public interface RowCursor extends AutoCloseable {

  /**
   * The next row, or null at the end, again and again.
   *
   * @throws StoreException when a stored row is malformed, or the cursor, its snapshot or its
   *     engine is closed
   */
  @Nullable StoredRow next();

  /** Releases what the cursor holds; a second time does nothing. */
  @Override
  void close();
}
