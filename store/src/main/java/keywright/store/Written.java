package keywright.store;

/** What became of one batch of {@link Engine#writeEach}. */
public enum Written {
  /** It is written. */
  DONE,
  /**
   * Its row was not as expected when the engine looked. An engine whose client repeats writes by
   * itself may say so of a batch that is written: the repetition found the row no longer as it was.
   */
  REFUSED,
  /** As {@link UnansweredException} says. */
  UNANSWERED
}
