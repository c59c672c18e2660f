package keywright.cli.database;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import keywright.store.Region;

/**
 * The reads and writes of each region between two readings, by its id. Immutable.
 *
 * <p>If a region is new, or if its counts are lower than at the first reading, a server has opened
 * it between the readings. Then its counts since the opening are used.
 */
public final class RegionRates {
  /** From this multiple of an even share of the writes on, a region is hot. */
  private static final double HOT = 2;

  /**
   * The share of the writes from which one of two regions is hot; twice an even share would be all
   * writes.
   */
  private static final double HOT_OF_TWO = 0.9;

  /** The smallest number of writes; shares of fewer writes depend on chance. */
  private static final long FEWEST_WRITES = 100;

  private final List<Region> regions;
  private final long[] reads;
  private final long[] writes;
  private final long allWrites;

  private RegionRates(Map<String, Region> before, List<Region> regions) {
    this.regions = List.copyOf(regions);
    reads = new long[regions.size()];
    writes = new long[regions.size()];
    long sum = 0;
    for (int i = 0; i < reads.length; i++) {
      Region now = regions.get(i);
      Region then = before.get(now.id());
      boolean goesOn = then != null && then.reads() <= now.reads() && then.writes() <= now.writes();
      reads[i] = now.reads() - (goesOn && then != null ? then.reads() : 0);
      writes[i] = now.writes() - (goesOn && then != null ? then.writes() : 0);
      sum += writes[i];
    }
    allWrites = sum;
  }

  /** The rates between two readings, the later one last. */
  static RegionRates between(List<Region> before, List<Region> after) {
    Map<String, Region> byId = new HashMap<>();
    before.forEach(region -> byId.put(region.id(), region));
    return new RegionRates(byId, after);
  }

  /** The reads and writes of each region since its server opened it. */
  public static RegionRates sinceOpened(List<Region> regions) {
    return new RegionRates(Map.of(), regions);
  }

  /** The regions as they are now, in the order of their row keys. */
  public List<Region> regions() {
    return regions;
  }

  long reads(int region) {
    return reads[region];
  }

  public long writes(int region) {
    return writes[region];
  }

  /** The share of all writes that a region took, from 0 to 1. */
  public double writeShare(int region) {
    return allWrites == 0 ? 0 : (double) writes[region] / allWrites;
  }

  /** How many times an even share of the writes a region took. */
  double timesEven(int region) {
    return writeShare(region) * regions.size();
  }

  /** Whether a region is hot: it takes much more than an even share of the writes. */
  boolean isHot(int region) {
    return regions.size() > 1
        && allWrites >= FEWEST_WRITES
        && writeShare(region) >= Math.min(HOT_OF_TWO, HOT / regions.size());
  }
}
