package keywright.store;

/**
 * What an engine cannot do or cannot read, said in one line: what was found, what was expected and
 * what to do.
 */
public sealed class StoreException extends RuntimeException
    permits NoTableException, UnansweredException, UnreadableRowException {
  private static final long serialVersionUID = 1;

  /** A refusal. */
  public StoreException(String message) {
    super(message);
  }

  /** A refusal that another error led to. */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
