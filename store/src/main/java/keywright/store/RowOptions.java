package keywright.store;

import java.util.Set;

/**
 * What is read of a row.
 *
 * @param families the families to read besides the first, which is always read
 * @param history whether the older cells of the columns are read too, and deleted ones, to which
 *     expired ones count; in families of one version a deleted cell is there only when its writer
 *     gave a time
 */
public record RowOptions(Set<String> families, boolean history) {

  /** Takes its own copy of the names. */
  public RowOptions {
    families = Set.copyOf(families);
  }

  /** The values of these families. */
  public static RowOptions of(Set<String> families) {
    return new RowOptions(families, false);
  }

  /** The same families with their history. */
  public RowOptions withHistory() {
    return new RowOptions(families, true);
  }
}
