package keywright.table.model;

import java.util.Locale;

/**
 * The way in which the rows of a table are written. It is chosen when the table is created, and
 * cannot change.
 */
public enum Writes {
  /**
   * Conditional writes: a row is written only if it has not changed since it was read. Indexes, IF,
   * UNIQUE and REKEY need this.
   */
  EXACT,
  /**
   * Plain writes: a row is written without conditions and without reading, as other clients of the
   * engine do. If a column is written several times, the value of the last write is stored.
   */
  PLAIN;

  /** The word in a declaration: {@code exact} or {@code plain}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
