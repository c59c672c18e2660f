package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import keywright.key.KeyPart;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.TableDefinition;

/**
 * What a {@link FaultTrial} writes and reads: parcels, of which each has one writer, so that it is
 * known what they may hold, counters that all writers raise by conditions and by functions, crates
 * that are moved, and ships that compete for berths. Safe for many threads.
 */
final class Parcels {
  static final int WRITERS = 4;
  static final int ROWS = 200;
  static final int COUNTERS = 3;
  static final List<String> STATES = List.of("new", "paid", "sent", "back", "lost");

  static final List<String> TABLES = List.of("parcel", "counter", "crate", "ship");

  private static final TableDefinition PARCEL =
      TableDefinition.of(
              "parcel",
              Payments.columns("id bigint, number bigint, state text, note text", "m"),
              KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("m"), FamilyDefinition.of("n")))
          .withIndexes(
              List.of(
                  IndexDefinition.of("parcels_by_state", "state, id"),
                  IndexDefinition.of("parcels_by_number", "bucket(4), number DESC"),
                  IndexDefinition.of("parcels_by_note", "lower(note)")));

  private static final TableDefinition COUNTER =
      TableDefinition.of(
              "counter", Payments.columns("id bigint, number bigint", "m"), KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("m")))
          .withIndexes(List.of(IndexDefinition.of("counters_by_number", "number")));

  final RowHistories rows = new RowHistories(ROWS);
  final Crates crates = new Crates();
  final Berths berths = new Berths();

  /** Who raised a counter to a number. */
  private final Map<List<Long>, Integer> raised = new ConcurrentHashMap<>();

  private final AtomicLong perhapsRaised = new AtomicLong();

  void create(Database database) {
    boolean unused = database.createTable(PARCEL, false);
    unused = database.createTable(COUNTER, false);
    for (long id = 0; id < COUNTERS; id++) {
      database.table("counter").insert(Payments.row("id", id, "number", 0L));
    }
    crates.create(database);
    berths.create(database);
  }

  /** Notes that a writer raised a counter; gives who else did so to this number, or null. */
  Integer raise(long id, long number, int writer) {
    return raised.putIfAbsent(List.of(id, number), writer);
  }

  void perhapsRaise() {
    perhapsRaised.incrementAndGet();
  }

  /** Requires that the counters show what was raised, when nobody writes any longer. */
  void requireCounters(Database database) {
    long sum = 0;
    for (long id = 0; id < COUNTERS; id++) {
      sum += database.table("counter").get(id).orElseThrow().getLong("number");
    }
    assertThat(sum).isBetween((long) raised.size(), raised.size() + perhapsRaised.get());
  }
}
