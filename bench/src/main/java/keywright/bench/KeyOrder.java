package keywright.bench;

/** In which order the sample keys come to a benchmark. */
public enum KeyOrder {
  /**
   * The same order again and again. The processor learns it, and so predicts how long each text is.
   */
  REPEATED(1, 1 << KeyOrder.SHIFT),

  /** A random order, as of rows that a program has not met before. */
  RANDOM(1_664_525, 1_013_904_223);

  /**
   * The index is in the upper bits of a state, because they are more random than the lower bits.
   */
  private static final int SHIFT = Integer.SIZE - SampleKeys.BITS;

  private final int multiplier;
  private final int increment;

  KeyOrder(int multiplier, int increment) {
    this.multiplier = multiplier;
    this.increment = increment;
  }

  /** The state after another one; any number is a state. */
  int after(int state) {
    return state * multiplier + increment;
  }

  /** The index of the sample key of a state. */
  static int index(int state) {
    return state >>> SHIFT;
  }
}
