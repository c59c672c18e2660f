package keywright.store;

import keywright.key.ByteRange;

/**
 * A part of a table as its engine divides it: a contiguous piece of the engine's own order of rows.
 * Only the engine that made it knows what the positions mean: a byte engine's are row keys, those
 * of an engine with partitions are tokens. Immutable.
 *
 * @param positions of the rows in it
 */
public record TablePart(ByteRange positions) {
  /** The whole of a table. */
  public static final TablePart ALL = new TablePart(ByteRange.all());

  /** Whether it is the whole of a table. */
  public boolean isAll() {
    return positions.equals(ByteRange.all());
  }
}
