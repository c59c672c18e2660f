package keywright.table.query;

import org.jspecify.annotations.Nullable;

/**
 * Counts the rows of the last partition that were returned, if a query limits their number. Used by
 * one thread.
 */
public final class PartitionCount {
  private final FirstOfGroup.@Nullable OfPartition first;
  private FirstOfGroup.@Nullable Group partition;
  private int rows;

  /**
   * Starts after the page before.
   *
   * @param place the position of its last row; null for the first page
   */
  public PartitionCount(QueryPlan plan, RowOrder.@Nullable Place place) {
    this.first =
        plan.query().grouping().limitsPartitions() ? new FirstOfGroup.OfPartition(plan) : null;
    if (first != null && place != null) {
      this.partition = first.groupOf(place);
      this.rows = place.rowsOfPartition();
    }
  }

  /** Counts a row that is returned. */
  public void add(FoundRow row) {
    if (first == null) {
      return;
    }
    if (partition == null || !partition.has(row)) {
      partition = first.groupOf(row);
      rows = 0;
    }
    rows++;
  }

  /** The number of rows of the partition of the row that was added last. */
  public int rows() {
    return rows;
  }
}
