package keywright.table.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import keywright.key.Condition;
import keywright.key.KeyRange;
import keywright.key.KeySpan;
import keywright.store.Snapshot;
import keywright.table.layout.RowTest;
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
  private final TupleRanges tuples;

  private PlanScan(
      QueryPlan plan, Snapshot snapshot, ReadCounts counts, RowOrder.@Nullable Place place) {
    this.plan = plan;
    this.snapshot = snapshot;
    this.counts = counts;
    this.place = place;
    this.tuples = plan.tuples();
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
    StoredIndex fetching = plan.isCovering() ? null : index;
    RowTest tested = test(early).and(tuples.test(fetching, true));
    RowTest testedLate = test(late).and(tuples.test(fetching, false));
    boolean isFiltered = tested != RowTest.NONE || testedLate != RowTest.NONE;
    long some = isFiltered ? Math.max(wanted, ROWS_OF_A_FILTER) : wanted;
    FoundRow.Source found = scan(tested, sorts ? Long.MAX_VALUE : some);
    if (index != null && !plan.isCovering()) {
      long fetched = sorts ? Long.MAX_VALUE : testedLate == RowTest.NONE ? wanted : 0;
      found = new RowFetch(plan, snapshot, found, counts, fetched);
      found = filtered(found, testedLate);
    }
    return sorts ? new SortedScan(plan, found, counts, place, wanted) : found;
  }

  /**
   * @param early the test of what can be tested on the scanned row or entry. Rows are tested before
   *     a merge, which relies on it: rows that do not meet the conditions are not in its order
   * @param rows about how many rows will be read
   */
  private FoundRow.Source scan(RowTest early, long rows) {
    List<KeySpan> spans = spans();
    boolean merged =
        plan.order() == Plan.Order.MERGED || plan.order() == Plan.Order.MERGED_REVERSED;
    if (!merged) {
      return behindPlace(rows(spans, early, rows, 1));
    }
    List<FoundRow.Source> scans = new ArrayList<>();
    // Each has its part, and some more: they are never quite even.
    long each = Math.min(rows, Integer.MAX_VALUE) / Math.max(1, spans.size()) * 5 / 4 + 8;
    for (KeySpan span : spans) {
      long some = Math.min(each, rows);
      scans.add(behindPlace(rows(List.of(span), early, some, spans.size())));
    }
    return new MergedScan(plan.rowOrder(), scans, rows);
  }

  /** The rows of ranges that meet the conditions; only the first rows of each group if they do. */
  private FoundRow.Source rows(List<KeySpan> spans, RowTest test, long rows, int scans) {
    FirstOfGroup first = FirstOfGroup.of(plan);
    if (first == null) {
      return scanned(spans, test, rows, scans);
    }
    long some = Math.min(rows, (long) first.rows() + SkipScan.ROWS_BEFORE_SEEK);
    return new SkipScan(
        first,
        spans,
        test,
        place == null ? null : first.groupOf(place),
        place == null ? 0 : place.rowsOfPartition(),
        left -> scanned(tuples.cut(left), RowTest.NONE, some, scans));
  }

  private FoundRow.Source scanned(List<KeySpan> spans, RowTest test, long rows, int scans) {
    RangeScan scan = new RangeScan(plan, snapshot, spans, counts, rows, scans);
    if (scans > 1) {
      scan.begin();
    }
    return filtered(scan, test);
  }

  private List<KeySpan> spans() {
    List<KeyRange> ranges = plan.rangeList();
    if (plan.isReverse()) {
      ranges = new ArrayList<>(ranges);
      Collections.reverse(ranges);
    }
    if (place != null) {
      return tuples.cut(plan.rowOrder().behind(ranges, place));
    }
    List<KeySpan> spans = new ArrayList<>(ranges.size());
    for (KeyRange range : ranges) {
      spans.add(KeySpan.of(range));
    }
    return tuples.cut(spans);
  }

  private RowTest test(List<Condition> conditions) {
    return RowTest.meets(plan.stored(), conditions);
  }

  private static FoundRow.Source filtered(FoundRow.Source found, RowTest test) {
    return test == RowTest.NONE ? found : new FilteredScan(found, test);
  }

  /** Leaves out the rows that come before the place, or at it, in the order of the plan. */
  private FoundRow.Source behindPlace(FoundRow.Source rows) {
    return place == null || plan.walks() || plan.order() == Plan.Order.SORTED
        ? rows
        : new RestOfScan(plan.rowOrder(), rows, place);
  }
}
