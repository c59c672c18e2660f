package keywright.design.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import keywright.design.cluster.Cluster;
import keywright.design.cluster.RegionSettings;
import keywright.design.rows.EffectiveNumber;

/**
 * A replay: writes sample rows to a simulated {@link Cluster}, and measures how regions and servers
 * share the writes. The rows are written in windows, which are groups of consecutive writes. Used
 * by one thread.
 */
public final class Replay {
  private final RegionSettings settings;
  private final Cluster cluster;
  private final Recorder recorder;
  private final ReadLoad reads;
  private final List<Load> windows = new ArrayList<>();
  private final Concentration onRegions = new Concentration();
  private final Concentration onServers = new Concentration();

  /**
   * The writes of the window: by region, with the numbers of the regions that have writes, and by
   * server.
   */
  private int[] writesOfRegion = new int[16];

  private final int[] written;

  /** The number of regions that had been created when the window began. */
  private int madeBefore;

  /**
   * For each region that was created in this window: the region of the start of the window from
   * which it was split. So a split within a window does not spread writes of the same moment over
   * several regions.
   */
  private int[] madeOf = new int[16];

  private int[] writesOfOld = new int[16];
  private int writtenCount;
  private final int[] writesOfServer;

  private Replay(RegionSettings settings, Cluster cluster, ReadLoad reads, Recorder recorder) {
    this.settings = settings;
    this.reads = reads;
    this.cluster = cluster;
    this.recorder = recorder;
    this.written = new int[settings.windowRows()];
    this.writesOfServer = new int[settings.servers()];
    this.madeBefore = cluster.made();
  }

  /**
   * Replays rows. The rows after the last complete window are written, but not measured.
   *
   * @param settings the sizes of windows and regions, and the number of servers
   * @param ranks the rank of each row, in the order in which the rows are written. The rank is the
   *     position of the row's key in key order
   * @param cluster the regions or partitions to which the rows are written
   * @param reads the reads of queries during the replay
   * @param recorder receives each write, read, split and end of a window
   */
  public static Replay of(
      RegionSettings settings, int[] ranks, Cluster cluster, ReadLoad reads, Recorder recorder) {
    Replay replay = new Replay(settings, cluster, reads, recorder);
    int inWindow = 0;
    int sinceBalance = 0;
    for (int rank : ranks) {
      replay.write(rank);
      if (++inWindow == settings.windowRows()) {
        replay.endWindow();
        inWindow = 0;
      }
      if (++sinceBalance == settings.balanceRows()) {
        cluster.balance();
        sinceBalance = 0;
      }
    }
    return replay;
  }

  private void write(int rank) {
    int made = cluster.made();
    int region = cluster.write(rank);
    recorder.write(rank);
    recordSplits(made);
    trace(made, region);
    // A region that this write split is gone, and its halves are where it was.
    writesOfServer[cluster.server(region) < 0 ? cluster.server(made) : cluster.server(region)]++;
    if (region >= writesOfRegion.length) {
      writesOfRegion = Arrays.copyOf(writesOfRegion, cluster.made() * 2);
    }
    if (writesOfRegion[region]++ == 0) {
      written[writtenCount++] = region;
    }
  }

  /** The region that {@code region} was part of when the window began. */
  private int before(int region) {
    return region < madeBefore ? region : madeOf[region - madeBefore];
  }

  /** Records that the regions from number {@code from} on were split from {@code parent}. */
  private void trace(int from, int parent) {
    int made = cluster.made() - madeBefore;
    if (made > madeOf.length) {
      madeOf = Arrays.copyOf(madeOf, made * 2);
    }
    Arrays.fill(madeOf, from - madeBefore, made, before(parent));
  }

  /** The writes of the window, counted by the regions that existed when it began. */
  private int[] writesBefore() {
    if (madeBefore > writesOfOld.length) {
      writesOfOld = new int[madeBefore * 2];
    }
    int[] sums = new int[writtenCount];
    for (int i = 0; i < writtenCount; i++) {
      writesOfOld[before(written[i])] += writesOfRegion[written[i]];
    }
    for (int i = 0; i < writtenCount; i++) {
      sums[i] = writesOfOld[before(written[i])];
      writesOfOld[before(written[i])] = 0;
    }
    return sums;
  }

  /**
   * Reports splits to the recorder. The regions from number {@code from} on are left and right
   * halves in turn.
   */
  private void recordSplits(int from) {
    for (int right = from + 1; right < cluster.made(); right += 2) {
      recorder.split(cluster.lowest(right));
    }
  }

  private void endWindow() {
    int[] writes = new int[writtenCount];
    onRegions.add(writesBefore(), settings.windowRows());
    for (int i = 0; i < writtenCount; i++) {
      writes[i] = writesOfRegion[written[i]];
      writesOfRegion[written[i]] = 0;
    }
    onServers.add(writesOfServer, settings.windowRows());
    windows.add(
        new Load(
            (double) Arrays.stream(writes).max().orElse(0) / settings.windowRows(),
            EffectiveNumber.of(Arrays.stream(writesOfServer).asDoubleStream()),
            EffectiveNumber.of(Arrays.stream(writes).asDoubleStream())));
    reads.endWindow(cluster, writesOfServer, recorder);
    writtenCount = 0;
    Arrays.fill(writesOfServer, 0);
    int made = cluster.made();
    cluster.endWindow();
    recordSplits(made);
    recorder.endWindow();
    madeBefore = cluster.made();
  }

  /** How regions and servers shared the writes of each complete window, in order. */
  public List<Load> windows() {
    return windows;
  }

  /** How regions and servers shared the writes of a moment, over the second half of the windows. */
  WriteShares load() {
    return new WriteShares(
        windows.subList(windows.size() / 2, windows.size()).stream()
            .mapToDouble(Load::largestRegionShare)
            .average()
            .orElseThrow(),
        onServers.effective(settings.servers()),
        onRegions.effective(cluster.count()));
  }
}
