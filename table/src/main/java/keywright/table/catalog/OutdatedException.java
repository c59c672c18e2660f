package keywright.table.catalog;

import keywright.table.layout.StoredTable;

/** A statement uses a declaration that is no longer that of its table. */
public final class OutdatedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public OutdatedException(StoredTable table) {
    super(
        "cannot write to %s: found its declaration changed by another process meanwhile; write again"
            .formatted(table.name()));
  }
}
