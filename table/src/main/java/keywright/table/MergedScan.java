package keywright.table;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Merges scans, each of which is in the order of the plan. Used by one thread. */
final class MergedScan implements FoundRow.Source {

  private static final class Head {
    final FoundRow.Source source;
    final FoundRow row;
    final byte[] sortKey;

    Head(FoundRow.Source source, FoundRow row, byte[] sortKey) {
      this.source = source;
      this.row = row;
      this.sortKey = sortKey;
    }
  }

  private final RowOrder order;
  private final List<FoundRow.Source> sources;
  private final PriorityQueue<Head> heads;
  private boolean started;

  MergedScan(RowOrder order, List<FoundRow.Source> sources) {
    this.order = order;
    this.sources = new ArrayList<>(sources);
    this.heads = new PriorityQueue<>(order.comparator(head -> head.sortKey, head -> head.row));
  }

  @Override
  public @Nullable FoundRow next() {
    if (!started) {
      started = true;
      sources.forEach(this::advance);
    }
    Head head = heads.poll();
    if (head == null) {
      return null;
    }
    advance(head.source);
    return head.row;
  }

  private void advance(FoundRow.Source source) {
    FoundRow row = source.next();
    if (row != null) {
      heads.add(new Head(source, row, order.sortKey(row)));
    }
  }

  @Override
  public void close() {
    sources.forEach(FoundRow.Source::close);
  }
}
