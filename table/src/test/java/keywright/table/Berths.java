package keywright.table;

import static keywright.table.Payments.eq;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import keywright.key.KeyPart;
import keywright.table.RowHistories.Outcome;
import keywright.table.model.DuplicateKeyException;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.IndexDefinition;
import keywright.table.model.Query;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;

/**
 * Ships that take berths and leave them. There are fewer berths than ships, and a unique index lets
 * each be of one ship. Each ship has one writer, so that it is known where it is, or where it may
 * be. Safe for many threads.
 */
final class Berths {
  private static final int SHIPS_OF_A_WRITER = 2;
  private static final long SHIPS = (long) SHIPS_OF_A_WRITER * Parcels.WRITERS;
  private static final int BERTHS = 6;

  private static final TableDefinition DEFINITION =
      TableDefinition.of(
              "ship", Payments.columns("id bigint, berth bigint", "m"), KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("m")))
          .withIndexes(List.of(IndexDefinition.of("ships_by_berth", "berth").asUnique()));

  /** The berths where a ship may be, or none of them. */
  private final Map<Long, Set<Optional<Long>>> places = new ConcurrentHashMap<>();

  void create(Database database) {
    boolean unused = database.createTable(DEFINITION, false);
    for (long ship = 0; ship < SHIPS; ship++) {
      place(database, ship, Optional.empty());
      places.put(ship, Set.of(Optional.empty()));
    }
  }

  private static void place(Database database, long ship, Optional<Long> berth) {
    database.table("ship").insert(Payments.row("id", ship, "berth", berth.orElse(null)));
  }

  /** Sends a ship of a writer to a berth, or away; gives whether that was acknowledged. */
  boolean move(Database database, CallLog calls, int writer, Random random) {
    long ship = (long) Parcels.WRITERS * random.nextInt(SHIPS_OF_A_WRITER) + writer;
    long drawn = random.nextInt(BERTHS + 2);
    Optional<Long> berth = drawn < BERTHS ? Optional.of(drawn) : Optional.empty();
    boolean[] isTaken = new boolean[1];
    Outcome outcome =
        calls.outcome(
            "dock",
            () -> {
              try {
                place(database, ship, berth);
              } catch (DuplicateKeyException e) {
                isTaken[0] = true;
              }
            });
    if (isTaken[0]) {
      calls.count("berth taken", 1);
    } else if (outcome == Outcome.DONE) {
      places.put(ship, Set.of(berth));
      Outcome unused =
          calls.outcome(
              "find", () -> berth.ifPresent(at -> requireAlone(database, calls, ship, at)));
    } else if (outcome == Outcome.POSSIBLE) {
      Set<Optional<Long>> after = new HashSet<>(places.get(ship));
      after.add(berth);
      places.put(ship, after);
    }
    return outcome == Outcome.DONE && !isTaken[0];
  }

  /** A ship is at a berth for certain: it is found there, and no other. */
  private static void requireAlone(Database database, CallLog calls, long ship, long berth) {
    try (Rows rows = database.table("ship").query(Query.all().where(eq("berth", berth)))) {
      List<Long> found = rows.stream().map(row -> row.getLong("id")).toList();
      if (!found.equals(List.of(ship))) {
        calls.wrong("berth %d is of ship %d, but has %s".formatted(berth, ship, found));
      }
    }
  }

  /** Requires, when nobody moves a ship, that each is where it may be and no two in one berth. */
  void requireOneShipEach(Database database) {
    Set<Long> taken = new HashSet<>();
    try (Rows rows = database.table("ship").query(Query.all())) {
      List<Row> ships = rows.stream().toList();
      assertThat(ships).hasSize((int) SHIPS);
      for (Row ship : ships) {
        Optional<Long> berth =
            ship.isNull("berth") ? Optional.empty() : Optional.of(ship.getLong("berth"));
        assertThat(places.get(ship.getLong("id"))).as("%s", ship).contains(berth);
        berth.ifPresent(at -> assertThat(taken.add(at)).as("second ship: %s", ship).isTrue());
      }
    }
  }

  /** Requires, when nobody moves a ship, that a berth which none has refuses none. */
  void requireFreeBerths(Database database) {
    LongStream.range(0, SHIPS).forEach(ship -> place(database, ship, Optional.empty()));
    LongStream.range(0, BERTHS).forEach(ship -> place(database, ship, Optional.of(ship)));
  }
}
