package keywright.design.cluster;

import java.util.Arrays;

/**
 * Distributes writes evenly over servers. It counts the writes of each region since its last run. A
 * run repeatedly moves a region from the busiest server to the least busy server. It chooses the
 * region whose move makes the loads of these two servers most equal. A region is moved only if
 * afterwards neither of the two servers is as busy as the busiest server was before. The run ends
 * when the loads of the two servers differ by at most a tenth of the mean load. All writes of a
 * region go to one server. Used by one thread.
 */
public final class LoadBalancer {
  private static final int PARTS_OF_MEAN = 10;

  /** The writes of each region, by its number, and the numbers of the regions that have writes. */
  private int[] writes = new int[16];

  private int[] busy = new int[16];
  private int busyCount;

  public void write(int region) {
    if (region >= writes.length) {
      writes = Arrays.copyOf(writes, Math.max(region + 1, writes.length * 2));
    }
    if (writes[region] == 0) {
      add(region);
    }
    writes[region]++;
  }

  private void add(int region) {
    if (busyCount == busy.length) {
      busy = Arrays.copyOf(busy, busyCount * 2);
    }
    busy[busyCount++] = region;
  }

  /** Region {@code parent} was split. Each half is assumed to have half of its writes. */
  void split(int parent, int left, int right) {
    int all = parent < writes.length ? writes[parent] : 0;
    writes = right >= writes.length ? Arrays.copyOf(writes, right * 2 + 1) : writes;
    if (all > 1) {
      add(left);
      add(right);
      writes[left] = all / 2;
      writes[right] = all - all / 2;
    }
    if (all > 0) {
      writes[parent] = 0;
    }
  }

  /**
   * Runs the balancer: moves regions and updates both arrays.
   *
   * @param serverOf the number of the server of each region, by the region's number; -1 for a
   *     region that was split. Changed by this call
   * @param regionsOf how many regions each server has, by the server's number. Changed by this call
   */
  public void balance(int[] serverOf, int[] regionsOf) {
    long[] load = new long[regionsOf.length];
    long all = 0;
    for (int i = 0; i < busyCount; i++) {
      int server = serverOf[busy[i]];
      if (server >= 0) {
        load[server] += writes[busy[i]];
        all += writes[busy[i]];
      }
    }
    while (move(load, all, serverOf, regionsOf)) {
      // One more region went.
    }
    for (int i = 0; i < busyCount; i++) {
      writes[busy[i]] = 0;
    }
    busyCount = 0;
  }

  private boolean move(long[] load, long all, int[] serverOf, int[] regionsOf) {
    int most = 0;
    int least = 0;
    for (int i = 1; i < load.length; i++) {
      most = load[i] > load[most] ? i : most;
      least = load[i] < load[least] ? i : least;
    }
    long difference = load[most] - load[least];
    if (difference * load.length * PARTS_OF_MEAN <= all) {
      return false;
    }
    int best = -1;
    for (int i = 0; i < busyCount; i++) {
      int region = busy[i];
      if (serverOf[region] == most
          && writes[region] > 0
          && writes[region] < difference
          && (best < 0 || uneven(region, difference) < uneven(best, difference))) {
        best = region;
      }
    }
    if (best < 0) {
      return false;
    }
    serverOf[best] = least;
    regionsOf[most]--;
    regionsOf[least]++;
    load[most] -= writes[best];
    load[least] += writes[best];
    return true;
  }

  /** The difference between the loads of the two servers after the move. */
  private long uneven(int region, long difference) {
    return Math.abs(difference - 2L * writes[region]);
  }
}
