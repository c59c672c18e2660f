package keywright.store;

/** The outcome of one batch of {@link Engine#writeEach}. */
public enum Written {
  /** It is written. */
  DONE,
  /**
   * Its row was not as expected, or it was {@linkplain WriteBatch#sendOnlyWhile not to be sent} any
   * longer; nothing is written. If the engine's client repeats writes by itself, a refused
   * repetition of a batch that was written is {@link #UNANSWERED}.
   */
  REFUSED,
  /** As {@link UnansweredException} says. */
  UNANSWERED
}
