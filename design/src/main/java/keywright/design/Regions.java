package keywright.design;

import java.util.Arrays;

/**
 * The regions of one table while rows are written: intervals of ranks, each on a server.
 *
 * <p>At first there is one region, on server 0. A region that has become too large splits before
 * its median row; both halves are new regions and stay on its server until {@link #balance}. A row
 * that is written again loads its region and does not make it grow. Which rows are there is one bit
 * for each rank. Used by one thread.
 */
final class Regions {
  private final RegionSettings settings;

  /** One bit for each rank: whether its row is there. */
  private final long[] present;

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

  Regions(RegionSettings settings, int ranks) {
    this.settings = settings;
    this.ranks = ranks;
    this.present = new long[(ranks + 63) >> 6];
    this.regionsOf = new int[settings.servers()];
    regionsOf[0] = 1;
    lowest[0] = ranks;
  }

  /** Writes the row of {@code rank}; gives the number of the region that took it. */
  int write(int rank) {
    int place = placeOf(rank);
    int region = inOrder[place];
    writes++;
    isWritten[region] = true;
    if ((present[rank >> 6] & (1L << rank)) == 0) {
      present[rank >> 6] |= (1L << rank);
      rows[region]++;
      lowest[region] = Math.min(lowest[region], rank);
      long limit = settings.policy().limit(settings.regionRows(), regionsOf[server[region]]);
      if (rows[region] > limit && rows[region] > 1) {
        split(place);
      }
    }
    return region;
  }

  private int placeOf(int rank) {
    int found = Arrays.binarySearch(starts, 0, count, rank);
    return found >= 0 ? found : -found - 2;
  }

  private void split(int place) {
    int parent = inOrder[place];
    int median = select(lowest[parent], rows[parent] / 2);
    makeRoom();
    int left = made++;
    int right = made++;
    rows[left] = rows[parent] / 2;
    rows[right] = rows[parent] - rows[left];
    lowest[left] = lowest[parent];
    lowest[right] = median;
    server[left] = server[parent];
    server[right] = server[parent];
    madeAt[left] = writes;
    madeAt[right] = writes;
    regionsOf[server[parent]]++;
    server[parent] = -1;
    System.arraycopy(starts, place + 1, starts, place + 2, count - place - 1);
    System.arraycopy(inOrder, place + 1, inOrder, place + 2, count - place - 1);
    starts[place + 1] = median;
    inOrder[place] = left;
    inOrder[place + 1] = right;
    count++;
  }

  /** The rank of the row that {@code index} rows from {@code rank} on come before. */
  private int select(int rank, int index) {
    int word = rank >> 6;
    long bits = present[word] & (-1L << rank);
    int left = index;
    while (Long.bitCount(bits) <= left) {
      left -= Long.bitCount(bits);
      bits = present[++word];
    }
    for (; left > 0; left--) {
      bits &= bits - 1;
    }
    return (word << 6) + Long.numberOfTrailingZeros(bits);
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
   * Evens the numbers of regions that servers have, up to one. A server with the most gives its
   * newest to one with the fewest.
   */
  void balance() {
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

  /** The server of region {@code region}; -1 when it has split. */
  int server(int region) {
    return server[region];
  }

  /** How many regions there are. */
  int count() {
    return count;
  }

  /** How many there have been; their numbers lie below. */
  int made() {
    return made;
  }

  /** The number of the region at {@code place} in key order. */
  int region(int place) {
    return inOrder[place];
  }

  /** The first rank that the region at {@code place} in key order may hold. */
  int start(int place) {
    return starts[place];
  }

  /** The rank before which the region at {@code place} in key order stops. */
  int stop(int place) {
    return place + 1 < count ? starts[place + 1] : ranks;
  }

  /** The lowest rank of a row in region {@code region}; of a right half, where it starts. */
  int lowest(int region) {
    return lowest[region];
  }

  /** The rows of region {@code region}. */
  int rows(int region) {
    return rows[region];
  }

  /** How many regions a server has. */
  int regionsOf(int someServer) {
    return regionsOf[someServer];
  }

  /**
   * The regions that a split left half full and that took no write since, for at least a window.
   */
  int cold() {
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
