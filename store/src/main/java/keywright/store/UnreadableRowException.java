package keywright.store;

import keywright.key.ErrorCode;

/**
 * The error for a stored row that cannot be decoded with the layout of its table. Another program
 * or a newer release has written the row, or the disk is damaged. The other rows of the table can
 * still be read: a scan with {@link ScanOptions#skipping} skips the row.
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
   * Makes an error.
   *
   * @param rowKey the row key of the row; not copied
   */
  public UnreadableRowException(byte[] rowKey, String message, Throwable cause) {
    super(ErrorCode.UNREADABLE, message, cause);
    this.rowKey = rowKey;
  }

  /** What to do with an unreadable row, as the end of a message. */
  static String advice(TableLayout layout) {
    if (layout.isAttached()) {
      return "; correct the row with the program that wrote it, or leave it out of queries with --skip-unreadable";
    }
    return "; restore a backup, or move the row to a file by scrub TABLE --move-unreadable FILE";
  }

  /** A copy of the stored row key. */
  public byte[] rowKey() {
    return rowKey.clone();
  }
}
