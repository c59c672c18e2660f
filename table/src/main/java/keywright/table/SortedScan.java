package keywright.table;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a scan, sorted in memory by the bytes of their sort keys. With a LIMIT only the first
 * rows are kept. Used by one thread.
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

  private static final Comparator<Sortable> ORDER =
      Comparator.comparing(sortable -> sortable.sortKey, Arrays::compareUnsigned);

  private final Plan plan;
  private final FoundRow.Source source;
  private final KeySchema sortKey;
  private final long wanted;
  private @Nullable Deque<FoundRow> sorted;

  /**
   * @param wanted how many rows will be asked for at most
   */
  SortedScan(Plan plan, FoundRow.Source source, KeySchema sortKey, long wanted) {
    this.plan = plan;
    this.source = source;
    this.sortKey = sortKey;
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
    PriorityQueue<Sortable> lastFirst = new PriorityQueue<>(Collections.reverseOrder(ORDER));
    int rowsMax = plan.query().limits().sortedRows();
    for (FoundRow row = source.next(); row != null; row = source.next()) {
      lastFirst.add(new Sortable(row, sortKey.encode(sortKey.key(row.values()))));
      if (lastFirst.size() > wanted) {
        lastFirst.poll();
      }
      if (lastFirst.size() > rowsMax) {
        String index = Planner.createIndex(plan.stored(), plan.query());
        throw new TableException(
            "cannot sort the rows of %s in memory: found more than %,d, which is the limit; add LIMIT%s"
                .formatted(
                    plan.table(),
                    rowsMax,
                    index.isEmpty()
                        ? " or narrow the conditions"
                        : ", narrow the conditions, or " + index));
      }
    }
    List<Sortable> rows = new ArrayList<>(lastFirst);
    rows.sort(ORDER);
    Deque<FoundRow> found = new ArrayDeque<>(rows.size());
    rows.forEach(sortable -> found.add(sortable.row));
    return found;
  }

  @Override
  public void close() {
    source.close();
  }
}
