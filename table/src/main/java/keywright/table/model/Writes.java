package keywright.table.model;

import java.util.Locale;

/** How the rows of a table are written, which is decided when it is created. */
public enum Writes {
  /** On the condition that the row is as it was read: indexes, IF, UNIQUE and REKEY are exact. */
  EXACT,
  /**
   * Without conditions and without reading, as other clients of the store write: of several writes
   * the last one wins.
   */
  PLAIN;

  /** {@code exact} or {@code plain}, as a declaration says it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
