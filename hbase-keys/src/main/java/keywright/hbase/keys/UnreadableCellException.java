package keywright.hbase.keys;

import java.util.HexFormat;
import keywright.key.ErrorCode;
import keywright.key.KeywrightException;
import org.jspecify.annotations.Nullable;

/**
 * The error for a cell whose bytes are not a value of its declared column, or for a missing cell of
 * a column that is not declared {@code NULL}. The message is one line.
 */
public final class UnreadableCellException extends KeywrightException {
  private static final long serialVersionUID = 1;

  private final byte[] rowKey;
  private final String column;

  UnreadableCellException(byte[] rowKey, String column, String problem, @Nullable Throwable cause) {
    super(
        ErrorCode.UNREADABLE,
        "cannot read "
            + column
            + ": "
            + problem
            + " (row key "
            + HexFormat.of().formatHex(rowKey)
            + ")",
        cause);
    this.rowKey = rowKey.clone();
    this.column = column;
  }

  /** The row key of the row with this cell, as a new array. */
  public byte[] rowKey() {
    return rowKey.clone();
  }

  /** The name of the column that the cell belongs to. */
  public String column() {
    return column;
  }
}
