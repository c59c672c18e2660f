package keywright.table.catalog;

import keywright.table.layout.StoredTable;

/**
 * Tells whether the declaration that this process has of a table is still the declaration in the
 * catalog, on engines that several processes share. Safe for many threads.
 */
public interface Declarations {
  /** The declarations of an engine that only this process uses: they are always current. */
  Declarations FIXED =
      new Declarations() {
        @Override
        public boolean hold(StoredTable table) {
          return true;
        }

        @Override
        public boolean heldUntilNow(StoredTable table) {
          return true;
        }

        @Override
        public boolean areCurrent(StoredTable table) {
          return true;
        }

        @Override
        public void unanswered() {}
      };

  /**
   * Whether a row may now be written with this declaration. This is so while the lease lasts in
   * which the process has read the declaration from the catalog. A process that changes the
   * declaration during the lease waits for the write.
   */
  boolean hold(StoredTable table);

  /**
   * Whether a row that has just been written was written in time. This is so if the declaration has
   * not changed, or if the process that has changed it had to wait for this write.
   */
  boolean heldUntilNow(StoredTable table);

  /** Whether {@code table} is the declaration that the catalog has now. */
  boolean areCurrent(StoredTable table);

  /**
   * Refuses to write to a table that an unfinished bulk load fills.
   *
   * @throws keywright.table.model.TableException if a bulk load fills the table
   * @throws OutdatedException if the bulk load may have ended, so the declaration must be read
   *     again
   */
  default void requireNotBeingFilled(StoredTable table) {
    if (table.entry().isBeingFilled()) {
      if (!areCurrent(table)) {
        throw new OutdatedException(table);
      }
      throw table.beingFilled("write to");
    }
  }

  /**
   * Records that the engine did not answer a write of a row. Such a write may still take effect.
   */
  void unanswered();
}
