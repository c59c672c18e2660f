package keywright.design.cluster;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A model of the regions of one table while rows are written. Each region is an interval of ranks
 * on one server. The rank of a row is its position in key order, from 0.
 *
 * <p>At first one region on server 0 exists, or several regions that are distributed over the
 * servers. A region that is too large is split before its median row. A region with too many writes
 * is split at the rank that a {@link LoadSplitter} chooses. Both halves are new regions. They stay
 * on the server of the old region until {@link #balance} moves them. A row that is written again
 * counts as a write of its region, but does not make the region larger. Used by one thread.
 */
public final class Regions implements Cluster {
  private final RegionSettings settings;
  private final @Nullable LoadSplitter splitter;
  private final @Nullable LoadBalancer balancer;

  private final RowBits present;
  private final int ranks;

  /** The regions in key order: the first rank that each may hold, and its number. */
  private int[] starts = new int[16];

  private int[] inOrder = new int[16];
  private int count = 1;

  /** By number of a region, in the order in which they were made. */
  private int[] server = new int[16];

  private int[] rows = new int[16];
  private int[] lowest = new int[16];
  private long[] madeAt = new long[16];
  private boolean[] isWritten = new boolean[16];
  private int made = 1;

  private final int[] regionsOf;
  private long writes;

  /**
   * Makes regions that split only by their number of rows. The balancer gives the servers equal
   * numbers of regions.
   *
   * @param ranks the number of ranks, which is the number of different keys
   */
  public Regions(RegionSettings settings, int ranks) {
    this(settings, ranks, new int[0], 0, Balancer.COUNT);
  }

  /**
   * Makes regions.
   *
   * @param ranks the number of ranks, which is the number of different keys
   * @param preSplits the ranks at which the second and later regions start before the first row is
   *     written, in ascending order
   * @param splitWrites a region with more writes than this in a window is split; 0 to split only by
   *     the number of rows
   * @param balancer the quantity that the balancer distributes evenly over the servers
   */
  public Regions(
      RegionSettings settings, int ranks, int[] preSplits, int splitWrites, Balancer balancer) {
    this.settings = settings;
    this.splitter = splitWrites == 0 ? null : new LoadSplitter(splitWrites, settings.windowRows());
    this.balancer = balancer == Balancer.COUNT ? null : new LoadBalancer();
    this.ranks = ranks;
    this.present = new RowBits(ranks);
    this.regionsOf = new int[settings.servers()];
    regionsOf[0] = 1;
    lowest[0] = ranks;
    for (int rank : preSplits) {
      makeRoom();
      int region = made++;
      starts[count] = rank;
      inOrder[count++] = region;
      server[region] = region % settings.servers();
      regionsOf[server[region]]++;
      lowest[region] = ranks;
    }
  }

  @Override
  public int write(int rank) {
    int place = place(rank);
    int region = inOrder[place];
    writes++;
    if (splitter != null) {
      splitter.write(rank);
    }
    if (balancer != null) {
      balancer.write(region);
    }
    isWritten[region] = true;
    if (present.add(rank)) {
      rows[region]++;
      lowest[region] = Math.min(lowest[region], rank);
      long limit = settings.policy().limit(settings.regionRows(), regionsOf[server[region]]);
      if (rows[region] > limit && rows[region] > 1) {
        split(place, present.select(lowest[region], rows[region] / 2), rows[region] / 2);
      }
    }
    return region;
  }

  @Override
  public void endWindow() {
    if (splitter != null) {
      splitter.endWindow(this);
    }
  }

  @Override
  public int place(int rank) {
    int found = Arrays.binarySearch(starts, 0, count, rank);
    return found >= 0 ? found : -found - 2;
  }

  /** Splits the region at {@code place} before the row of {@code rank}, which exists. */
  void split(int place, int rank) {
    split(place, rank, present.count(lowest[inOrder[place]], rank));
  }

  private void split(int place, int rank, int leftRows) {
    int parent = inOrder[place];
    makeRoom();
    int left = made++;
    int right = made++;
    rows[left] = leftRows;
    rows[right] = rows[parent] - leftRows;
    lowest[left] = lowest[parent];
    lowest[right] = rank;
    server[left] = server[parent];
    server[right] = server[parent];
    madeAt[left] = writes;
    madeAt[right] = writes;
    regionsOf[server[parent]]++;
    server[parent] = -1;
    System.arraycopy(starts, place + 1, starts, place + 2, count - place - 1);
    System.arraycopy(inOrder, place + 1, inOrder, place + 2, count - place - 1);
    starts[place + 1] = rank;
    inOrder[place] = left;
    inOrder[place + 1] = right;
    count++;
    if (balancer != null) {
      balancer.split(parent, left, right);
    }
  }

  private void makeRoom() {
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
      inOrder = Arrays.copyOf(inOrder, count * 2);
    }
    if (made + 2 > server.length) {
      int length = server.length * 2;
      server = Arrays.copyOf(server, length);
      rows = Arrays.copyOf(rows, length);
      lowest = Arrays.copyOf(lowest, length);
      madeAt = Arrays.copyOf(madeAt, length);
      isWritten = Arrays.copyOf(isWritten, length);
    }
  }

  /**
   * Runs the balancer. It moves regions until the servers have about equal numbers of writes, or
   * equal numbers of regions.
   */
  @Override
  public void balance() {
    if (balancer != null) {
      balancer.balance(server, regionsOf);
    } else {
      balanceNumbers();
    }
  }

  /** Evens them up to one. A server with the most gives its newest to one with the fewest. */
  private void balanceNumbers() {
    int most = most();
    int fewest = fewest();
    for (int region = made - 1; regionsOf[most] - regionsOf[fewest] > 1; region--) {
      int from = server[region];
      if (from >= 0 && regionsOf[from] == regionsOf[most]) {
        server[region] = fewest;
        regionsOf[from]--;
        regionsOf[fewest]++;
        most = most();
        fewest = fewest();
      }
      region = region == 0 ? made : region;
    }
  }

  private int most() {
    int most = 0;
    for (int i = 1; i < regionsOf.length; i++) {
      most = regionsOf[i] > regionsOf[most] ? i : most;
    }
    return most;
  }

  private int fewest() {
    int fewest = 0;
    for (int i = 1; i < regionsOf.length; i++) {
      fewest = regionsOf[i] < regionsOf[fewest] ? i : fewest;
    }
    return fewest;
  }

  @Override
  public int server(int region) {
    return server[region];
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public int made() {
    return made;
  }

  @Override
  public int region(int place) {
    return inOrder[place];
  }

  @Override
  public int start(int place) {
    return starts[place];
  }

  @Override
  public int stop(int place) {
    return place + 1 < count ? starts[place + 1] : ranks;
  }

  @Override
  public int lowest(int region) {
    return lowest[region];
  }

  @Override
  public RowBits present() {
    return present;
  }

  /** The number of rows of the region with the number {@code region}. */
  public int rows(int region) {
    return rows[region];
  }

  /** How many regions the server with the number {@code someServer} has. */
  public int regionsOf(int someServer) {
    return regionsOf[someServer];
  }

  @Override
  public int ranges() {
    return count;
  }

  @Override
  public int[] boundaries() {
    return Arrays.copyOfRange(starts, 1, count);
  }

  @Override
  public int splits() {
    return made - count;
  }

  @Override
  public @Nullable Partitions partitions(double meanRowBytes) {
    return null;
  }

  @Override
  public int cold() {
    int cold = 0;
    for (int place = 0; place < count; place++) {
      int region = inOrder[place];
      if (!isWritten[region] && writes - madeAt[region] >= settings.windowRows()) {
        cold++;
      }
    }
    return cold;
  }
}
