package keywright.store;

import java.util.Set;

/**
 * What is read of a row.
 *
 * @param families the families to read besides the first, which is always read
 * @param history whether the older cells of the columns are read too, and deleted ones, to which
 *     expired ones count; in families of one version a deleted cell is there only when its writer
 *     gave a time
 * @param expired whether rows that have expired are read too, each as it was just before
 */
public record RowOptions(Set<String> families, boolean history, boolean expired) {

  /** Takes its own copy of the names. */
  public RowOptions {
    families = Set.copyOf(families);
  }

  /** Without rows that have expired. */
  public RowOptions(Set<String> families, boolean history) {
    this(families, history, false);
  }

  /** The values of these families. */
  public static RowOptions of(Set<String> families) {
    return new RowOptions(families, false);
  }

  /** The same families with their history. */
  public RowOptions withHistory() {
    return new RowOptions(families, true, expired);
  }

  /** The same, also of rows that have expired. */
  public RowOptions withExpired() {
    return new RowOptions(families, history, true);
  }

  /** The moment at which a row with {@code head} is read by a reader at {@code nowMillis}. */
  long momentOf(RowHead head, long nowMillis) {
    return expired && head.isExpired(nowMillis) ? head.expiryMillis() - 1 : nowMillis;
  }
}
