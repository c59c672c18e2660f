package keywright.cassandra;

import java.util.Arrays;
import java.util.Set;
import keywright.store.TableLayout;
import org.jspecify.annotations.Nullable;

/** What is read of rows: which families, and whether the times of values. Immutable. */
final class Reading {
  private final boolean[] families;
  private final boolean times;

  private Reading(boolean[] families, boolean times) {
    this.families = families;
    this.times = times;
  }

  /** The first family and those that are named. */
  static Reading of(TableLayout layout, Set<String> families, boolean times) {
    boolean[] read = new boolean[layout.families().size()];
    read[0] = true;
    for (String family : families) {
      read[layout.familyIndex(family)] = true;
    }
    return new Reading(read, times);
  }

  /** All families. */
  static Reading all(TableLayout layout) {
    boolean[] read = new boolean[layout.families().size()];
    Arrays.fill(read, true);
    return new Reading(read, false);
  }

  /** By the index of the family; not to be changed. */
  boolean[] families() {
    return families;
  }

  boolean reads(TableForm.ValueColumn column) {
    return families[column.family()];
  }

  boolean times() {
    return times;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Reading reading
        && times == reading.times
        && Arrays.equals(families, reading.families);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(families) + Boolean.hashCode(times);
  }
}
