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
   * Makes an error.
   *
   * @param table the name of the table
   * @param index the name of the unique index
   * @param key the duplicate index key as text, such as {@code (4711)}
   */
  public DuplicateKeyException(String table, String index, String key, String message) {
    super(ErrorCode.DUPLICATE_KEY, message);
    this.table = table;
    this.index = index;
    this.key = key;
  }

  /** The name of the table with the rows. */
  public String table() {
    return table;
  }

  /** The name of the unique index in which two rows would have the same key. */
  public String index() {
    return index;
  }

  /** The duplicate index key as text, as messages show it. */
  public String key() {
    return key;
  }
}
