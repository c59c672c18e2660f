package keywright.table.model;

import keywright.key.ErrorCode;

/**
 * A row cannot be written, or a unique index cannot be built, because another row has the same key
 * of the unique index.
 */
public final class DuplicateKeyException extends TableException {
  private static final long serialVersionUID = 1;

  private final String table;
  private final String index;
  private final String key;

  /**
   * A refusal.
   *
   * @param key the key of the index, in readable form
   */
  public DuplicateKeyException(String table, String index, String key, String message) {
    super(ErrorCode.DUPLICATE_KEY, message);
    this.table = table;
    this.index = index;
    this.key = key;
  }

  /** The table of the rows. */
  public String table() {
    return table;
  }

  /** The unique index in which two rows would have the same key. */
  public String index() {
    return index;
  }

  /** The key, as messages show it. */
  public String key() {
    return key;
  }
}
