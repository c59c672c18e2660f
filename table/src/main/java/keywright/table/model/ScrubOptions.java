package keywright.table.model;

import java.util.function.Consumer;
import java.util.function.Predicate;
import keywright.store.RawRow;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@code Database.scrub}. Immutable.
 *
 * @param repairs whether the scrub repairs the problems that it finds
 * @param examples the largest number of examples in the report, for each pair of a kind of problem
 *     and an index
 * @param continueWhile called from time to time with the progress. If it returns false, the scrub
 *     ends, and its report contains the problems that were found so far
 * @param unreadable receives each row and index entry that cannot be decoded, before it is removed;
 *     null to keep such rows and entries
 */
public record ScrubOptions(
    boolean repairs,
    int examples,
    Predicate<ScrubProgress> continueWhile,
    @Nullable Consumer<RawRow> unreadable) {
  /** Options for a scrub that repairs nothing and reports up to five examples of each kind. */
  public static final ScrubOptions CHECK = new ScrubOptions(false, 5, progress -> true, null);

  /** Options for a scrub that repairs the problems and reports up to five examples of each kind. */
  public static final ScrubOptions REPAIR = new ScrubOptions(true, 5, progress -> true, null);

  /** The same options with another largest number of examples. */
  public ScrubOptions withExamples(int number) {
    return new ScrubOptions(repairs, number, continueWhile, unreadable);
  }

  /** The same options with {@code listener} instead of the current {@link #continueWhile}. */
  public ScrubOptions telling(Predicate<ScrubProgress> listener) {
    return new ScrubOptions(repairs, examples, listener, unreadable);
  }

  /**
   * The same options, but rows and index entries that cannot be decoded are removed before other
   * problems are repaired.
   *
   * @param target receives each row and index entry that cannot be decoded, before it is removed.
   *     The row or entry must be stored elsewhere when {@code target} returns
   */
  public ScrubOptions movingUnreadable(Consumer<RawRow> target) {
    return new ScrubOptions(repairs, examples, continueWhile, target);
  }
}
