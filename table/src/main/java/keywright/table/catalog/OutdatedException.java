package keywright.table.catalog;

import keywright.table.layout.StoredTable;

/**
 * The error for a statement that was executed with an outdated declaration of its table. The
 * statement is then executed again with the current declaration.
 */
public final class OutdatedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public OutdatedException(StoredTable table) {
    super(
        "cannot write to %s: found its declaration changed by another process meanwhile; write again"
            .formatted(table.name()));
  }
}
