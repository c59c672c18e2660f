package keywright.store;

/** What became of one batch of {@link Engine#writeEach}. */
public enum Written {
  /** It is written. */
  DONE,
  /**
   * Its row was not as expected, or it was {@linkplain WriteBatch#sendOnlyWhile not to be sent} any
   * longer, and nothing is written. An engine whose client repeats writes by itself says {@link
   * #UNANSWERED} where what was refused may have been a repetition of a batch that is written.
   */
  REFUSED,
  /** As {@link UnansweredException} says. */
  UNANSWERED
}
