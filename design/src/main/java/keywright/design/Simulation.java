package keywright.design;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/**
 * What became of regions and servers when rows were replayed under one key.
 *
 * <p>Row keys are made first and turned into ranks, so that a replay moves no bytes; the rows are
 * then written in order of arrival and once more in a drawn order. What the shuffle heals is due to
 * the order of arrival, of all rows or of those of one leading value; what it does not is due to
 * values that many rows share.
 *
 * @param rows how many were written
 * @param overwritten how many of them have the key of an earlier one
 * @param leadingValues 1/Σshare² over the values of the key's first part, in a sample of the rows
 * @param load in order of arrival
 * @param shuffled in a drawn order
 * @param regions how many there are in the end, in order of arrival
 * @param coldRegions how many of them a split left half full, with no write since
 * @param map where the writes went, in order of arrival
 * @param partitions on a token ring, where the regions are partitions; null in other models
 */
public record Simulation(
    Strategy strategy,
    RegionSettings settings,
    Model model,
    long rows,
    long overwritten,
    double leadingValues,
    Load load,
    Load shuffled,
    int regions,
    int splits,
    int coldRegions,
    KeySpaceMap map,
    @Nullable Partitions partitions) {

  /**
   * Replays {@code arrivals} under the key of {@code strategy} into regions that split by size,
   * with their numbers balanced.
   *
   * @throws KeyException as {@link #of(Strategy, Arrivals, RegionSettings, Model)}
   */
  public static Simulation of(Strategy strategy, Arrivals arrivals, RegionSettings settings) {
    return of(strategy, arrivals, settings, new Model.SizeSplits(Balancer.COUNT));
  }

  /**
   * Replays {@code arrivals} under the key of {@code strategy}. Ten million rows take a good half
   * gigabyte. The same arguments give the same figures.
   *
   * @throws KeyException for a row that has no key, for a column of the key that no row has a value
   *     of, and for less than two windows of rows
   */
  public static Simulation of(
      Strategy strategy, Arrivals arrivals, RegionSettings settings, Model model) {
    Ranked ranked = Ranked.of(strategy, arrivals, settings, model);
    int[] ranks = ranked.ranks;
    Cluster cluster = ranked.cluster(settings, model);
    MapRecorder recorder = new MapRecorder(ranked.bands, ranks.length, settings.windowRows());
    if (cluster instanceof Ring ring) {
      Arrays.stream(ring.starts()).forEach(recorder::split);
    }
    Replay ordered = Replay.of(settings, ranks, cluster, recorder);
    shuffle(ranks, settings.seed());
    Replay shuffled = Replay.of(settings, ranks, ranked.cluster(settings, model), Recorder.NONE);
    boolean splits = cluster instanceof Regions;
    return new Simulation(
        strategy,
        settings,
        model,
        ranks.length,
        ranks.length - ranked.bands.ranks(),
        ranked.leadingValues,
        ordered.load(),
        shuffled.load(),
        cluster.count(),
        splits ? cluster.count() - 1 : 0,
        cluster.cold(),
        new KeySpaceMap(recorder, recorder.byColumn(ordered.windows()), ranked.keys),
        cluster instanceof Ring ring ? ring.partitions(ranked.meanRowBytes) : null);
  }

  /** One sentence: what is wrong, from the figures, and what to do. */
  public String verdict() {
    return Verdict.of(this);
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

  /** What is left of the row keys when their bytes are not needed any more. */
  private static final class Ranked {
    private final int[] ranks;
    private final Bands bands;
    private final List<List<KeyValue>> keys;
    private final double leadingValues;
    private final double meanRowBytes;

    /** By rank, on a ring. */
    private final long[] tokens;

    private Ranked(RowKeys rowKeys, boolean isOnRing) {
      ranks = rowKeys.keys().ranks();
      bands = Bands.of(Arrays.stream(ranks).max().orElse(-1) + 1);
      keys = rowKeys.keys(ranks, bands);
      leadingValues = rowKeys.leadingValues();
      meanRowBytes = rowKeys.meanRowBytes();
      tokens = isOnRing ? rowKeys.tokens(ranks, bands.ranks()) : new long[0];
    }

    static Ranked of(Strategy strategy, Arrivals arrivals, RegionSettings settings, Model model) {
      boolean isOnRing = model instanceof Model.TokenRing;
      int parts = isOnRing ? strategy.partitionParts() : 0;
      RowKeys rowKeys = new RowKeys(strategy.schema(), arrivals.columns(), settings.seed(), parts);
      arrivals.forEach(rowKeys::add);
      rowKeys.requireValues();
      rowKeys.requireWindows(settings.windowRows());
      return new Ranked(rowKeys, isOnRing);
    }

    /** A new one, without rows. */
    Cluster cluster(RegionSettings settings, Model model) {
      if (model instanceof Model.TokenRing ring) {
        return new Ring(settings, ring, tokens, ranks.length);
      }
      if (model instanceof Model.LoadSplits load) {
        return new Regions(settings, bands.ranks(), load.splitWrites(), load.balancer());
      }
      Balancer balancer = ((Model.SizeSplits) model).balancer();
      return new Regions(settings, bands.ranks(), 0, balancer);
    }
  }
}
