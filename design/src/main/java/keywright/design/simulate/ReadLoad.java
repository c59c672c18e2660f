package keywright.design.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import keywright.design.cluster.Cluster;
import keywright.design.cluster.RegionSettings;
import keywright.design.cluster.RowRange;
import keywright.design.rows.EffectiveNumber;
import org.jspecify.annotations.Nullable;

/**
 * The reads of queries during a replay, which writes rows in windows. At the end of some windows,
 * each query is executed several times, with values of rows that have already arrived. Each range
 * that a query reads counts as one read. If a range is in several regions, the read is divided
 * among these regions in proportion to their rows in the range. Used by one thread.
 */
public final class ReadLoad {
  private static final int MOST_CHECKS = 400;
  private static final int RUNS = 128;
  private static final int RANGES_OF_A_CHECK = 1_024;

  private final RegionSettings settings;
  private final List<QueryReads> queries;
  private final double writesPerSecond;
  private final int windows;
  private final SplittableRandom random;
  private final List<Load> loads = new ArrayList<>();
  private final List<Double> allServers = new ArrayList<>();
  private int window;

  private double[] ofPlace = {};
  private double[] ofServer = {};
  private double all;

  /**
   * @param windows the number of windows of the replay
   */
  ReadLoad(RegionSettings settings, List<QueryReads> queries, double writesPerSecond, int windows) {
    this.settings = settings;
    this.queries = queries;
    this.writesPerSecond = writesPerSecond;
    this.windows = windows;
    this.random = new SplittableRandom(settings.seed());
  }

  /** Makes a load without reads. */
  public static ReadLoad none(RegionSettings settings) {
    return new ReadLoad(settings, List.of(), 0, 1);
  }

  /**
   * Ends a window.
   *
   * @param writesOfServer the number of writes in the window for each server
   */
  void endWindow(Cluster cluster, int[] writesOfServer, Recorder recorder) {
    int checks = Math.min(windows, MOST_CHECKS);
    boolean isDue = (long) window * checks / windows < (window + 1L) * checks / windows;
    window++;
    if (!isDue || queries.isEmpty()) {
      return;
    }
    ofPlace = new double[cluster.count()];
    ofServer = new double[settings.servers()];
    all = 0;
    for (QueryReads query : queries) {
      read(query, cluster, recorder);
    }
    if (all > 0 && window > windows / 2) {
      measure(writesOfServer);
    }
  }

  private void read(QueryReads query, Cluster cluster, Recorder recorder) {
    double rate = query.query().ratePerSecond();
    int ranks = cluster.stop(cluster.count() - 1);
    if (query.isFullScan()) {
      RowRange whole = RowRange.of(cluster.present(), 0, ranks, 0, false, ranks);
      read(cluster, whole, rate * cluster.ranges(), recorder);
      return;
    }
    List<QueryReads.Sample> samples = query.samples((long) window * settings.windowRows());
    if (samples.isEmpty()) {
      return;
    }
    int runs = (int) Math.max(1, Math.min(RUNS, RANGES_OF_A_CHECK / Math.max(1, query.ranges())));
    int limit = query.limit();
    for (int run = 0; run < runs; run++) {
      QueryReads.Sample sample = samples.get(random.nextInt(samples.size()));
      for (int i = 0; i < sample.ranges(); i++) {
        RowRange range =
            RowRange.of(
                cluster.present(),
                sample.start(i),
                sample.stop(i),
                limit,
                query.isReversed(),
                ranks);
        read(cluster, range, rate / runs, recorder);
      }
    }
  }

  /**
   * Divides a read among the regions of its range, in proportion to the rows that it reads in each.
   */
  private void read(Cluster cluster, RowRange range, double weight, Recorder recorder) {
    recorder.read(range.from(), range.to(), weight);
    if (range.rows() == 0) {
      add(cluster, cluster.place(range.from()), weight);
      return;
    }
    int last = cluster.place(range.to() - 1);
    for (int place = cluster.place(range.from()); place <= last; place++) {
      int from = Math.max(range.from(), cluster.start(place));
      int to = Math.min(range.to(), cluster.stop(place));
      add(cluster, place, weight * cluster.present().count(from, to) / range.rows());
    }
  }

  private void add(Cluster cluster, int place, double weight) {
    ofPlace[place] += weight;
    ofServer[cluster.server(cluster.region(place))] += weight;
    all += weight;
  }

  private void measure(int[] writesOfServer) {
    loads.add(
        new Load(
            Arrays.stream(ofPlace).max().orElse(0) / all,
            EffectiveNumber.of(Arrays.stream(ofServer)),
            EffectiveNumber.of(Arrays.stream(ofPlace))));
    double writesPerRow = writesPerSecond / settings.windowRows();
    allServers.add(
        EffectiveNumber.of(
            IntStream.range(0, ofServer.length)
                .mapToDouble(i -> ofServer[i] + writesPerRow * writesOfServer[i])));
  }

  /** The means over the second half of the windows; null if nothing was read. */
  @Nullable Load load() {
    return loads.isEmpty() ? null : Load.mean(loads);
  }

  /**
   * The effective number of servers for reads and writes together; 0 if the rate of writes is
   * unknown.
   */
  double allServers() {
    return writesPerSecond == 0
        ? 0
        : allServers.stream().mapToDouble(servers -> servers).average().orElse(0);
  }
}
