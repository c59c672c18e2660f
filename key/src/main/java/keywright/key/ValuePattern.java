package keywright.key;

/** A test that some values of an interval pass: LIKE and CONTAINS. */
interface ValuePattern {
  /** Whether a value of the column, not null, passes. */
  boolean matches(Object value);

  /** The text that every value which passes begins with; empty where there is none. */
  default String prefix() {
    return "";
  }

  /** Whether exactly the values with the prefix pass. */
  default boolean isPrefixOnly() {
    return false;
  }
}
