package keywright.ojai;

import org.ojai.store.exceptions.StoreExistsException;

/** A store exists that was to be created. The message is that of Keywright. */
final class StoreIsThereException extends StoreExistsException {
  private static final long serialVersionUID = 1;

  private final String message;

  StoreIsThereException(String store, String message) {
    super(store);
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
