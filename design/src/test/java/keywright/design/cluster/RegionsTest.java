package keywright.design.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import keywright.design.simulate.Load;
import keywright.design.simulate.ReadLoad;
import keywright.design.simulate.Recorder;
import keywright.design.simulate.Replay;
import keywright.testkit.Gen;
import keywright.testkit.Gens;
import keywright.testkit.Property;
import org.junit.jupiter.api.Test;

/** Regions and replays, against a model that keeps every row in a sorted set. */
public final class RegionsTest {
  private static final Gen<Long> SEEDS = Gens.longs();

  /** Rows and settings drawn from one number. */
  public static final class Run {
    public final RegionSettings settings;
    public final int[] ranks;
    public final int distinct;

    private Run(RegionSettings settings, int[] ranks, int distinct) {
      this.settings = settings;
      this.ranks = ranks;
      this.distinct = distinct;
    }

    public static Run of(long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      int distinct = random.nextInt(1, 400);
      int[] ranks = new int[random.nextInt(2, 1_000)];
      int kind = random.nextInt(4);
      for (int i = 0; i < ranks.length; i++) {
        ranks[i] =
            switch (kind) {
              case 0 -> Math.min(i, distinct - 1);
              case 1 -> Math.max(0, distinct - 1 - i);
              case 2 -> random.nextInt(distinct);
              default -> Math.min(distinct - 1, random.nextInt(4) * distinct / 4 + i / 4);
            };
      }
      RegionSettings settings =
          new RegionSettings(
              random.nextInt(1, 60),
              random.nextInt(1, 9),
              random.nextInt(1, ranks.length / 2 + 1),
              random.nextInt(1, 100),
              random.nextBoolean() ? SplitPolicy.CONSTANT : SplitPolicy.INCREASING,
              seed);
      return new Run(settings, ranks, distinct);
    }
  }

  @Test
  void splitsLoseNoRowAndCountNoneTwice() {
    Property.check(
        "regions hold what was written",
        500,
        SEEDS,
        seed -> {
          Run run = Run.of(seed);
          Regions regions = new Regions(run.settings, run.distinct);
          TreeSet<Integer> rows = new TreeSet<>();
          for (int i = 0; i < run.ranks.length; i++) {
            regions.write(run.ranks[i]);
            rows.add(run.ranks[i]);
            if (i % 7 == 0) {
              regions.balance();
            }
            assertHolds(regions, rows, run);
          }
        });
  }

  private static void assertHolds(Regions regions, NavigableSet<Integer> rows, Run run) {
    int[] onServer = new int[run.settings.servers()];
    int sum = 0;
    assertThat(regions.start(0)).isZero();
    assertThat(regions.stop(regions.count() - 1)).isEqualTo(run.distinct);
    for (int place = 0; place < regions.count(); place++) {
      int held = regions.rows(regions.region(place));
      sum += held;
      onServer[regions.server(regions.region(place))]++;
      assertThat(regions.start(place)).isLessThan(regions.stop(place));
      assertThat(held)
          .isEqualTo(rows.subSet(regions.start(place), regions.stop(place)).size())
          .isLessThanOrEqualTo(run.settings.regionRows());
    }
    assertThat(sum).isEqualTo(rows.size());
    for (int server = 0; server < onServer.length; server++) {
      assertThat(regions.regionsOf(server)).isEqualTo(onServer[server]);
    }
  }

  @Test
  void balancingLeavesNoServerWithTwoRegionsMoreThanAnother() {
    Property.check(
        "regions are even after balancing",
        300,
        SEEDS,
        seed -> {
          Run run = Run.of(seed);
          Regions regions = new Regions(run.settings, run.distinct);
          Arrays.stream(run.ranks).forEach(regions::write);
          regions.balance();
          int[] counts = new int[run.settings.servers()];
          for (int place = 0; place < regions.count(); place++) {
            counts[regions.server(regions.region(place))]++;
          }
          Arrays.sort(counts);
          assertThat(counts[counts.length - 1] - counts[0]).isLessThanOrEqualTo(1);
        });
  }

  @Test
  void aSplitLeavesHalvesOfTheRows() {
    Regions regions =
        new Regions(new RegionSettings(10, 2, 1, 100, SplitPolicy.CONSTANT, 1), 1_000);
    for (int rank = 0; rank < 11; rank++) {
      regions.write(rank * 3);
    }
    assertThat(regions.count()).isEqualTo(2);
    assertThat(regions.rows(regions.region(0))).isEqualTo(5);
    assertThat(regions.rows(regions.region(1))).isEqualTo(6);
    assertThat(regions.start(1)).isEqualTo(15);
  }

  @Test
  void aRegionThatOneKeyFillsDoesNotSplit() {
    Regions regions = new Regions(new RegionSettings(5, 2, 1, 100, SplitPolicy.CONSTANT, 1), 9);
    for (int i = 0; i < 1_000; i++) {
      regions.write(4);
    }
    assertThat(regions.count()).isEqualTo(1);
    assertThat(regions.rows(regions.region(0))).isEqualTo(1);
  }

  @Test
  void theIncreasingPolicyStartsSmallAndEndsAtTheConstantSize() {
    assertThat(SplitPolicy.INCREASING.limit(8_000, 1)).isEqualTo(200);
    assertThat(SplitPolicy.INCREASING.limit(8_000, 2)).isEqualTo(1_600);
    assertThat(SplitPolicy.INCREASING.limit(8_000, 3)).isEqualTo(5_400);
    assertThat(SplitPolicy.INCREASING.limit(8_000, 4)).isEqualTo(8_000);
    assertThat(SplitPolicy.INCREASING.limit(8_000, 2_000_000)).isEqualTo(8_000);
    assertThat(SplitPolicy.CONSTANT.limit(8_000, 1)).isEqualTo(8_000);
  }

  @Test
  void replaysMeasureWhatAPlainModelMeasures() {
    Property.check(
        "windows of a replay",
        300,
        SEEDS,
        seed -> {
          Run run = Run.of(seed);
          Regions regions = new Regions(run.settings, run.distinct);
          Replay replay =
              Replay.of(
                  run.settings, run.ranks, regions, ReadLoad.none(run.settings), Recorder.NONE);
          PlainModel model = new PlainModel(run);
          assertThat(replay.windows()).hasSameSizeAs(model.windows);
          for (int i = 0; i < model.windows.size(); i++) {
            Load expected = model.windows.get(i);
            Load found = replay.windows().get(i);
            assertThat(found.largestRegionShare())
                .isCloseTo(expected.largestRegionShare(), within(1e-9));
            assertThat(found.effectiveServers())
                .isCloseTo(expected.effectiveServers(), within(1e-9))
                .isBetween(1 - 1e-9, run.settings.servers() + 1e-9);
            assertThat(found.effectiveRegions())
                .isCloseTo(expected.effectiveRegions(), within(1e-9));
          }
        });
  }

  /** A region of the plain model. */
  private static final class PlainRegion {
    private final NavigableSet<Integer> rows;
    private int server;

    PlainRegion(NavigableSet<Integer> rows, int server) {
      this.rows = rows;
      this.server = server;
    }
  }

  /** Lists and sets, searched from end to end. */
  private static final class PlainModel {
    private final List<Load> windows = new ArrayList<>();
    private final List<PlainRegion> regions = new ArrayList<>();
    private final List<PlainRegion> byAge = new ArrayList<>();

    PlainModel(Run run) {
      RegionSettings settings = run.settings;
      regions.add(new PlainRegion(new TreeSet<>(), 0));
      byAge.add(regions.get(0));
      List<PlainRegion> tookRegion = new ArrayList<>();
      List<Integer> tookServer = new ArrayList<>();
      for (int i = 0; i < run.ranks.length; i++) {
        PlainRegion region = regionOf(run.ranks[i]);
        tookRegion.add(region);
        tookServer.add(region.server);
        boolean grows = region.rows.add(run.ranks[i]);
        long onServer = regions.stream().filter(r -> r.server == region.server).count();
        if (grows
            && region.rows.size() > 1
            && region.rows.size()
                > settings.policy().limit(settings.regionRows(), (int) onServer)) {
          split(region);
        }
        if (tookRegion.size() == settings.windowRows()) {
          List<Double> shares = shares(tookRegion);
          windows.add(
              new Load(
                  shares.stream().mapToDouble(s -> s).max().orElseThrow(),
                  effective(shares(tookServer)),
                  effective(shares)));
          tookRegion.clear();
          tookServer.clear();
        }
        if ((i + 1) % settings.balanceRows() == 0) {
          balance(settings.servers());
        }
      }
    }

    /** The last region that starts at or before the rank: a region starts at its first row. */
    private PlainRegion regionOf(int rank) {
      PlainRegion found = regions.get(0);
      for (PlainRegion region : regions.subList(1, regions.size())) {
        found = starts.get(region) <= rank ? region : found;
      }
      return found;
    }

    private final Map<PlainRegion, Integer> starts = new HashMap<>();

    private void split(PlainRegion region) {
      List<Integer> rows = List.copyOf(region.rows);
      int half = rows.size() / 2;
      PlainRegion left = new PlainRegion(new TreeSet<>(rows.subList(0, half)), region.server);
      PlainRegion right =
          new PlainRegion(new TreeSet<>(rows.subList(half, rows.size())), region.server);
      int place = regions.indexOf(region);
      starts.put(left, starts.getOrDefault(region, 0));
      starts.put(right, rows.get(half));
      regions.set(place, left);
      regions.add(place + 1, right);
      byAge.remove(region);
      byAge.add(left);
      byAge.add(right);
    }

    private void balance(int servers) {
      while (true) {
        int[] counts = new int[servers];
        regions.forEach(region -> counts[region.server]++);
        int most = Arrays.stream(counts).max().orElseThrow();
        int fewest = Arrays.stream(counts).min().orElseThrow();
        if (most - fewest <= 1) {
          return;
        }
        pass(counts);
      }
    }

    /** The newest first, each to the emptiest server, if its own is among the fullest. */
    private void pass(int[] counts) {
      for (int i = byAge.size() - 1; i >= 0; i--) {
        int most = Arrays.stream(counts).max().orElseThrow();
        int fewest = Arrays.stream(counts).min().orElseThrow();
        if (counts[byAge.get(i).server] == most && most - fewest > 1) {
          int to = 0;
          while (counts[to] != fewest) {
            to++;
          }
          counts[byAge.get(i).server]--;
          counts[to]++;
          byAge.get(i).server = to;
        }
      }
    }

    private static List<Double> shares(List<?> took) {
      return took.stream()
          .distinct()
          .map(one -> took.stream().filter(one::equals).count() / (double) took.size())
          .toList();
    }

    private static double effective(List<Double> shares) {
      assertThat(shares.stream().mapToDouble(s -> s).sum()).isCloseTo(1, within(1e-9));
      return 1 / shares.stream().mapToDouble(s -> s * s).sum();
    }
  }
}
