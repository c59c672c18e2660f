package keywright.table.catalog;

import keywright.table.layout.StoredTable;

/**
 * Whether what is known of a table is what the catalog says, where several processes share an
 * engine. Safe for many threads.
 */
public interface Declarations {
  /** Of tables that nobody else changes. */
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
   * Whether a row may be written by this declaration: it was the one in the catalog not long ago,
   * so that a process that has changed it since still waits for the write.
   */
  boolean hold(StoredTable table);

  /**
   * Whether a row that is written by now was written in time: nobody has changed its declaration,
   * or the process that changed it still waits, or the answer came before the end of the wait.
   */
  boolean heldUntilNow(StoredTable table);

  /** Whether the declaration is the one in the catalog now. */
  boolean areCurrent(StoredTable table);

  /**
   * Refuses to write to a table that a load without reading fills.
   *
   * @throws OutdatedException when the table may not be filled any longer
   */
  default void requireNotBeingFilled(StoredTable table) {
    if (table.entry().isBeingFilled()) {
      if (!areCurrent(table)) {
        throw new OutdatedException(table);
      }
      throw table.beingFilled("write to");
    }
  }

  /** A write of a row was not answered, so that it may happen yet. */
  void unanswered();
}
