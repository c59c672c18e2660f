package keywright.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The merge of the scans of all buckets in code written by hand: a queue of their next events. */
final class EventMerge {
  private EventMerge() {}

  /** Where the scan of a bucket is. */
  private static final class Place {
    private final Supplier<@Nullable Event> scan;
    private @Nullable Event next;

    Place(Supplier<@Nullable Event> scan) {
      this.scan = scan;
    }

    boolean advance() {
      next = scan.get();
      return next != null;
    }

    Event next() {
      return Objects.requireNonNull(next);
    }
  }

  /**
   * Gives the events of all buckets, newest first.
   *
   * @param buckets a scan each, that gives its events newest first, then null
   * @param limit how many events at most
   */
  static void merge(
      List<? extends Supplier<@Nullable Event>> buckets, int limit, Consumer<Event> found) {
    PriorityQueue<Place> queue =
        new PriorityQueue<>(
            Comparator.comparing((Place place) -> place.next().at())
                .reversed()
                .thenComparing(place -> place.next().id()));
    for (Supplier<@Nullable Event> bucket : buckets) {
      Place place = new Place(bucket);
      if (place.advance()) {
        queue.add(place);
      }
    }
    for (int count = 0; count < limit && !queue.isEmpty(); count++) {
      Place place = queue.remove();
      found.accept(place.next());
      if (place.advance()) {
        queue.add(place);
      }
    }
  }
}
