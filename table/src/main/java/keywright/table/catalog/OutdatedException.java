package keywright.table.catalog;

import keywright.table.layout.StoredTable;

/**
 * The declaration that a statement uses is no longer the declaration of the table. The statement is
 * executed again with the current one.
 */
public final class OutdatedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public OutdatedException(StoredTable table) {
    super(
        "cannot write to %s: found its declaration changed by another process meanwhile; write again"
            .formatted(table.name()));
  }
}
