package keywright.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import keywright.design.cluster.Balancer;
import keywright.design.cluster.LoadBalancer;
import keywright.design.cluster.Model;
import keywright.design.cluster.RegionOptions;
import keywright.design.cluster.RegionSettings;
import keywright.design.cluster.Regions;
import keywright.design.cluster.SplitPolicy;
import keywright.design.rows.GeneratedRows;
import keywright.design.rows.Strategy;
import keywright.design.simulate.Simulation;
import keywright.design.simulate.Workload;
import keywright.key.Column;
import keywright.key.KeyFormat;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

/** Regions that split and move by load. */
final class LoadModelTest {
  private static final List<Column> COLUMNS = Column.parseList("id bigint, customer int");
  private static final RegionSettings SETTINGS =
      new RegionSettings(100_000, 8, 500, 2_000, SplitPolicy.CONSTANT, 1);
  private static final Model.LoadSplits LOAD = new Model.LoadSplits(30, Balancer.LOAD);

  private static Simulation simulate(String key, String customers, Model model) {
    Map<String, String> generators = Map.of("id", "sequence", "customer", customers);
    return Simulation.of(
        Strategy.parse(key, COLUMNS, KeyFormat.kw1()),
        new GeneratedRows(COLUMNS, generators, 60_000, 7),
        Workload.NONE,
        RegionOptions.of(SETTINGS),
        model);
  }

  @Test
  void regionsHoldWhatWasWrittenAndStayWithinThePolicy() {
    Property.check(
        "regions split by size and load",
        300,
        Gens.longs(),
        seed -> {
          SplittableRandom random = new SplittableRandom(seed);
          int ranks = random.nextInt(1, 500);
          int window = random.nextInt(1, 60);
          RegionSettings settings =
              new RegionSettings(
                  random.nextInt(1, 80), random.nextInt(1, 9), window, 7, SplitPolicy.CONSTANT, 1);
          Balancer balancer = random.nextBoolean() ? Balancer.LOAD : Balancer.COUNT;
          Regions regions =
              new Regions(
                  settings, ranks, preSplits(random, ranks), random.nextInt(1, 20), balancer);
          TreeSet<Integer> rows = new TreeSet<>();
          int top = random.nextInt(1, ranks + 1);
          for (int i = 1; i < 900; i++) {
            int rank = random.nextInt(4) == 0 ? random.nextInt(ranks) : random.nextInt(top);
            regions.write(rank);
            rows.add(rank);
            if (i % window == 0) {
              regions.endWindow();
            }
            if (i % 7 == 0) {
              regions.balance();
            }
            assertHolds(regions, rows, settings, ranks);
          }
        });
  }

  private static int[] preSplits(SplittableRandom random, int ranks) {
    return random
        .ints(random.nextInt(4), 1, ranks + 1)
        .filter(r -> r < ranks)
        .sorted()
        .distinct()
        .toArray();
  }

  private static void assertHolds(
      Regions regions, NavigableSet<Integer> rows, RegionSettings settings, int ranks) {
    int[] onServer = new int[settings.servers()];
    int sum = 0;
    assertThat(regions.start(0)).isZero();
    assertThat(regions.stop(regions.count() - 1)).isEqualTo(ranks);
    for (int place = 0; place < regions.count(); place++) {
      int held = regions.rows(regions.region(place));
      assertThat(held)
          .isEqualTo(rows.subSet(regions.start(place), regions.stop(place)).size())
          .isLessThanOrEqualTo(settings.regionRows());
      assertThat(regions.place(regions.start(place))).isEqualTo(place);
      sum += held;
      onServer[regions.server(regions.region(place))]++;
    }
    assertThat(sum).isEqualTo(rows.size());
    for (int server = 0; server < onServer.length; server++) {
      assertThat(regions.regionsOf(server)).isEqualTo(onServer[server]);
    }
  }

  @Test
  void aBusyRegionSplitsWhereItsWritesAreHalved() {
    Regions regions = new Regions(SETTINGS, 1_000, new int[0], 30, Balancer.COUNT);
    SplittableRandom random = new SplittableRandom(1);
    // Nine of ten writes go to the lower tenth.
    for (int window = 0; window < 2; window++) {
      for (int i = 0; i < 500; i++) {
        regions.write(random.nextInt(10) == 0 ? random.nextInt(1_000) : random.nextInt(100));
      }
      assertThat(regions.count()).isEqualTo(1);
      regions.endWindow();
    }
    assertThat(regions.count()).isEqualTo(2);
    assertThat(regions.start(1)).isBetween(45, 65);
  }

  @Test
  void aRegionBelowTheLimitDoesNot() {
    Regions regions = new Regions(SETTINGS, 1_000, new int[0], 500, Balancer.COUNT);
    for (int window = 0; window < 5; window++) {
      for (int i = 0; i < 500; i++) {
        regions.write(i);
      }
      regions.endWindow();
    }
    assertThat(regions.count()).isEqualTo(1);
  }

  @Test
  void writesThatRiseAndWritesOfOneKeyAreNotHalved() {
    Regions rising = new Regions(SETTINGS, 10_000, new int[0], 30, Balancer.COUNT);
    Regions single = new Regions(SETTINGS, 10_000, new int[0], 30, Balancer.COUNT);
    for (int i = 0; i < 10_000; i++) {
      rising.write(i);
      single.write(77);
      if (i % 500 == 499) {
        rising.endWindow();
        single.endWindow();
      }
    }
    assertThat(rising.count()).isEqualTo(1);
    assertThat(single.count()).isEqualTo(1);
  }

  @Test
  void loadMakesRegionsThatSizeWouldNot() {
    Model.SizeSplits bySize = new Model.SizeSplits(Balancer.COUNT);
    assertThat(simulate("customer, id", "uniform(5000)", bySize).regions()).isEqualTo(1);
    Simulation found = simulate("customer, id", "uniform(5000)", LOAD);
    assertThat(found.regions()).isBetween(16, 64);
    assertThat(found.splits()).isEqualTo(found.regions() - 1);
    assertThat(found.load().effectiveServers()).isGreaterThan(7);
    assertThat(found.verdict().text()).startsWith("fine: ");
  }

  @Test
  void aSequenceStaysHot() {
    Simulation found =
        Simulation.of(
            Strategy.parse("id", COLUMNS, KeyFormat.kw1()),
            new GeneratedRows(COLUMNS, Map.of("id", "sequence"), 60_000, 7),
            Workload.NONE,
            RegionOptions.of(new RegionSettings(2_000, 8, 500, 2_000, SplitPolicy.CONSTANT, 1)),
            LOAD);
    assertThat(found.load().effectiveServers()).isCloseTo(1, within(0.01));
    assertThat(found.verdict().text())
        .startsWith("hot: id rises as rows arrive, so ")
        .contains(
            "splits by load do not help: a key that halves the writes of one window sorts before all");
  }

  @Test
  void theBusiestServerGivesRegionsUntilServersAreEven() {
    Property.check(
        "moves make servers more even",
        300,
        Gens.longs(),
        seed -> {
          SplittableRandom random = new SplittableRandom(seed);
          int servers = random.nextInt(1, 9);
          int regions = random.nextInt(1, 40);
          LoadBalancer balancer = new LoadBalancer();
          int[] serverOf = new int[regions];
          int[] regionsOf = new int[servers];
          int[] writes = new int[regions];
          for (int region = 0; region < regions; region++) {
            serverOf[region] = random.nextInt(servers);
            regionsOf[serverOf[region]]++;
            writes[region] = random.nextInt(30);
            for (int i = 0; i < writes[region]; i++) {
              balancer.write(region);
            }
          }
          long[] before = loads(serverOf, writes, servers);
          balancer.balance(serverOf, regionsOf);
          long[] after = loads(serverOf, writes, servers);
          assertThat(squares(after)).isLessThanOrEqualTo(squares(before));
          int[] counted = new int[servers];
          Arrays.stream(serverOf).forEach(server -> counted[server]++);
          assertThat(regionsOf).isEqualTo(counted);
          // What is left is due to single regions.
          long most = Arrays.stream(after).max().orElseThrow();
          long least = Arrays.stream(after).min().orElseThrow();
          long mean = Arrays.stream(after).sum() / servers;
          List<Integer> ofBusiest = new ArrayList<>();
          for (int region = 0; region < regions; region++) {
            if (after[serverOf[region]] == most && writes[region] > 0) {
              ofBusiest.add(writes[region]);
            }
          }
          boolean isEven = most - least <= mean / 10 + 1;
          assertThat(isEven || ofBusiest.stream().anyMatch(w -> w >= most - least)).isTrue();
        });
  }

  private static long[] loads(int[] serverOf, int[] writes, int servers) {
    long[] loads = new long[servers];
    for (int region = 0; region < serverOf.length; region++) {
      loads[serverOf[region]] += writes[region];
    }
    return loads;
  }

  private static long squares(long[] loads) {
    return Arrays.stream(loads).map(load -> load * load).sum();
  }

  @Test
  void hotTailsAreSpreadByLoadAsByNumber() {
    RegionSettings small = new RegionSettings(2_000, 8, 500, 2_000, SplitPolicy.CONSTANT, 1);
    GeneratedRows rows = new GeneratedRows(COLUMNS, Map.of("id", "sequence"), 60_000, 7);
    Strategy buckets = Strategy.parse("bucket(8), id", COLUMNS, KeyFormat.kw1());
    Simulation found =
        Simulation.of(
            buckets,
            rows,
            Workload.NONE,
            RegionOptions.of(small),
            new Model.SizeSplits(Balancer.LOAD));
    assertThat(found.load().effectiveServers()).isGreaterThan(7.5);
    assertThat(found.verdict().text()).startsWith("spread, with eight hot tails");
    Strategy one = Strategy.parse("id", COLUMNS, KeyFormat.kw1());
    assertThat(
            Simulation.of(
                    one,
                    rows,
                    Workload.NONE,
                    RegionOptions.of(small),
                    new Model.SizeSplits(Balancer.LOAD))
                .load()
                .effectiveServers())
        .isCloseTo(1, within(0.01));
  }

  @Test
  void preSplitRegionsSpreadTheFirstRows() {
    RegionSettings settings = new RegionSettings(2_000, 8, 500, 100_000, SplitPolicy.CONSTANT, 1);
    GeneratedRows rows = new GeneratedRows(COLUMNS, Map.of("id", "sequence"), 8_000, 7);
    Strategy buckets = Strategy.parse("bucket(8), id", COLUMNS, KeyFormat.kw1());
    Model one = new Model.SizeSplits(Balancer.COUNT);
    Model eight = new Model.SizeSplits(Balancer.COUNT, 8);
    // No balancer runs, so that one region and its halves stay on one server.
    Simulation before =
        Simulation.of(buckets, rows, Workload.NONE, RegionOptions.of(settings), one);
    assertThat(before.load().effectiveServers()).isCloseTo(1, within(1e-9));
    Simulation after =
        Simulation.of(buckets, rows, Workload.NONE, RegionOptions.of(settings), eight);
    assertThat(after.load().effectiveServers()).isGreaterThan(7.5);
    assertThat(after.regions()).isEqualTo(8);
    assertThat(after.splits()).isZero();
    assertThat(after.map().boundaries()).hasSize(7);
    // Of ids nobody knows where to split.
    Strategy ids = Strategy.parse("id", COLUMNS, KeyFormat.kw1());
    assertThat(Simulation.of(ids, rows, Workload.NONE, RegionOptions.of(settings), eight).regions())
        .isEqualTo(
            Simulation.of(ids, rows, Workload.NONE, RegionOptions.of(settings), one).regions());
  }

  @Test
  void impossibleModelsAreRefused() {
    assertThatThrownBy(() -> new Model.LoadSplits(0, Balancer.LOAD))
        .hasMessage("cannot simulate: found 0 writes of a region in a window, expected 1 or more");
    assertThatThrownBy(() -> new Model.SizeSplits(Balancer.COUNT, 0))
        .hasMessage("cannot simulate: found 0 regions before the first row, expected 1 or more");
    assertThatThrownBy(() -> new Model.TokenRing(1_537))
        .hasMessage("cannot simulate: found 1,537 tokens per server, expected at most 1,536");
    assertThatThrownBy(() -> new Model.TokenRing(0))
        .hasMessage("cannot simulate: found 0 tokens per server, expected 1 or more");
  }

  @Test
  void theSameSeedGivesTheSameFigures() {
    Simulation first = simulate("customer, id", "zipf(100)", LOAD);
    Simulation second = simulate("customer, id", "zipf(100)", LOAD);
    assertThat(second.load()).isEqualTo(first.load());
    assertThat(second.shuffled()).isEqualTo(first.shuffled());
    assertThat(second.regions()).isEqualTo(first.regions());
  }
}
