package keywright.table;

import static keywright.table.Payments.eq;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import keywright.key.KeyPart;
import keywright.table.RowHistories.Outcome;
import keywright.table.model.Change;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.TableDefinition;

/**
 * Crates that are moved from place to place, by which their rows are kept. Each has one writer, so
 * that it is known where it is, or where it may be since nobody could tell what came of a move.
 * Safe for many threads.
 */
final class Crates {
  private static final int CRATES_OF_A_WRITER = 2;
  private static final int PLACES_OF_A_CRATE = 4;
  private static final long CRATES = (long) CRATES_OF_A_WRITER * Parcels.WRITERS;

  private static final TableDefinition DEFINITION =
      TableDefinition.of(
              "crate",
              Payments.columns("place bigint, crate bigint", "m"),
              KeyPart.parseList("place"))
          .withFamilies(List.of(FamilyDefinition.of("m")))
          .withIndexes(List.of(IndexDefinition.of("crates_by_crate", "crate")));

  private final Map<Long, Set<Long>> places = new ConcurrentHashMap<>();

  void create(Database database) {
    boolean unused = database.createTable(DEFINITION, false);
    for (long crate = 0; crate < CRATES; crate++) {
      database.table("crate").insert(Payments.row("place", crate, "crate", crate));
      places.put(crate, Set.of(crate));
    }
  }

  /** Moves a crate of a writer to another of its places; gives whether that was acknowledged. */
  boolean move(Database database, CallLog calls, int writer, Random random) {
    long crate = (long) Parcels.WRITERS * random.nextInt(CRATES_OF_A_WRITER) + writer;
    List<Long> before = List.copyOf(places.get(crate));
    long from = before.get(random.nextInt(before.size()));
    long to =
        (from + CRATES * (1 + random.nextInt(PLACES_OF_A_CRATE - 1)))
            % (CRATES * PLACES_OF_A_CRATE);
    Change change = Change.rekey("crate", List.of(eq("place", from)), Payments.row("place", to));
    boolean[] moved = new boolean[1];
    Outcome outcome =
        calls.outcome("move", () -> moved[0] = database.apply(change).rowsChanged() == 1);
    Set<Long> after = new TreeSet<>(before);
    if (outcome == Outcome.POSSIBLE) {
      after.add(to);
    } else if (moved[0]) {
      after = Set.of(to);
    } else if (outcome == Outcome.DONE) {
      after.remove(from);
      if (after.isEmpty()) {
        calls.wrong("crate %d was at %d for certain, and is not there".formatted(crate, from));
      }
    }
    places.put(crate, after);
    if (moved[0]) {
      Outcome unused = calls.outcome("find", () -> requireOnePlace(database, calls, crate));
    }
    return moved[0];
  }

  /** Finds a crate by its index, when nobody moves it. */
  private void requireOnePlace(Database database, CallLog calls, long crate) {
    List<Long> found = new ArrayList<>();
    try (Rows rows = database.table("crate").query(Query.all().where(eq("crate", crate)))) {
      rows.forEach(row -> found.add(row.getLong("place")));
    }
    if (found.size() != 1 || !places.get(crate).containsAll(found)) {
      calls.wrong("crate %d is at %s, expected %s".formatted(crate, found, places.get(crate)));
    }
  }

  /** Requires that each crate is in one place, when nobody moves any. */
  void requireOnePlaceEach(Database database, CallLog calls) {
    try (Rows rows = database.table("crate").query(Query.all())) {
      assertThat(rows.stream().map(row -> row.getLong("crate")).sorted().toList())
          .containsExactlyElementsOf(places.keySet().stream().sorted().toList());
    }
    for (long crate = 0; crate < CRATES; crate++) {
      requireOnePlace(database, calls, crate);
    }
  }
}
