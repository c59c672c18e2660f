package keywright.table.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import keywright.key.Condition;
import keywright.key.KeyRange;
import keywright.key.KeySpan;
import keywright.store.Snapshot;
import keywright.table.layout.StoredIndex;
import keywright.table.model.Plan;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a plan: scans its ranges, and filters, sorts or merges the rows. Used by one
 * thread.
 */
public final class PlanScan {
  /** The least number of rows that are read at first if a filter leaves out some of them. */
  private static final int ROWS_OF_A_FILTER = 64;

  private final QueryPlan plan;
  private final Snapshot snapshot;
  private final ReadCounts counts;
  private final RowOrder.@Nullable Place place;

  private PlanScan(
      QueryPlan plan, Snapshot snapshot, ReadCounts counts, RowOrder.@Nullable Place place) {
    this.plan = plan;
    this.snapshot = snapshot;
    this.counts = counts;
    this.place = place;
  }

  /**
   * Opens a sequence of the rows of a plan, in the order of the plan.
   *
   * @param counts is updated with the numbers of the rows and entries that are read
   * @param place the position after which the rows start; null to start with the first row
   * @param wanted the largest number of rows that the caller will read
   */
  public static FoundRow.Source open(
      QueryPlan plan,
      Snapshot snapshot,
      ReadCounts counts,
      RowOrder.@Nullable Place place,
      long wanted) {
    return new PlanScan(plan, snapshot, counts, place).open(wanted);
  }

  private FoundRow.Source open(long wanted) {
    StoredIndex index = plan.storedIndex();
    boolean sorts = plan.order() == Plan.Order.SORTED;
    List<Condition> early = plan.residual();
    List<Condition> late = List.of();
    if (index != null && !early.isEmpty() && !plan.isCovering()) {
      early = new ArrayList<>(plan.residual());
      late = new ArrayList<>();
      early.removeIf(condition -> !index.holds(condition.column()));
      late.addAll(plan.residual());
      late.removeAll(early);
    }
    long some = plan.residual().isEmpty() ? wanted : Math.max(wanted, ROWS_OF_A_FILTER);
    FoundRow.Source found = scan(early, sorts ? Long.MAX_VALUE : some);
    if (index != null && !plan.isCovering()) {
      long fetched = sorts ? Long.MAX_VALUE : late.isEmpty() ? wanted : 0;
      found = new RowFetch(plan, snapshot, found, counts, fetched);
      found = filtered(found, late);
    }
    return sorts ? new SortedScan(plan, found, counts, place, wanted) : found;
  }

  /**
   * @param early the conditions that can be tested on the scanned row or entry. They are tested
   *     before a merge, which relies on them: rows that do not meet them are not in its order
   * @param rows about how many rows will be read
   */
  private FoundRow.Source scan(List<Condition> early, long rows) {
    List<KeySpan> spans = spans();
    boolean merged =
        plan.order() == Plan.Order.MERGED || plan.order() == Plan.Order.MERGED_REVERSED;
    if (!merged) {
      RangeScan scan = new RangeScan(plan, snapshot, spans, counts, rows, 1);
      return behindPlace(filtered(scan, early));
    }
    List<FoundRow.Source> scans = new ArrayList<>();
    // Each has its part, and some more: they are never quite even.
    long each = Math.min(rows, Integer.MAX_VALUE) / Math.max(1, spans.size()) * 5 / 4 + 8;
    for (KeySpan span : spans) {
      long some = Math.min(each, rows);
      RangeScan scan = new RangeScan(plan, snapshot, List.of(span), counts, some, spans.size());
      scan.begin();
      scans.add(behindPlace(filtered(scan, early)));
    }
    return new MergedScan(plan.rowOrder(), scans);
  }

  private List<KeySpan> spans() {
    List<KeyRange> ranges = plan.rangeList();
    if (plan.isReverse()) {
      ranges = new ArrayList<>(ranges);
      Collections.reverse(ranges);
    }
    if (place != null) {
      return plan.rowOrder().behind(ranges, place);
    }
    List<KeySpan> spans = new ArrayList<>(ranges.size());
    for (KeyRange range : ranges) {
      spans.add(KeySpan.of(range));
    }
    return spans;
  }

  private FoundRow.Source filtered(FoundRow.Source found, List<Condition> conditions) {
    return conditions.isEmpty() ? found : new FilteredScan(plan.stored(), found, conditions);
  }

  /** Leaves out the rows that come before the place, or at it, in the order of the plan. */
  private FoundRow.Source behindPlace(FoundRow.Source rows) {
    return place == null || plan.walks() || plan.order() == Plan.Order.SORTED
        ? rows
        : new RestOfScan(plan.rowOrder(), rows, place);
  }
}
