package keywright.store;

import java.util.Set;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;

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
 * @param cancellation ends the read early. An engine looks at it while it waits for a server, and
 *     while it skips rows that it does not return
 */
public record RowOptions(
    Set<String> families,
    boolean history,
    boolean expired,
    boolean settled,
    boolean times,
    Cancellation cancellation) {

  /** A scan looks at its cancellation once for this many rows that it skips. */
  private static final int SKIPPED_ROWS = 64;

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
    this(families, history, false, false, false, Cancellation.NONE);
  }

  /** The options for a read of the current values of these families. */
  public static RowOptions of(Set<String> families) {
    return new RowOptions(families, false);
  }

  /** The same options with other families. */
  public RowOptions withFamilies(Set<String> newFamilies) {
    return new RowOptions(newFamilies, history, expired, settled, times, cancellation);
  }

  /** The same options, with older, deleted and expired cells. */
  public RowOptions withHistory() {
    return new RowOptions(families, true, expired, settled, true, cancellation);
  }

  /** The same options, with the write times and the expiry of values. */
  public RowOptions withTimes() {
    return new RowOptions(families, history, expired, settled, true, cancellation);
  }

  /** The same options, with expired rows. */
  public RowOptions withExpired() {
    return new RowOptions(families, history, true, settled, times, cancellation);
  }

  /** The same options, with {@link #settled} true. */
  public RowOptions asSettled() {
    return new RowOptions(families, history, expired, true, times, cancellation);
  }

  /** The same options for a read that {@code newCancellation} ends early. */
  @SuppressWarnings("ReferenceEquality") // Equal options would do, too.
  public RowOptions stoppedBy(Cancellation newCancellation) {
    return newCancellation == cancellation
        ? this
        : new RowOptions(families, history, expired, settled, times, newCancellation);
  }

  /**
   * Ends a scan that has skipped many rows, if it must end. An engine calls this method for each
   * row that it does not return.
   *
   * @param skipped the number of rows that the scan has skipped so far
   * @throws StoppedException if {@link Cancellation#isOver}; not each call looks
   */
  public void checkSkipped(long skipped, TableLayout layout) {
    if (skipped % SKIPPED_ROWS == 0) {
      cancellation.check("read " + layout.name());
    }
  }

  /**
   * The time at which expiry is decided for a row with {@code head}, if the reader reads at {@code
   * nowMillis}.
   */
  long momentOf(RowHead head, long nowMillis) {
    return expired && head.isExpired(nowMillis) ? head.expiryMillis() - 1 : nowMillis;
  }
}
