package keywright.store;

import java.util.HexFormat;
import java.util.List;

/**
 * A row as the engine stores it. The row need not be decodable with the layout of its table. Bytes
 * are in hexadecimal.
 *
 * @param table the engine's name of the table
 */
public record RawRow(String table, String rowKey, List<Cell> cells) {
  /**
   * Bytes of a row.
   *
   * @param family the engine's name of the family
   * @param qualifier the qualifier of the cell in its family; empty if the engine stores a family
   *     as one value
   * @param timestampMillis milliseconds since 1970; 0 where the engine stores none
   */
  public record Cell(String family, String qualifier, long timestampMillis, String value) {
    /** A cell with these bytes, which are converted to hexadecimal. */
    public static Cell of(String family, byte[] qualifier, long timestampMillis, byte[] value) {
      HexFormat hex = HexFormat.of();
      return new Cell(family, hex.formatHex(qualifier), timestampMillis, hex.formatHex(value));
    }
  }

  /** Keeps its own copy of the list. */
  public RawRow {
    cells = List.copyOf(cells);
  }

  /** A row with these bytes, which are converted to hexadecimal. */
  public static RawRow of(String table, byte[] rowKey, List<Cell> cells) {
    return new RawRow(table, HexFormat.of().formatHex(rowKey), cells);
  }
}
