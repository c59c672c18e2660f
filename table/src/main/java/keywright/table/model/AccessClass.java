package keywright.table.model;

/**
 * How much of the key that a query reads is known from its conditions. The fastest class is first.
 */
public enum AccessClass {
  /** The conditions fix every part of the key, so each range is one row key. */
  FULL_KEY("full key"),
  /**
   * The conditions fix or bound one or more leading parts of the key, so the query reads ranges of
   * row keys.
   */
  PARTIAL_KEY("partial key"),
  /** The conditions neither fix nor bound the first part of the key, so every row is read. */
  FULL_SCAN("full scan");

  private final String text;

  AccessClass(String text) {
    this.text = text;
  }

  /** The words for this class in the output of {@code EXPLAIN}, such as {@code full key}. */
  @Override
  public String toString() {
    return text;
  }
}
