package keywright.hbase.keys;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.metrics.ScanMetrics;
import org.jspecify.annotations.Nullable;

/**
 * The rows of several scanners in one order: that of their row keys without the bytes of the
 * bucket. Equal ones are in the order of their buckets. A scanner is asked for a row only when its
 * row is needed. Used by one thread.
 */
final class MergedScanner implements ResultScanner {
  /** Where one scanner is. */
  private static final class Place {
    final ResultScanner scanner;
    final int prefixLength;

    /** The place among the buckets, in the order of the scan. */
    final int index;

    private @Nullable Result row;

    Place(ResultScanner scanner, int prefixLength, int index) {
      this.scanner = scanner;
      this.prefixLength = prefixLength;
      this.index = index;
    }
  }

  private final boolean reversed;
  private final Predicate<Result> matches;
  private final List<Place> open = new ArrayList<>();
  private final PriorityQueue<Place> waiting;

  /** The one that the last row came from, whose next row is not asked for yet. */
  private @Nullable Place current;

  private int left;
  private boolean started;
  private boolean closed;

  /**
   * @param limit how many rows there are at most; below 1 for all
   * @param matches which of the rows there are
   */
  MergedScanner(boolean reversed, int limit, Predicate<Result> matches) {
    this.reversed = reversed;
    this.left = limit < 1 ? Integer.MAX_VALUE : limit;
    this.matches = matches;
    this.waiting = new PriorityQueue<>(this::compare);
  }

  /** Adds a scanner, in the order of the buckets. */
  void add(ResultScanner scanner, int prefixLength) {
    open.add(new Place(scanner, prefixLength, open.size()));
  }

  private int compare(Place a, Place b) {
    Cell x = first(a);
    Cell y = first(b);
    int order =
        Arrays.compareUnsigned(
            x.getRowArray(),
            x.getRowOffset() + a.prefixLength,
            x.getRowOffset() + x.getRowLength(),
            y.getRowArray(),
            y.getRowOffset() + b.prefixLength,
            y.getRowOffset() + y.getRowLength());
    if (order == 0) {
      return Integer.compare(a.index, b.index);
    }
    return reversed ? -Integer.signum(order) : order;
  }

  private static Cell first(Place place) {
    if (place.row == null) {
      throw new IllegalStateException("a scanner without a row is not compared");
    }
    return place.row.rawCells()[0];
  }

  @Override
  public @Nullable Result next() throws IOException {
    if (closed) {
      return null;
    }
    try {
      for (Result row = merged(); row != null; row = merged()) {
        if (matches.test(row)) {
          if (--left == 0) {
            close();
          }
          return row;
        }
      }
    } catch (IOException | RuntimeException | Error e) {
      closeAfter(e);
      throw e;
    }
    close();
    return null;
  }

  private @Nullable Result merged() throws IOException {
    if (!started) {
      started = true;
      for (Place place : List.copyOf(open)) {
        if (advance(place)) {
          waiting.add(place);
        }
      }
    } else if (current != null && advance(current)) {
      Place other = waiting.peek();
      if (other == null || compare(current, other) < 0) {
        return current.row;
      }
      waiting.add(current);
    }
    current = waiting.poll();
    return current == null ? null : current.row;
  }

  private boolean advance(Place place) throws IOException {
    place.row = place.scanner.next();
    if (place.row == null) {
      place.scanner.close();
      open.remove(place);
    }
    return place.row != null;
  }

  /** Closes all scanners after an error, which stays the one that is thrown. */
  void closeAfter(Throwable error) {
    try {
      close();
    } catch (RuntimeException e) {
      error.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    closed = true;
    RuntimeException failure = null;
    for (Place place : open) {
      try {
        place.scanner.close();
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    open.clear();
    waiting.clear();
    current = null;
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public boolean renewLease() {
    boolean renewed = true;
    for (Place place : open) {
      renewed &= place.scanner.renewLease();
    }
    return renewed;
  }

  /** Those of the one scanner; null when there are several, each of which has its own. */
  @Override
  public @Nullable ScanMetrics getScanMetrics() {
    return open.size() == 1 ? open.get(0).scanner.getScanMetrics() : null;
  }
}
