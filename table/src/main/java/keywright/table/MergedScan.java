package keywright.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import keywright.key.KeySchema;
import org.jspecify.annotations.Nullable;

/**
 * Merges scans, each of which is in order, by the bytes of their rows' sort keys. Used by one
 * thread.
 */
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

  private final KeySchema sortKey;
  private final List<FoundRow.Source> sources;
  private final PriorityQueue<Head> heads =
      new PriorityQueue<>(Comparator.comparing(head -> head.sortKey, Arrays::compareUnsigned));
  private boolean started;

  /**
   * @param sortKey over all columns of the table
   */
  MergedScan(KeySchema sortKey, List<FoundRow.Source> sources) {
    this.sortKey = sortKey;
    this.sources = new ArrayList<>(sources);
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
      byte[] bytes = sortKey.encode(sortKey.key(row.values()));
      heads.add(new Head(source, row, bytes));
    }
  }

  @Override
  public void close() {
    sources.forEach(FoundRow.Source::close);
  }
}
