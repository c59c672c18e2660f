package keywright.store;

import keywright.key.ErrorCode;

/**
 * A stored row cannot be decoded with its table's layout: another program or a newer release wrote
 * it, or the disk is damaged. Other rows of the table can be read: a scan with {@link
 * ScanOptions#skipping} skips this row.
 */
public final class UnreadableRowException extends StoreException {
  private static final long serialVersionUID = 1;

  private final byte[] rowKey;

  /**
   * @param rowKey kept, not copied
   */
  UnreadableRowException(byte[] rowKey, String message) {
    super(ErrorCode.UNREADABLE, message);
    this.rowKey = rowKey;
  }

  /**
   * @param rowKey kept, not copied
   */
  public UnreadableRowException(byte[] rowKey, String message, Throwable cause) {
    super(ErrorCode.UNREADABLE, message, cause);
    this.rowKey = rowKey;
  }

  /** The row key as it is stored, a copy. */
  public byte[] rowKey() {
    return rowKey.clone();
  }
}
