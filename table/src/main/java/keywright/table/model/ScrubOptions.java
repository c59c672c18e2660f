package keywright.table.model;

import java.util.function.Consumer;
import java.util.function.Predicate;
import keywright.store.RawRow;
import org.jspecify.annotations.Nullable;

/**
 * How {@code Database.scrub} goes about its work. Immutable.
 *
 * @param repairs whether to repair what is found
 * @param examples how many examples of each kind and index to keep
 * @param goesOn told after each step how far it is; false ends it with what was found until then
 * @param unreadable takes each row and index entry that cannot be read before it is removed; null
 *     when they are left where they are
 */
public record ScrubOptions(
    boolean repairs,
    int examples,
    Predicate<ScrubProgress> goesOn,
    @Nullable Consumer<RawRow> unreadable) {
  /** Looks and keeps five examples. */
  public static final ScrubOptions CHECK = new ScrubOptions(false, 5, progress -> true, null);

  /** Repairs and keeps five examples. */
  public static final ScrubOptions REPAIR = new ScrubOptions(true, 5, progress -> true, null);

  /** The same with another number of examples. */
  public ScrubOptions withExamples(int number) {
    return new ScrubOptions(repairs, number, goesOn, unreadable);
  }

  /** The same, telling {@code listener}. */
  public ScrubOptions telling(Predicate<ScrubProgress> listener) {
    return new ScrubOptions(repairs, examples, listener, unreadable);
  }

  /**
   * The same, removing what cannot be read, rows and index entries, before it repairs the rest.
   *
   * @param target takes each before it is removed, and has stored it when it returns
   */
  public ScrubOptions movingUnreadable(Consumer<RawRow> target) {
    return new ScrubOptions(repairs, examples, goesOn, target);
  }
}
