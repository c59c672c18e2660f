package keywright.table;

/** A statement or a definition that cannot be carried out, said in one line. */
public final class TableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  TableException(String message) {
    super(message);
  }

  TableException(String message, Throwable cause) {
    super(message, cause);
  }
}
