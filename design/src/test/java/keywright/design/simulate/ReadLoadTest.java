package keywright.design.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import keywright.cql.Design;
import keywright.design.cluster.Balancer;
import keywright.design.cluster.Model;
import keywright.design.cluster.RegionOptions;
import keywright.design.cluster.RegionSettings;
import keywright.design.cluster.RowBits;
import keywright.design.cluster.RowRange;
import keywright.design.cluster.SplitPolicy;
import keywright.design.rows.Arrivals;
import keywright.design.rows.GeneratedRows;
import keywright.design.rows.Strategy;
import keywright.key.Column;
import keywright.key.KeyFormat;
import keywright.table.model.TableDefinition;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What queries read while rows are written. */
@Tag("large")
final class ReadLoadTest {
  private static final String TABLE =
      "CREATE TABLE visit (guest int, at timestamp, id bigint, page text, kind int,"
          + " PRIMARY KEY (at, id));";
  private static final Map<String, String> GENERATORS =
      Map.of(
          "guest", "uniform(5000)",
          "at", "clock",
          "id", "sequence",
          "page", "zipf(50)",
          "kind", "uniform(4)");
  private static final RegionSettings SETTINGS =
      new RegionSettings(1_000, 8, 500, 1_000, SplitPolicy.CONSTANT, 1);
  private static final Model REGIONS = new Model.SizeSplits(Balancer.COUNT);

  private static Simulation simulate(String key, String loads, Model model) {
    Design design = Design.read(TABLE + loads);
    TableDefinition table = design.table("visit").orElseThrow();
    return Simulation.of(
        Strategy.parse(key, table.allColumns(), KeyFormat.kw1()),
        new GeneratedRows(table.allColumns(), GENERATORS, 30_000, 7),
        Workload.of(design, "visit"),
        RegionOptions.of(SETTINGS),
        model);
  }

  private static Load load(Simulation simulation) {
    return Objects.requireNonNull(simulation.reads().load());
  }

  private static String query(String name, String rest) {
    return "QUERY " + name + " RATE 100/s AS SELECT * FROM visit WHERE " + rest + ";";
  }

  @Test
  void theRowsThatARangeFindsAreThoseOfASortedSet() {
    Property.check(
        "rows of ranges",
        1_000,
        Gens.longs(),
        seed -> {
          SplittableRandom random = new SplittableRandom(seed);
          int ranks = random.nextInt(1, 300);
          RowBits present = new RowBits(ranks);
          TreeSet<Integer> rows = new TreeSet<>();
          for (int i = random.nextInt(1, 400); i > 0; i--) {
            int rank = random.nextInt(ranks);
            present.add(rank);
            rows.add(rank);
          }
          int start = random.nextInt(ranks + 1);
          int stop = random.nextInt(start, ranks + 1);
          int limit = random.nextInt(5) == 0 ? 0 : random.nextInt(1, 30);
          boolean reversed = random.nextBoolean();
          List<Integer> within = new ArrayList<>(rows.subSet(start, stop));
          int found = limit == 0 ? within.size() : Math.min(limit, within.size());
          List<Integer> read =
              reversed
                  ? within.subList(within.size() - found, within.size())
                  : within.subList(0, found);
          RowRange range = RowRange.of(present, start, stop, limit, reversed, ranks);
          assertThat(range.rows()).isEqualTo(found);
          if (found > 0) {
            assertThat(range.from()).isEqualTo(read.get(0));
            assertThat(range.to()).isEqualTo(read.get(found - 1) + 1);
          } else {
            assertThat(range.from()).isEqualTo(range.to()).isBetween(0, ranks - 1);
          }
        });
  }

  @Test
  void aQueryTakesTheRangesOfTheKeyOrEveryRow() {
    String queries =
        query("of_guest", "guest = ?")
            + query("of_time", "at >= ? AND at < ?")
            + query("of_guests", "guest IN (1, 2, 3) AND at >= ?");
    Simulation byGuest = simulate("guest, at, id", queries, REGIONS);
    assertThat(byGuest.reads().paths())
        .containsExactly(
            new QueryPath("of_guest", 100, 1, false, null),
            new QueryPath("of_time", 100, byGuest.regions(), true, null),
            new QueryPath("of_guests", 100, 3, false, null));
    assertThat(byGuest.verdict().text()).endsWith("; of_time would read every row.");
    Simulation buckets = simulate("bucket(8, id), at, id", queries, REGIONS);
    assertThat(buckets.reads().paths())
        .extracting(QueryPath::ranges)
        .containsExactly((long) buckets.regions(), 8L, 8L);
    assertThat(buckets.reads().paths())
        .extracting(QueryPath::isFullScan)
        .containsExactly(true, false, false);
    Simulation groups =
        simulate(
            "guest, at, id",
            "QUERY guests RATE 1/s AS SELECT DISTINCT guest FROM visit;"
                + "QUERY first RATE 1/s AS SELECT min(guest) FROM visit;"
                + "QUERY all RATE 1/s AS SELECT count(*) FROM visit;",
            REGIONS);
    assertThat(groups.reads().fullScans()).containsExactly("all");
  }

  /** A report that reads the same week again and again, through an index by time. */
  @Test
  void queriesReadTheIndexThatServesThem() {
    Design design =
        Design.read(
            "CREATE TABLE visit (guest int, at timestamp, id bigint, PRIMARY KEY (guest, id));"
                + "CREATE INDEX visits_by_time ON visit (at);"
                + query("of_guest", "guest = ?")
                + query("weekly", "at >= '2024-01-01T05:00:00Z' AND at < '2024-01-01T05:10:00Z'"));
    TableDefinition table = design.table("visit").orElseThrow();
    Workload workload = Workload.of(design, "visit");
    assertThat(workload.reads("visits_by_time")).isTrue();
    GeneratedRows rows =
        new GeneratedRows(
            table.allColumns(),
            Map.of("guest", "uniform(5000)", "at", "clock", "id", "sequence"),
            30_000,
            7);
    Strategy declared = new Strategy("declared", table.primaryKeySchema());
    Strategy index = new Strategy("visits_by_time", table.indexSchema("visits_by_time"));
    Simulation ofTable =
        Simulation.of(declared, rows, workload, RegionOptions.of(SETTINGS), REGIONS);
    Simulation ofIndex = Simulation.of(index, rows, workload, RegionOptions.of(SETTINGS), REGIONS);
    assertThat(ofTable.reads().paths())
        .containsExactly(
            new QueryPath("of_guest", 100, 1, false, null),
            new QueryPath("weekly", 100, 1, false, "index visits_by_time"));
    assertThat(ofTable.verdict().text()).startsWith("fine: ").doesNotContain("read");
    assertThat(ofIndex.reads().paths())
        .containsExactly(
            new QueryPath("of_guest", 100, 1, false, "the primary key"),
            new QueryPath("weekly", 100, 1, false, null));
    assertThat(ofIndex.verdict().text())
        .contains("; the reads of its queries are hot: the largest region takes ");
  }

  @Test
  void readsOfDispersedValuesAreSpread() {
    Simulation found = simulate("guest, at, id", query("of_guest", "guest = ?"), REGIONS);
    assertThat(load(found).effectiveServers()).isGreaterThan(6.5);
    assertThat(load(found).largestRegionShare()).isLessThan(0.2);
    assertThat(found.verdict().text()).startsWith("fine: ").doesNotContain("reads");
  }

  @Test
  void theNewestRowsAreInOneRegion() {
    String newest = "QUERY newest RATE 5/s AS SELECT * FROM visit ORDER BY at DESC LIMIT 20;";
    Simulation hot = simulate("at, id", newest, REGIONS);
    assertThat(load(hot).largestRegionShare()).isGreaterThan(0.95);
    assertThat(load(hot).effectiveServers()).isCloseTo(1, within(0.1));
    assertThat(hot.verdict().text())
        .contains("; the reads of its queries are hot: the largest region takes 100.0 %")
        .contains(" of them and only 1.0 of 8 servers serve them");
  }

  @Test
  void whatHasNotArrivedIsNotRead() {
    // Half a day of seconds; whoever asks for the last hours asks for the end of what exists.
    String since = query("since", "at >= '2024-01-01T04:00:00Z'");
    Simulation found = simulate("at, id", since, REGIONS);
    // At the end 15,600 rows of 30,000 lie after the bound, in half of the regions and more.
    assertThat(load(found).effectiveRegions()).isBetween(2.0, 16.0);
    assertThat(found.reads().paths().get(0).ranges()).isEqualTo(1);
  }

  @Test
  void valuesAreThoseOfRowsThatHaveArrived() {
    // Of one row each, anywhere among those that exist: the last region is one of many.
    Simulation found = simulate("at, id", query("one", "at = ? AND id = ?"), REGIONS);
    assertThat(load(found).largestRegionShare()).isLessThan(0.15);
    assertThat(load(found).effectiveServers()).isGreaterThan(6);
  }

  @Test
  void oneHotValueIsOneHotRegionForReadersToo() {
    String front = query("front", "page = '1' AND at >= ?");
    Simulation found = simulate("page, at, id", front, REGIONS);
    Simulation all = simulate("page, at, id", query("any", "page = ?"), REGIONS);
    assertThat(load(found).effectiveRegions()).isLessThan(load(all).effectiveRegions());
  }

  @Test
  void writesWeighByTheirRate() {
    String newest = "QUERY newest RATE 100/s AS SELECT * FROM visit ORDER BY id DESC LIMIT 20;";
    String key = "bucket(8, id), at, id";
    assertThat(simulate("id", newest, REGIONS).reads().serversWithWrites()).isZero();
    double few =
        simulate(key, query("g", "at = ? AND id = ?") + "WRITE RATE 1/s INTO visit;", REGIONS)
            .reads()
            .serversWithWrites();
    Simulation many =
        simulate(
            key,
            query("g", "at = '2024-01-01T00:00:01Z' AND id = 1")
                + "WRITE RATE 100000/s INTO visit;",
            REGIONS);
    assertThat(few).isGreaterThan(6);
    assertThat(load(many).effectiveServers()).isCloseTo(1, within(0.01));
    assertThat(many.reads().serversWithWrites())
        .isCloseTo(many.load().effectiveServers(), within(0.2));
  }

  @Test
  void aRingServesWhatNamesThePartition() {
    String queries = query("of_guest", "guest = ? AND at >= ?") + query("of_time", "at >= ?");
    Simulation found = simulate("(guest), at, id", queries, new Model.TokenRing(16));
    assertThat(found.reads().paths())
        .containsExactly(
            new QueryPath("of_guest", 100, 1, false, null),
            new QueryPath("of_time", 100, 128, true, null));
    // The guest alone is half of the partition: the key has ranges, the ring has not.
    Simulation half =
        simulate("(guest, kind), at, id", query("g", "guest = ?"), new Model.TokenRing(16));
    assertThat(half.reads().paths()).containsExactly(new QueryPath("g", 100, 128, true, null));
    Simulation whole =
        simulate(
            "(guest, kind), at, id", query("g", "guest = ? AND kind = ?"), new Model.TokenRing(16));
    assertThat(whole.reads().paths()).containsExactly(new QueryPath("g", 100, 1, false, null));
    assertThat(load(whole).effectiveServers()).isGreaterThan(5);
  }

  @Test
  void anElementOfAListIsReadByItsIndex() {
    Design design =
        Design.read(
            """
            CREATE TABLE article (id bigint PRIMARY KEY, tags list<int>);
            CREATE INDEX by_tag ON article (values(tags));
            QUERY tagged RATE 100/s AS SELECT * FROM article WHERE tags CONTAINS ?;
            """);
    TableDefinition table = design.table("article").orElseThrow();
    Simulation found =
        Simulation.of(
            new Strategy("by_tag", table.indexSchema("by_tag")),
            articles(table),
            Workload.of(design, "article"),
            RegionOptions.of(SETTINGS),
            REGIONS);
    assertThat(found.reads().paths()).containsExactly(new QueryPath("tagged", 100, 1, false, null));
    // Each of a thousand elements is in a thousandth of the rows.
    assertThat(load(found).effectiveServers()).isGreaterThan(3);
  }

  private static Arrivals articles(TableDefinition table) {
    return new Arrivals() {
      @Override
      public List<Column> columns() {
        return table.allColumns();
      }

      @Override
      public void forEach(Consumer<@Nullable Object[]> row) {
        for (long id = 0; id < 20_000; id++) {
          int tag = (int) (id * 7_919 % 1_000);
          row.accept(new @Nullable Object[] {id, List.of(tag, (tag + 500) % 1_000)});
        }
      }
    };
  }

  @Test
  void theSameSeedGivesTheSameReads() {
    String queries =
        query("of_guest", "guest = ?") + query("of_pages", "guest = 7 AND page LIKE ?");
    assertThat(load(simulate("guest, at, id", queries, REGIONS)))
        .isEqualTo(load(simulate("guest, at, id", queries, REGIONS)));
  }

  @Test
  void theMapShowsTheReads() {
    Simulation found = simulate("guest, at, id", query("of_guest", "guest = ?"), REGIONS);
    assertThat(found.map().reads()).isPresent();
    assertThat(simulate("guest, at, id", "", REGIONS).map().reads()).isEmpty();
  }
}
