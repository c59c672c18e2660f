package keywright.design.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import keywright.design.cluster.RegionOptions;
import keywright.design.cluster.RegionSettings;
import keywright.design.cluster.SplitPolicy;
import keywright.design.rows.GeneratedRows;
import keywright.design.rows.Strategy;
import keywright.key.Column;
import keywright.key.KeyException;
import keywright.key.KeyFormat;
import keywright.key.KeyPart;
import keywright.key.KeySchema;
import org.junit.jupiter.api.Test;

/** Simulations of drawn rows: an order table that a few authors fill. */
final class SimulationTest {
  private static final List<Column> COLUMNS =
      Column.parseList(
          "id bigint, at timestamp, customer int, author int, name text, none int NULL");
  private static final RegionSettings SETTINGS =
      new RegionSettings(500, 8, 250, 500, SplitPolicy.CONSTANT, 1);
  private static final Map<String, String> GENERATORS =
      Map.of(
          "id", "sequence",
          "at", "clock",
          "customer", "uniform(5000)",
          "author", "zipf(3)",
          "name", "sequence");

  private static GeneratedRows rows(int count) {
    return new GeneratedRows(COLUMNS, GENERATORS, count, 7);
  }

  private static Strategy strategy(String key) {
    return new Strategy(key, KeySchema.of(COLUMNS, KeyPart.parseList(key), KeyFormat.kw1()));
  }

  private static Simulation simulate(String key) {
    return Simulation.of(strategy(key), rows(20_000), RegionOptions.of(SETTINGS));
  }

  @Test
  void aSequenceFeedsOneRegionAndLeavesColdHalves() {
    Simulation found = simulate("id");
    assertThat(found.load().effectiveServers()).isCloseTo(1, within(1e-6));
    assertThat(found.load().largestRegionShare()).isGreaterThan(0.99);
    assertThat(found.regions()).isEqualTo(79);
    assertThat(found.splits()).isEqualTo(78);
    // Of the last split it cannot be told yet.
    assertThat(found.coldRegions()).isEqualTo(77);
    assertThat(found.shuffled().effectiveServers()).isGreaterThan(7);
    assertThat(found.verdict().text())
        .startsWith(
            "hot: id rises as rows arrive, so the writes of a moment go to 1.0 of 79 regions")
        .contains(" and keep only 1.0 of 8 servers busy, ")
        .contains("leaving 77 of 79 regions cold and half full")
        .contains("put bucket(8) in front");
  }

  @Test
  void aFallingSequenceIsAsHot() {
    Simulation found = simulate("id DESC");
    assertThat(found.load().effectiveServers()).isCloseTo(1, within(1e-6));
    assertThat(found.verdict().text()).startsWith("hot: id falls as rows arrive");
    assertThat(simulate("at, id").verdict().text()).startsWith("hot: at rises as rows arrive");
  }

  @Test
  void aDispersedColumnIsFine() {
    Simulation found = simulate("customer, at");
    assertThat(found.load().effectiveServers()).isGreaterThan(7);
    assertThat(found.coldRegions()).isZero();
    assertThat(found.verdict().text())
        .startsWith("fine: the writes keep 8.0 of 8 servers busy, and go to ");
  }

  @Test
  void bucketsSpreadWithATailEach() {
    assertThat(simulate("bucket(8), at, id").verdict().text())
        .startsWith("spread, with eight hot tails: the writes keep ")
        .contains("more than 8 servers would not share these writes");
    assertThat(simulate("bucket(2), at, id").verdict().text())
        .startsWith("hot: bucket(2) has 2 values, and the rows of each arrive in key order, so ")
        .contains(" go to 2.0 of 79 regions and keep only 2.0 of 8 servers busy");
  }

  @Test
  void aSkewOfValuesIsNotHealedByAShuffleNorByAHash() {
    for (String key : List.of("author, at, id", "left(md5(author), 4), author, at, id")) {
      Simulation found = simulate(key);
      assertThat(found.load().largestRegionShare()).as(key).isGreaterThan(0.4);
      assertThat(found.verdict().text())
          .as(key)
          .startsWith("hot: ")
          .contains("author")
          .contains("effective values, and");
    }
    // Without an order after the author, what is left is the skew of its values.
    Simulation few = Simulation.of(strategy("author"), rows(20_000), RegionOptions.of(tiny()));
    assertThat(few.verdict().text())
        .startsWith("hot: 2.5 row keys take most of the writes, so they keep only ")
        .contains("put another column into the key")
        .endsWith("; 19,997 of 20,000 rows overwrite another, because the key is not unique.");
  }

  private static RegionSettings tiny() {
    return new RegionSettings(1, 8, 250, 500, SplitPolicy.CONSTANT, 1);
  }

  @Test
  void nothingIsSaidOfOneRegion() {
    RegionSettings large = new RegionSettings(50_000, 8, 250, 500, SplitPolicy.CONSTANT, 1);
    assertThat(
            Simulation.of(strategy("id"), rows(20_000), RegionOptions.of(large)).verdict().text())
        .startsWith("undecided: all rows fit into one region of 50,000");
    RegionSettings few = new RegionSettings(10_000, 8, 250, 500, SplitPolicy.CONSTANT, 1);
    assertThat(Simulation.of(strategy("id"), rows(20_000), RegionOptions.of(few)).verdict().text())
        .as("hot, however few regions there are so far")
        .startsWith(
            "hot: id rises as rows arrive, so the writes of a moment go to 1.0 of 3 regions");
    assertThat(
            Simulation.of(strategy("bucket(8), id"), rows(20_000), RegionOptions.of(few))
                .verdict()
                .text())
        .as("as many buckets as servers")
        .startsWith("fine: ")
        .contains(
            "as they do when the rows are shuffled; with these rows the table has 3 regions, too few for 8 servers");
  }

  @Test
  void theSameSeedGivesTheSameFigures() {
    assertThat(simulate("random(4), id").load()).isEqualTo(simulate("random(4), id").load());
    RegionSettings other = new RegionSettings(500, 8, 250, 500, SplitPolicy.CONSTANT, 2);
    assertThat(
            Simulation.of(strategy("random(4), id"), rows(20_000), RegionOptions.of(other)).load())
        .isNotEqualTo(simulate("random(4), id").load());
  }

  @Test
  void rowsWithoutAKeyAreRefused() {
    assertThatThrownBy(() -> simulate("none, id"))
        .isInstanceOf(KeyException.class)
        .hasMessage(
            "cannot compute the key (none, id): found no row with a value of column none, expected at least one; check that the rows have this column under this name");
    assertThatThrownBy(() -> Simulation.of(strategy("id"), rows(499), RegionOptions.of(SETTINGS)))
        .isInstanceOf(KeyException.class)
        .hasMessage(
            "cannot simulate 499 rows: expected at least two windows of 250 rows; give more rows, or choose shorter windows (--window)");
    assertThatThrownBy(() -> new RegionSettings(1, 10_001, 250, 500, SplitPolicy.CONSTANT, 1))
        .hasMessage("cannot simulate: found 10,001 servers, expected at most 10,000");
    assertThatThrownBy(() -> new RegionSettings(0, 8, 250, 500, SplitPolicy.CONSTANT, 1))
        .hasMessage("cannot simulate: found 0 rows of a region, expected 1 or more");
  }

  @Test
  void theComparisonTriesWhatTheTypesAllow() {
    KeySchema declared = KeySchema.of(COLUMNS, KeyPart.parseList("at, id"), KeyFormat.kw1());
    List<String> keys = new ArrayList<>();
    Strategy.comparison(declared, 8).forEach(s -> keys.add(s.name() + ": " + s.key()));
    assertThat(keys)
        .containsExactly(
            "padded: lpad(id, 19), at",
            "reversed: reverse(lpad(id, 19)), at",
            "hashed: md5(id), at",
            "digest salt: left(md5(id), 4), at, id",
            "unit digit: mod(id, 10), at, id",
            "bucket(8): bucket(8), at, id",
            "random(8): random(8), at, id",
            "swapped: id, at");
    KeySchema salted =
        KeySchema.of(COLUMNS, KeyPart.parseList("left(md5(id), 4) AS salt, id"), KeyFormat.kw1());
    assertThat(Strategy.comparison(salted, 8))
        .as("a name makes no other key")
        .extracting(Strategy::key)
        .contains("lpad(id, 19)", "mod(id, 10), id")
        .doesNotContain("left(md5(id), 4), id");
    assertThat(
            Strategy.comparison(
                KeySchema.of(COLUMNS, KeyPart.parseList("reverse(name)"), KeyFormat.kw1()), 3))
        .extracting(Strategy::name)
        .containsExactly("natural", "hashed", "digest salt", "bucket(3)", "random(3)");
  }

  private static List<List<Object>> drawn(String type, String generator, int count, long seed) {
    List<List<Object>> values = new ArrayList<>();
    new GeneratedRows(Column.parseList("c " + type), Map.of("c", generator), count, seed)
        .forEach(row -> values.add(List.copyOf(Arrays.asList(row))));
    return values;
  }

  @Test
  void generatorsDrawWhatTheyPromise() {
    assertThat(drawn("text", "sequence", 3, 1))
        .containsExactly(List.of("1"), List.of("2"), List.of("3"));
    assertThat(drawn("int", "uniform(4)", 1_000, 1))
        .contains(List.of(1), List.of(4))
        .hasSize(1_000);
    assertThat(drawn("int", "uniform(4)", 50, 1))
        .isEqualTo(drawn("int", "uniform(4)", 50, 1))
        .isNotEqualTo(drawn("int", "uniform(4)", 50, 2));
    List<List<Object>> zipf = drawn("int", "zipf(1000)", 10_000, 1);
    double first = zipf.stream().filter(row -> row.equals(List.of(1))).count();
    double second = zipf.stream().filter(row -> row.equals(List.of(2))).count();
    assertThat(first / second).isBetween(1.6, 2.4);
    List<List<Object>> bursts = drawn("timestamp", "bursts", 20_000, 1);
    assertThat(bursts.stream().distinct().count()).isBetween(5_000L, 15_000L);
    assertThat(drawn("timestamp", "clock", 20_000, 1)).doesNotHaveDuplicates();
    List<List<Object>> ids = drawn("timeuuid", "bursts", 2_000, 1);
    assertThat(ids).doesNotHaveDuplicates();
    long first100ns =
        (Instant.parse("2024-01-01T00:00:01Z").getEpochSecond() + 12_219_292_800L) * 10_000_000;
    assertThat(((UUID) ids.get(0).get(0)).timestamp()).isEqualTo(first100ns);
    assertThat(ids)
        .allMatch(row -> ((UUID) row.get(0)).version() == 1 && ((UUID) row.get(0)).variant() == 2);
    assertThat(ids.stream().map(row -> ((UUID) row.get(0)).timestamp())).isSorted();
  }

  @Test
  void generatorsThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> drawn("int", "gauss", 1, 1))
        .hasMessage(
            "cannot generate c: found \"gauss\", expected sequence, clock, bursts, uniform(n) or"
                + " zipf(n)");
    assertThatThrownBy(() -> drawn("int", "clock", 1, 1))
        .hasMessage(
            "cannot generate c: found clock for a column of type int, expected sequence, uniform(n)"
                + " or zipf(n)");
    assertThatThrownBy(() -> new GeneratedRows(COLUMNS, Map.of("other", "sequence"), 1, 1))
        .hasMessageStartingWith("cannot generate other: expected a column, one of id, at, ");
  }
}
