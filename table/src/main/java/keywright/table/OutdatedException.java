package keywright.table;

/** A statement that goes by a declaration which is not that of its table any longer. */
final class OutdatedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  OutdatedException(StoredTable table) {
    super(
        "cannot write to %s: its declaration changed meanwhile; try again".formatted(table.name()));
  }
}
