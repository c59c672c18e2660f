package keywright.table;

import java.util.function.Predicate;

/**
 * How {@link Database#scrub} goes about its work. Immutable.
 *
 * @param repairs whether to repair what is found
 * @param examples how many examples of each kind and index to keep
 * @param goesOn told after each step how far it is; false ends it with what was found until then
 */
public record ScrubOptions(boolean repairs, int examples, Predicate<ScrubProgress> goesOn) {
  /** Looks and keeps five examples. */
  public static final ScrubOptions CHECK = new ScrubOptions(false, 5, progress -> true);

  /** Repairs and keeps five examples. */
  public static final ScrubOptions REPAIR = new ScrubOptions(true, 5, progress -> true);

  /** The same with another number of examples. */
  public ScrubOptions withExamples(int number) {
    return new ScrubOptions(repairs, number, goesOn);
  }

  /** The same, telling {@code listener}. */
  public ScrubOptions telling(Predicate<ScrubProgress> listener) {
    return new ScrubOptions(repairs, examples, listener);
  }
}
