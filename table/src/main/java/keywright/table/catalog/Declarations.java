package keywright.table.catalog;

import keywright.table.layout.StoredTable;

/**
 * Tells whether the declaration of a table that this process uses is still the one in the catalog,
 * on engines that several processes share. Safe for many threads.
 */
public interface Declarations {
  /** The declarations of tables that no other process can change. */
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
   * Whether a row may be written with this declaration: the process has read it from the catalog
   * within its lease. A process that has changed the declaration since then still waits for the
   * write.
   */
  boolean hold(StoredTable table);

  /**
   * Whether a row that has just been written was written in time. This is so if the declaration has
   * not changed, or if the process that changed it had to wait for this write.
   */
  boolean heldUntilNow(StoredTable table);

  /** Whether the declaration is the one that the catalog has now. */
  boolean areCurrent(StoredTable table);

  /**
   * Refuses to write to a table that an unfinished bulk load fills.
   *
   * @throws OutdatedException if the load may have ended
   */
  default void requireNotBeingFilled(StoredTable table) {
    if (table.entry().isBeingFilled()) {
      if (!areCurrent(table)) {
        throw new OutdatedException(table);
      }
      throw table.beingFilled("write to");
    }
  }

  /** Records that a write of a row was not answered, so it may still take effect. */
  void unanswered();
}
