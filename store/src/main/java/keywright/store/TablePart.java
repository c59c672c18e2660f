package keywright.store;

import keywright.key.ByteRange;

/**
 * A part of a table: a contiguous range in the engine's own order of rows. The meaning of the
 * positions depends on the engine: row keys, or tokens on an engine with partitions. Immutable.
 *
 * @param positions the range of positions of the rows in this part
 */
public record TablePart(ByteRange positions) {
  /** The part that is the whole table. */
  public static final TablePart ALL = new TablePart(ByteRange.all());

  /** Whether this part is the whole table. */
  public boolean isAll() {
    return positions.equals(ByteRange.all());
  }
}
