package keywright.table.catalog;

import keywright.table.layout.StoredTable;

/** A statement that goes by a declaration which is not that of its table any longer. */
public final class OutdatedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public OutdatedException(StoredTable table) {
    super(
        "cannot write to %s: its declaration changed meanwhile; try again".formatted(table.name()));
  }
}
