package keywright.store;

/** The outcome of one batch of {@link Engine#writeEach}. */
public enum Written {
  /** The batch was written. */
  DONE,
  /**
   * The batch was not written, because its row was not as expected, or because the condition of
   * {@link WriteBatch#sendOnlyWhile} was false. If the engine's client repeats writes by itself, a
   * refused repetition of a batch that was written is {@link #UNANSWERED}.
   */
  REFUSED,
  /** The engine did not answer: the batch may be written now, later or never. */
  UNANSWERED
}
