package keywright.design.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import keywright.cql.Design;
import keywright.design.rows.GeneratedRows;
import keywright.design.rows.Strategy;
import keywright.design.simulate.Simulation;
import keywright.design.simulate.Workload;
import keywright.key.Column;
import keywright.key.KeyFormat;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Partitions on a ring, against maps. */
@Tag("large")
final class RingTest {
  private static final List<Column> COLUMNS =
      Column.parseList("id bigint, at timestamp, day date, customer int, kind int");
  private static final Map<String, String> GENERATORS =
      Map.of(
          "id", "sequence",
          "at", "clock",
          "day", "bursts",
          "customer", "uniform(5000)",
          "kind", "zipf(40)");
  private static final Model.TokenRing RING = new Model.TokenRing(16);
  private static final RegionSettings SETTINGS =
      new RegionSettings(500, 8, 250, 500, SplitPolicy.CONSTANT, 1);

  private static Simulation simulate(String key) {
    return simulate(key, 20_000);
  }

  private static Simulation simulate(String key, int rows) {
    return Simulation.of(
        Strategy.parse(key, COLUMNS, KeyFormat.kw1()),
        new GeneratedRows(COLUMNS, GENERATORS, rows, 7),
        Workload.NONE,
        RegionOptions.of(SETTINGS),
        RING);
  }

  @Test
  void noRowIsLostOrCountedTwice() {
    Property.check(
        "partitions hold what was written",
        300,
        Gens.longs(),
        seed -> {
          SplittableRandom random = new SplittableRandom(seed);
          long[] tokens = new long[random.nextInt(1, 200)];
          long token = 0;
          for (int rank = 0; rank < tokens.length; rank++) {
            token = random.nextInt(3) > 0 && rank > 0 ? token : random.nextLong();
            tokens[rank] = token;
          }
          Arrays.sort(tokens);
          int servers = random.nextInt(1, 9);
          RegionSettings settings =
              new RegionSettings(9, servers, 5, 5, SplitPolicy.CONSTANT, seed);
          int writes = random.nextInt(2, 600);
          Ring ring =
              new Ring(settings, new Model.TokenRing(random.nextInt(1, 20)), tokens, writes);
          Map<Long, Set<Integer>> rows = new HashMap<>();
          Map<Long, Integer> placeOf = new HashMap<>();
          int[] ofServer = new int[servers];
          for (int i = 0; i < writes; i++) {
            int rank = random.nextInt(tokens.length);
            int place = ring.write(rank);
            placeOf.putIfAbsent(tokens[rank], place);
            assertThat(placeOf).containsEntry(tokens[rank], place);
            rows.computeIfAbsent(tokens[rank], t -> new HashSet<>()).add(rank);
            assertThat(ring.server(place)).isBetween(0, servers - 1);
            ofServer[ring.server(place)]++;
          }
          assertThat(ring.count()).isEqualTo((int) Arrays.stream(tokens).distinct().count());
          rows.forEach(
              (t, set) -> assertThat(ring.rows(placeOf.getOrDefault(t, -1))).isEqualTo(set.size()));
          Partitions found = ring.partitions(2);
          long most = rows.values().stream().mapToInt(Set::size).max().orElseThrow();
          assertThat(found.largestRows()).isEqualTo(most);
          assertThat(found.largestBytes()).isEqualTo(2 * most);
          assertThat(found.largestRowsAtHalf()).isLessThanOrEqualTo(most);
          assertThat(found.countAtHalf()).isLessThanOrEqualTo(rows.size());
          double busiest = Arrays.stream(ofServer).max().orElseThrow();
          assertThat(found.largestServerShare()).isCloseTo(busiest / writes, within(1e-9));
          assertThat(found.evenServers()).isBetween(1 - 1e-9, servers + 1e-9);
        });
  }

  @Test
  void aServerOwnsTheTokensUpToItsOwnEnds() {
    SplittableRandom random = new SplittableRandom(3);
    long[] tokens = random.longs(100_000).sorted().toArray();
    Ring ring = new Ring(SETTINGS, RING, tokens, tokens.length);
    int[] starts = ring.boundaries();
    assertThat(starts).hasSize(8 * 16).isSorted();
    int[] ranges = new int[8];
    int[] ranks = new int[8];
    for (int range = 0; range <= starts.length; range++) {
      int from = range == 0 ? 0 : starts[range - 1];
      int to = range == starts.length ? tokens.length : starts[range];
      int server = ring.server(ring.write(from));
      ranges[server]++;
      ranks[server] += to - from;
      assertThat(ring.server(ring.write(to - 1))).isEqualTo(server);
    }
    // The first and the last range are one, around the end of the ring.
    assertThat(Arrays.stream(ranges).sum()).isEqualTo(8 * 16 + 1);
    assertThat(ranges).contains(16, 17);
    double squares = Arrays.stream(ranks).mapToDouble(n -> Math.pow(n / 1e5, 2)).sum();
    assertThat(ring.partitions(0).evenServers()).isCloseTo(1 / squares, within(0.1));
    assertThat(
            new Ring(SETTINGS, new Model.TokenRing(1_000), tokens, 9).partitions(0).evenServers())
        .isGreaterThan(7.9);
  }

  @Test
  void manyPartitionsAreFine() {
    Simulation found = simulate("customer, at, id");
    assertThat(found.load().effectiveServers()).isGreaterThan(6);
    assertThat(found.regions()).isBetween(4_800, 5_000);
    assertThat(found.splits()).isZero();
    assertThat(found.verdict().text())
        .startsWith("fine: the writes keep ")
        .contains(" of 4,9")
        .doesNotContain(";");
  }

  @Test
  void aPartitionAtATimeIsHot() {
    Simulation found = simulate("date_trunc('day', at), at, id", 400_000);
    assertThat(found.load().largestRegionShare()).isGreaterThan(0.99);
    assertThat(found.load().effectiveServers()).isCloseTo(1, within(0.01));
    assertThat(found.verdict().text())
        .startsWith("hot: rows that arrive together have the same or neighbouring values of at, so")
        .contains(" go to 1.0 of 5 partitions ");
    Simulation hours = simulate("date_trunc('hour', at), at, id", 400_000);
    assertThat(hours.regions()).isEqualTo(112);
    assertThat(hours.verdict().text())
        .startsWith("hot: rows that arrive together have the same or neighbouring values of at, so")
        .contains(" go to 1.0 of 112 partitions and keep only 1.0 of 8 servers busy")
        .contains("put bucket(8) into the partition");
  }

  /** With the day in the partition no key would serve the first query. */
  @Test
  void aPeriodIsProposedIfTheQueriesBoundTheTime() {
    String table =
        "CREATE TABLE event (id bigint, at timestamp, day date, customer int, kind int,"
            + " PRIMARY KEY (kind, at, id)); QUERY q RATE 9/s AS SELECT id FROM event WHERE kind = ?";
    assertThat(growth(table + " ORDER BY at DESC LIMIT 10;"))
        .contains(
            "; date_trunc('day', at) in the partition would divide it, but the queries do not bound at");
    assertThat(growth(table + " AND at >= ? AND at < ?;"))
        .contains("; put the day of at, date_trunc('day', at), into the partition");
    assertThat(growth(table + " ORDER BY at DESC LIMIT 10 ALLOW FILTERING;"))
        .contains(" in the partition would divide it, but the queries do not bound at");
    String indexed =
        "CREATE TABLE event (id bigint PRIMARY KEY, at timestamp, day date, customer int, kind int);"
            + " CREATE INDEX by_kind ON event (kind, at);"
            + " QUERY q RATE 9/s AS SELECT id FROM event WHERE kind = ? ORDER BY at DESC LIMIT 10;";
    Design design = Design.read(indexed);
    Strategy index =
        new Strategy("by_kind", design.table("event").orElseThrow().indexSchema("by_kind"), 1);
    assertThat(growth(indexed, index))
        .contains(" in the partition would divide it, but the queries do not bound at");
  }

  private static String growth(String script) {
    return growth(script, Strategy.parse("kind, at, id", COLUMNS, KeyFormat.kw1()));
  }

  private static String growth(String script, Strategy strategy) {
    Design design = Design.read(script);
    return Simulation.of(
            strategy,
            new GeneratedRows(COLUMNS, GENERATORS, 20_000, 7),
            Workload.of(design, "event"),
            RegionOptions.of(SETTINGS),
            RING)
        .verdict()
        .text();
  }

  @Test
  void fewPartitionsGrowWithoutEnd() {
    Simulation found = simulate("bucket(8), at, id");
    assertThat(found.verdict().text())
        .startsWith(
            "uneven: there are 8 partitions for 8 servers, and their tokens decide which servers have them, so")
        .contains("; give bucket(8) several times as many values as there are servers")
        .contains("; the largest partition has 2,6")
        .contains(" and grows without end, because few new partitions are added; ")
        .endsWith("; put the day of at, date_trunc('day', at), into the partition.");
    assertThat(simulate("bucket(8), day, id").verdict().text())
        .endsWith("; put the month of day, date_trunc('month', day), into the partition.");
    Partitions partitions = found.partitions();
    assertThat(partitions).isNotNull();
    assertThat(partitions.countAtHalf()).isEqualTo(8);
    assertThat(partitions.largestRowsAtHalf() * 2.0 / partitions.largestRows())
        .isCloseTo(1, within(0.1));
  }

  @Test
  void aWidePartitionIsSaid() {
    Simulation found = simulate("kind, at, id", 500_000);
    assertThat(found.verdict().text())
        .startsWith(
            "uneven: a few of 40 partitions have most rows, so the writes of a moment go to ")
        .contains("; the largest partition has 11")
        .contains(" MB: more than the 100,000 rows or 100 MB that a partition should have");
    Partitions partitions = found.partitions();
    assertThat(partitions).isNotNull();
    // id 8, at 8, day 4, customer 4, kind 4 bytes.
    assertThat(partitions.largestBytes()).isEqualTo(28 * partitions.largestRows());
  }

  @Test
  void severalColumnsCanBeThePartition() {
    Simulation found = simulate("(kind, customer), at, id");
    assertThat(found.strategy().partitionParts()).isEqualTo(2);
    assertThat(found.strategy().partitionedKey()).isEqualTo("(kind, customer), at, id");
    assertThat(found.regions()).isGreaterThan(10_000);
    assertThat(simulate("kind, customer, at, id").regions()).isEqualTo(40);
    Strategy whole = Strategy.parse(" (kind, customer) ", COLUMNS, KeyFormat.kw1());
    assertThat(whole.partitionedKey()).isEqualTo("(kind, customer)");
    assertThat(Strategy.parse("(kind), id", COLUMNS, KeyFormat.kw1()).partitionParts())
        .isEqualTo(1);
    Strategy declared = Strategy.parse("(kind, customer), id", COLUMNS, KeyFormat.kw1());
    assertThat(Strategy.comparison(declared, 8))
        .extracting(Strategy::partitionedKey)
        .contains("(bucket(8), kind, customer), id", "(customer, id), kind");
  }

  @Test
  void theSameSeedGivesTheSameFigures() {
    assertThat(simulate("customer, id").load()).isEqualTo(simulate("customer, id").load());
    assertThat(simulate("customer, id").partitions())
        .isEqualTo(simulate("customer, id").partitions());
  }
}
