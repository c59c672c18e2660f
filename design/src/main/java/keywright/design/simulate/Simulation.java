package keywright.design.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import keywright.cql.QueryLoad;
import keywright.design.cluster.Balancer;
import keywright.design.cluster.Cluster;
import keywright.design.cluster.Model;
import keywright.design.cluster.Partitions;
import keywright.design.cluster.RegionOptions;
import keywright.design.cluster.RegionSettings;
import keywright.design.cluster.Regions;
import keywright.design.cluster.Ring;
import keywright.design.rows.Arrivals;
import keywright.design.rows.Bands;
import keywright.design.rows.KeyIndex;
import keywright.design.rows.KeyValue;
import keywright.design.rows.RowKeys;
import keywright.design.rows.RowSample;
import keywright.design.rows.SplitPoints;
import keywright.design.rows.Strategy;
import keywright.design.rows.Tasks;
import keywright.key.Column;
import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/**
 * The result of a simulation: sample rows are written under one key to simulated regions or
 * partitions on several servers. Immutable.
 *
 * <p>The rows are written once in the order of their arrival, and once in random order. If a hot
 * spot disappears in random order, its cause is the order in which the rows arrive. If the hot spot
 * remains, its cause is values that many rows have in common.
 *
 * @param strategy the key and its name
 * @param settings the number of servers, and the sizes of regions and windows
 * @param model the model by which rows are distributed over servers
 * @param rows how many rows were written
 * @param overwritten how many of these rows have the same key as an earlier row
 * @param load how regions and servers shared the writes, with the rows in the order of arrival
 * @param shuffled how regions and servers shared the writes, with the rows in random order
 * @param regions the number of regions at the end, with the rows in the order of arrival
 * @param splits how many regions were split
 * @param coldRegions how many of the regions were made by a split, so they are half full, and had
 *     no write since then
 * @param reads the reads of the queries, see {@link Reads}
 * @param map the reads and writes by key space and time, with the rows in the order of arrival
 * @param partitions figures of the partitions on a token ring; null in other models
 * @param verdict the grade of the key, the cause of a hot spot, and advice
 */
public record Simulation(
    Strategy strategy,
    RegionSettings settings,
    Model model,
    long rows,
    long overwritten,
    WriteShares load,
    WriteShares shuffled,
    int regions,
    int splits,
    int coldRegions,
    Reads reads,
    KeySpaceMap map,
    @Nullable Partitions partitions,
    Verdict verdict) {

  /**
   * Simulates writes to regions that split by their number of rows. The balancer gives the servers
   * equal numbers of regions.
   *
   * @param strategy the key
   * @param arrivals the rows, in the order of their arrival
   * @param options the options of the simulation
   * @throws KeyException as {@link #of(Strategy, Arrivals, Workload, RegionOptions, Model)}
   */
  public static Simulation of(Strategy strategy, Arrivals arrivals, RegionOptions options) {
    return of(strategy, arrivals, Workload.NONE, options, new Model.SizeSplits(Balancer.COUNT));
  }

  /**
   * Simulates writes, and the reads of queries with values of rows that have already arrived. Two
   * orders of the rows are replayed at a time. Ten million rows need up to a gigabyte of memory.
   * The same arguments always give the same result.
   *
   * @param strategy the key
   * @param arrivals the rows, in the order of their arrival
   * @param workload the queries and the rate of writes
   * @param options the options of the simulation
   * @param model the model by which rows are distributed over servers
   * @throws KeyException if a row has no valid key, if a column of the key has no value in any row,
   *     or if there are fewer rows than two windows
   */
  public static Simulation of(
      Strategy strategy, Arrivals arrivals, Workload workload, RegionOptions options, Model model) {
    RowKeys rowKeys = rowKeys(strategy, arrivals.columns(), options, model);
    RowSample sample = new RowSample(arrivals.columns(), options.seed());
    arrivals.forEach(
        row -> {
          rowKeys.add(row);
          sample.add(row);
        });
    return of(strategy, rowKeys, sample, workload, options, model);
  }

  /** Computes the row keys that are replayed. */
  static RowKeys rowKeys(
      Strategy strategy, List<Column> columns, RegionOptions options, Model model) {
    int parts = model instanceof Model.TokenRing ? strategy.partitionParts() : 0;
    return new RowKeys(strategy.schema(), columns, options.seed(), parts);
  }

  /** The simulation of rows whose keys have been computed. */
  static Simulation of(Strategy strategy, RowKeys rowKeys, RegionOptions options, Model model) {
    RowSample none = new RowSample(List.of(), options.seed());
    return of(strategy, rowKeys, none, Workload.NONE, options, model);
  }

  private static Simulation of(
      Strategy strategy,
      RowKeys rowKeys,
      RowSample sample,
      Workload workload,
      RegionOptions options,
      Model model) {
    rowKeys.requireRows();
    rowKeys.requireValues();
    Ranked ranked = new Ranked(rowKeys);
    int[] ranks = ranked.ranks;
    RegionSettings settings = options.forRows(ranks.length, ranked.bands.ranks());
    rowKeys.requireWindows(settings.windowRows());
    ranked.index(strategy, workload, rowKeys, sample, settings, model);
    Cluster cluster = ranked.cluster(settings, model);
    MapRecorder recorder = new MapRecorder(ranked.bands, ranks.length, settings.windowRows());
    Arrays.stream(cluster.boundaries()).forEach(recorder::split);
    int windows = ranks.length / settings.windowRows();
    ReadLoad readLoad = new ReadLoad(settings, ranked.queries, workload.writesPerSecond(), windows);
    int[] mixed = ranks.clone();
    // Replays have nothing in common but the ranks, which none changes.
    CompletableFuture<WriteShares> ofMixed =
        CompletableFuture.supplyAsync(
            () -> {
              shuffle(mixed, settings.seed());
              return ranked.replay(mixed, settings, model);
            });
    Replay ordered = Replay.of(settings, ranks, cluster, readLoad, recorder);
    WriteShares shuffled = Tasks.result(ofMixed);
    Partitions partitions = cluster.partitions(ranked.meanRowBytes);
    Judge judge =
        new Judge(
            settings.servers(),
            ordered.load(),
            shuffled,
            partitions,
            rowKeys.leading(ranks, ranked.bands.ranks(), strategyParts(strategy, model)),
            rows -> ranked.replay(rows, settings, model));
    Judge.Diagnosis diagnosis = judge.of(ranks, mixed, rowKeys.order());
    Simulation found =
        new Simulation(
            strategy,
            settings,
            model,
            ranks.length,
            ranks.length - ranked.bands.ranks(),
            ordered.load(),
            shuffled,
            cluster.count(),
            cluster.splits(),
            cluster.cold(),
            new Reads(paths(ranked.queries, cluster), readLoad.load(), readLoad.allServers()),
            new KeySpaceMap(recorder, recorder.byColumn(ordered.windows()), ranked.keys),
            partitions,
            new Verdict(diagnosis.grade(), diagnosis.cause(), "", ""));
    return found.with(VerdictText.of(found, diagnosis, workload));
  }

  private static int strategyParts(Strategy strategy, Model model) {
    return model instanceof Model.TokenRing ? strategy.partitionParts() : 1;
  }

  private Simulation with(Verdict told) {
    return new Simulation(
        strategy,
        settings,
        model,
        rows,
        overwritten,
        load,
        shuffled,
        regions,
        splits,
        coldRegions,
        reads,
        map,
        partitions,
        told);
  }

  private static List<QueryPath> paths(List<QueryReads> queries, Cluster cluster) {
    return queries.stream()
        .map(
            reads ->
                new QueryPath(
                    reads.query().name(),
                    reads.query().ratePerSecond(),
                    reads.isFullScan() ? cluster.ranges() : reads.ranges(),
                    reads.isFullScan(),
                    reads.otherKey()))
        .toList();
  }

  private static void shuffle(int[] ranks, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = ranks.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      int rank = ranks[i];
      ranks[i] = ranks[other];
      ranks[other] = rank;
    }
  }

  /** The ranks of the rows, and what else is needed once the bytes of the keys are dropped. */
  private static final class Ranked {
    private final int[] ranks;
    private final Bands bands;
    private final List<List<KeyValue>> keys;
    private final double meanRowBytes;

    /** On a ring, the token of each rank. */
    private final long[] tokens;

    private final List<QueryReads> queries = new ArrayList<>();
    private int[] preSplits = {};

    private Ranked(RowKeys rowKeys) {
      ranks = rowKeys.keys().ranks();
      bands = Bands.of(Arrays.stream(ranks).max().orElse(-1) + 1);
      keys = rowKeys.keys(ranks, bands);
      meanRowBytes = rowKeys.meanRowBytes();
      tokens = rowKeys.token() == null ? new long[0] : rowKeys.tokens(ranks, bands.ranks());
    }

    /** Finds the ranks that queries read, and the ranks at which the empty table is split. */
    void index(
        Strategy strategy,
        Workload workload,
        RowKeys rowKeys,
        RowSample sample,
        RegionSettings settings,
        Model model) {
      boolean isPreSplit = model.preSplit() > 1 && strategy.schema().spread(0).isPresent();
      if (isPreSplit || !workload.queries().isEmpty()) {
        KeyIndex index = new KeyIndex(rowKeys.keys(), ranks, bands.ranks());
        addQueries(strategy, workload, rowKeys, sample, index, settings);
        if (isPreSplit) {
          preSplits = preSplits(strategy, model.preSplit(), index);
        }
      }
    }

    /** How regions and servers share the writes if the rows arrive in the order of {@code some}. */
    WriteShares replay(int[] some, RegionSettings settings, Model model) {
      Cluster fresh = cluster(settings, model);
      return Replay.of(settings, some, fresh, ReadLoad.none(settings), Recorder.NONE).load();
    }

    /** The ranks at which regions start; regions without a key are left out. */
    private static int[] preSplits(Strategy strategy, int regions, KeyIndex index) {
      SplitPoints points = SplitPoints.ofKey(strategy.schema(), regions);
      return IntStream.range(1, points.regions())
          .map(region -> index.below(points.point(region)))
          .filter(rank -> rank > 0 && rank < index.size())
          .distinct()
          .toArray();
    }

    private void addQueries(
        Strategy strategy,
        Workload workload,
        RowKeys rowKeys,
        RowSample sample,
        KeyIndex index,
        RegionSettings settings) {
      SplittableRandom random = new SplittableRandom(settings.seed());
      for (QueryLoad query : workload.queries()) {
        queries.add(QueryReads.of(query, strategy, rowKeys.token(), sample, index, random.split()));
      }
    }

    /** A new cluster without rows. */
    Cluster cluster(RegionSettings settings, Model model) {
      if (model instanceof Model.TokenRing ring) {
        return new Ring(settings, ring, tokens, ranks.length);
      }
      if (model instanceof Model.LoadSplits load) {
        int writes = load.splitWrites(settings);
        return new Regions(settings, bands.ranks(), preSplits, writes, load.balancer());
      }
      Balancer balancer = ((Model.SizeSplits) model).balancer();
      return new Regions(settings, bands.ranks(), preSplits, 0, balancer);
    }
  }
}
