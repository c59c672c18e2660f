package keywright.store;

import java.util.Set;

/**
 * The options of a read that say which contents of a row are read. Immutable.
 *
 * @param families the names of the families that are read. The first family of the table is always
 *     read
 * @param history whether older, deleted and expired cells of the columns are read too. In a family
 *     that keeps one version, a deleted cell is stored only if its writer gave a write time
 * @param expired whether expired rows are read too, with the values that they had just before they
 *     expired
 * @param settled whether the read also ends delayed writes: a conditional write that was sent
 *     before the read and is not visible to the read will never take effect. This option applies to
 *     reads of single rows. Engines without delayed writes ignore this option
 * @param times whether the write times and the expiry of values are read too; {@code history}
 *     implies this. Otherwise the cells of a {@linkplain TableLayout#isPlain plain} or attached
 *     table may have no times
 */
public record RowOptions(
    Set<String> families, boolean history, boolean expired, boolean settled, boolean times) {

  /** Makes options with their own copy of the names. */
  public RowOptions {
    families = Set.copyOf(families);
    times |= history;
  }

  /**
   * Makes options for a read without expired rows and without times, which does not end delayed
   * writes.
   */
  public RowOptions(Set<String> families, boolean history) {
    this(families, history, false, false, false);
  }

  /** The options for a read of the current values of these families. */
  public static RowOptions of(Set<String> families) {
    return new RowOptions(families, false);
  }

  /** The same options with other families. */
  public RowOptions withFamilies(Set<String> newFamilies) {
    return new RowOptions(newFamilies, history, expired, settled, times);
  }

  /** The same options, with older, deleted and expired cells. */
  public RowOptions withHistory() {
    return new RowOptions(families, true, expired, settled, true);
  }

  /** The same options, with the write times and the expiry of values. */
  public RowOptions withTimes() {
    return new RowOptions(families, history, expired, settled, true);
  }

  /** The same options, with expired rows. */
  public RowOptions withExpired() {
    return new RowOptions(families, history, true, settled, times);
  }

  /** The same options, with {@link #settled} true. */
  public RowOptions asSettled() {
    return new RowOptions(families, history, expired, true, times);
  }

  /**
   * The time at which expiry is decided for a row with {@code head}, if the reader reads at {@code
   * nowMillis}.
   */
  long momentOf(RowHead head, long nowMillis) {
    return expired && head.isExpired(nowMillis) ? head.expiryMillis() - 1 : nowMillis;
  }
}
