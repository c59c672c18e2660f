package keywright.ojai;

import org.ojai.store.exceptions.StoreNotFoundException;

/** There is no store of a name. The message is that of Keywright. */
final class NoStoreException extends StoreNotFoundException {
  private static final long serialVersionUID = 1;

  private final String message;

  NoStoreException(String store, String message) {
    super(store);
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
