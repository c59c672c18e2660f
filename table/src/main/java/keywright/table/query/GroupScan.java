package keywright.table.query;

import java.util.function.Supplier;
import keywright.table.model.Row;
import org.jspecify.annotations.Nullable;

/**
 * Makes one result row of each group of adjacent rows. It keeps one row and the aggregates of one
 * group in memory. Used by one thread.
 */
public final class GroupScan {
  private final RowOrder order;
  private final Aggregates aggregates;
  private final Supplier<@Nullable FoundRow> rows;

  /** The first row of the next group; null after the last group. */
  private @Nullable FoundRow ahead;

  private @Nullable FoundRow last;

  /**
   * @param first the first row; null if there is none
   * @param rows gives the other rows, in the order of the plan
   */
  public GroupScan(QueryPlan plan, @Nullable FoundRow first, Supplier<@Nullable FoundRow> rows) {
    this.order = plan.rowOrder();
    this.aggregates = new Aggregates(plan.table(), plan.projection());
    this.rows = rows;
    this.ahead = first;
  }

  /** The row of the next group; null after the last group. */
  public @Nullable Row next() {
    FoundRow first = ahead;
    if (first == null) {
      return null;
    }
    FoundRow row = first;
    do {
      aggregates.add(row);
      last = row;
      row = rows.get();
    } while (row != null && order.isSameGroup(first, row));
    ahead = row;
    return aggregates.take();
  }

  /** Whether there is another group. */
  public boolean hasNext() {
    return ahead != null;
  }

  /** The last row of the group that was returned last; null before the first group. */
  public @Nullable FoundRow last() {
    return last;
  }
}
