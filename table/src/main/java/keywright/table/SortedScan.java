package keywright.table;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a scan in the order of the plan, sorted in memory, where no more than these are
 * kept. Used by one thread.
 */
final class SortedScan implements FoundRow.Source {

  private static final class Sortable {
    final FoundRow row;
    final byte[] sortKey;

    Sortable(FoundRow row, byte[] sortKey) {
      this.row = row;
      this.sortKey = sortKey;
    }
  }

  private final Plan plan;
  private final FoundRow.Source source;
  private final RowOrder order;
  private final RowOrder.@Nullable Place place;
  private final long wanted;
  private @Nullable Deque<FoundRow> sorted;

  /**
   * @param place behind which rows are kept; null for all
   * @param wanted how many rows will be asked for at most
   */
  SortedScan(Plan plan, FoundRow.Source source, RowOrder.@Nullable Place place, long wanted) {
    this.plan = plan;
    this.source = source;
    this.order = plan.rowOrder();
    this.place = place;
    this.wanted = wanted;
  }

  @Override
  public @Nullable FoundRow next() {
    if (sorted == null) {
      sorted = sort();
    }
    return sorted.poll();
  }

  private Deque<FoundRow> sort() {
    Comparator<Sortable> firstToLast = order.comparator(s -> s.sortKey, s -> s.row);
    PriorityQueue<Sortable> lastFirst = new PriorityQueue<>(firstToLast.reversed());
    long left = plan.query().limits().sortedRows();
    for (FoundRow row = source.next(); row != null; row = source.next()) {
      if (left-- == 0) {
        throw tooMany();
      }
      if (place == null || order.isBehind(row, place)) {
        lastFirst.add(new Sortable(row, order.sortKey(row)));
        if (lastFirst.size() > wanted) {
          lastFirst.poll();
        }
      }
    }
    List<Sortable> rows = new ArrayList<>(lastFirst);
    rows.sort(firstToLast);
    Deque<FoundRow> found = new ArrayDeque<>(rows.size());
    rows.forEach(sortable -> found.add(sortable.row));
    return found;
  }

  private TableException tooMany() {
    IndexAdvice advice = plan.advice();
    String index = advice.inOrder(true).map(found -> ", or " + advice.statement(found)).orElse("");
    return new TableException(
        "cannot sort the rows of %s in memory: found more than %,d, which is the limit; narrow the conditions%s"
            .formatted(plan.table(), plan.query().limits().sortedRows(), index));
  }

  @Override
  public void close() {
    source.close();
  }
}
