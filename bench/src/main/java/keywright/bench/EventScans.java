package keywright.bench;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/** What the benchmarks of scans over buckets ask of an {@link EventStore}. */
final class EventScans {
  /** The rows of a range. */
  static final int RANGE = 1_000;

  private static final int BATCH = 1_000;

  private EventScans() {}

  /**
   * Compares reads of all events, and of ranges of a thousand.
   *
   * @param question the end of both questions
   * @param count how many events both have
   * @param ranges how many ranges a round reads
   */
  static void compare(
      Contest contest,
      String question,
      int count,
      int ranges,
      EventStore keywright,
      EventStore baseline) {
    contest.run(
        "all %,d rows %s".formatted(count, question),
        round -> count,
        any -> all(keywright, count),
        any -> all(baseline, count));
    compareRanges(contest, RANGE, question, count, ranges, keywright, baseline);
  }

  /**
   * Compares reads of ranges of events.
   *
   * @param rows how many rows of a range are read, at most a thousand
   */
  static void compareRanges(
      Contest contest,
      int rows,
      String question,
      int count,
      int ranges,
      EventStore keywright,
      EventStore baseline) {
    contest.run(
        "%,d rows %s".formatted(rows, question),
        round -> starts(round, count, ranges),
        starts -> ranges(keywright, starts, rows),
        starts -> ranges(baseline, starts, rows));
  }

  /** Writes the first events. */
  static void fill(EventStore store, int count) {
    for (int first = 0; first < count; first += BATCH) {
      store.putAll(LongStream.range(first, first + BATCH).mapToObj(Event::of).toList());
    }
  }

  /** Reads all of them in order. */
  static long all(EventStore store, int count) {
    long found = range(store, Event.FIRST_MILLIS, count + 64, count);
    if (found != count) {
      throw new IllegalStateException("lost " + (count - found));
    }
    return found;
  }

  /** Moments at which ranges begin that end before the last event. */
  static List<Long> starts(int round, int count, int ranges) {
    return new SplittableRandom(round)
        .ints(ranges, 0, count - 2 * RANGE)
        .mapToObj(id -> Event.FIRST_MILLIS + Event.STEP_MILLIS * id)
        .toList();
  }

  /** Reads a range from each start; so many of its rows at most. */
  static long ranges(EventStore store, List<Long> starts, int limit) {
    long found = 0;
    for (long start : starts) {
      long some = range(store, start, RANGE, limit);
      if (some != Math.min(RANGE, limit)) {
        throw new IllegalStateException("found %d rows".formatted(some));
      }
      found += some;
    }
    return found;
  }

  /** The events of so many seconds; in order, or it ends. */
  private static long range(EventStore store, long startMillis, int seconds, int limit) {
    long[] found = {0, Long.MAX_VALUE};
    store.between(
        Instant.ofEpochMilli(startMillis),
        Instant.ofEpochMilli(startMillis + Event.STEP_MILLIS * seconds),
        limit,
        event -> {
          if (event.at().toEpochMilli() > found[1]) {
            throw new IllegalStateException("out of order: " + event);
          }
          found[0]++;
          found[1] = event.at().toEpochMilli();
        });
    return found[0];
  }
}
