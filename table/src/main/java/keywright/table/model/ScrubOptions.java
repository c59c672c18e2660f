package keywright.table.model;

import java.util.function.Consumer;
import java.util.function.Predicate;
import keywright.store.RawRow;
import org.jspecify.annotations.Nullable;

/**
 * Options of {@code Database.scrub}. Immutable.
 *
 * @param repairs whether the scrub repairs the problems that it finds
 * @param examples the largest number of examples in the report, for each kind of problem and index
 * @param continueWhile called after each step with the progress. If it returns false, the scrub
 *     ends, and its report contains the findings so far
 * @param unreadable receives each row and index entry that cannot be decoded, before it is removed;
 *     null to keep such rows and entries
 */
public record ScrubOptions(
    boolean repairs,
    int examples,
    Predicate<ScrubProgress> continueWhile,
    @Nullable Consumer<RawRow> unreadable) {
  /** Repairs nothing and keeps five examples. */
  public static final ScrubOptions CHECK = new ScrubOptions(false, 5, progress -> true, null);

  /** Repairs and keeps five examples. */
  public static final ScrubOptions REPAIR = new ScrubOptions(true, 5, progress -> true, null);

  /** The same options with another number of examples. */
  public ScrubOptions withExamples(int number) {
    return new ScrubOptions(repairs, number, continueWhile, unreadable);
  }

  /** The same options with {@code listener} in place of {@link #continueWhile}. */
  public ScrubOptions telling(Predicate<ScrubProgress> listener) {
    return new ScrubOptions(repairs, examples, listener, unreadable);
  }

  /**
   * The same options, but rows and index entries that cannot be decoded are removed before other
   * problems are repaired.
   *
   * @param target receives each of them before it is removed; when it returns, it must have stored
   *     the row or entry
   */
  public ScrubOptions movingUnreadable(Consumer<RawRow> target) {
    return new ScrubOptions(repairs, examples, continueWhile, target);
  }
}
