package keywright.store;

import java.util.HexFormat;
import java.util.List;

/**
 * A row in its stored form, also if it cannot be decoded with the layout of its table. Bytes are
 * written in hexadecimal. Immutable.
 *
 * @param table the name of the table in the engine
 * @param rowKey the row key, in hexadecimal
 * @param cells the stored cells of the row
 */
public record RawRow(String table, String rowKey, List<Cell> cells) {
  /**
   * A stored cell of a row.
   *
   * @param family the name of the family in the engine
   * @param qualifier the qualifier of the cell in its family, in hexadecimal; empty if the engine
   *     stores a family as one value
   * @param timestampMillis the timestamp of the cell, in milliseconds since 1970; 0 if the engine
   *     stores no timestamp
   * @param value the value of the cell, in hexadecimal
   */
  public record Cell(String family, String qualifier, long timestampMillis, String value) {
    /** Makes a cell from bytes, which are converted to hexadecimal. */
    public static Cell of(String family, byte[] qualifier, long timestampMillis, byte[] value) {
      HexFormat hex = HexFormat.of();
      return new Cell(family, hex.formatHex(qualifier), timestampMillis, hex.formatHex(value));
    }
  }

  /** Makes a row with its own copy of the list. */
  public RawRow {
    cells = List.copyOf(cells);
  }

  /** Makes a row from the bytes of its row key, which are converted to hexadecimal. */
  public static RawRow of(String table, byte[] rowKey, List<Cell> cells) {
    return new RawRow(table, HexFormat.of().formatHex(rowKey), cells);
  }
}
