package keywright.table;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * The first rows of a scan in the order of the plan, of any number that it gives. They are sorted
 * in memory, where no more than these are kept, and these no larger than {@link Limits} says. Used
 * by one thread.
 */
final class SortedScan implements FoundRow.Source {

  /** What a row takes besides its values: objects, its row key, its head. */
  private static final long BYTES_OF_A_ROW = 256;

  private static final class Sortable {
    final FoundRow row;
    final byte[] sortKey;

    /** No fewer than it takes, about. */
    final long bytes;

    Sortable(FoundRow row, byte[] sortKey) {
      this.row = row;
      this.sortKey = sortKey;
      long sum = BYTES_OF_A_ROW + sortKey.length;
      for (Object value : row.values()) {
        sum += value == null ? 0 : ValueLimit.atMost(value);
      }
      this.bytes = sum;
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
    Limits limits = plan.query().limits();
    long unasked = plan.sortsUnasked() ? limits.unaskedRows() : Long.MAX_VALUE;
    long bytes = 0;
    for (FoundRow row = source.next(); row != null; row = source.next()) {
      if (unasked-- == 0) {
        throw readsAll();
      }
      if (place != null && !order.isBehind(row, place)) {
        continue;
      }
      Sortable found = new Sortable(row, order.sortKey(row));
      lastFirst.add(found);
      bytes += found.bytes;
      if (lastFirst.size() > wanted) {
        bytes -= lastFirst.remove().bytes;
      }
      if (lastFirst.size() > limits.sortedRows() || bytes > limits.sortedBytes()) {
        throw tooLarge(lastFirst.size());
      }
    }
    List<Sortable> rows = new ArrayList<>(lastFirst);
    rows.sort(firstToLast);
    Deque<FoundRow> found = new ArrayDeque<>(rows.size());
    rows.forEach(sortable -> found.add(sortable.row));
    return found;
  }

  private TableException tooLarge(int rows) {
    Limits limits = plan.query().limits();
    return new TableException(
        "cannot sort the rows of %s in memory: found more than fits, the first %,d of them, expected at most %,d rows and about %,d bytes of the LIMIT or the page; ask for fewer rows or columns%s"
            .formatted(plan.table(), rows, limits.sortedRows(), limits.sortedBytes(), orIndex()));
  }

  private TableException readsAll() {
    return new TableException(
        "cannot read %s in this order: no key has it and no condition bounds one, so that a sort reads every row, and there are more than %,d, the limit; add ALLOW FILTERING to read every row%s"
            .formatted(plan.table(), plan.query().limits().unaskedRows(), orIndex()));
  }

  private String orIndex() {
    IndexAdvice advice = plan.advice();
    return advice.inOrder(true).map(found -> ", or " + advice.statement(found)).orElse("");
  }

  @Override
  public void close() {
    source.close();
  }
}
