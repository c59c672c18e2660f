package keywright.table.model;

/** How a query reaches its rows, fastest first. */
public enum AccessClass {
  /** Every part of the key is known: each range is one row. */
  FULL_KEY("full key"),
  /** Leading parts of the key are known or bounded. */
  PARTIAL_KEY("partial key"),
  /** The first part of the key is neither known nor bounded: every row is read. */
  FULL_SCAN("full scan");

  private final String text;

  AccessClass(String text) {
    this.text = text;
  }

  /** The words that EXPLAIN prints. */
  @Override
  public String toString() {
    return text;
  }
}
