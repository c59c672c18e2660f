package keywright.bench;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** The row of the benchmarks of scans over buckets. */
record Event(Instant at, long id, String kind, String note) {
  static final long FIRST_MILLIS = 1_500_000_000_000L;
  static final long STEP_MILLIS = 1_000;

  /** The event number {@code id}, always the same; one a second, shuffled within a minute. */
  static Event of(long id) {
    SplittableRandom random = new SplittableRandom(id);
    return new Event(
        Instant.ofEpochMilli(FIRST_MILLIS + STEP_MILLIS * (id ^ 0x1f)),
        id,
        "kind " + random.nextInt(10),
        "note " + random.nextLong());
  }

  /** By column. */
  Map<String, Object> values() {
    Map<String, Object> values = new HashMap<>();
    values.put("at", at);
    values.put("id", id);
    values.put("kind", kind);
    values.put("note", note);
    return values;
  }
}
