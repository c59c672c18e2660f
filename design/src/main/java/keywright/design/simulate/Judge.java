package keywright.design.simulate;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import keywright.design.cluster.Partitions;
import keywright.design.rows.ArrivalOrder;
import keywright.design.rows.Leading;
import keywright.design.rows.Tasks;
import keywright.design.simulate.Verdict.Cause;
import keywright.design.simulate.Verdict.Grade;
import org.jspecify.annotations.Nullable;

/**
 * Grades a key by a replay, which writes sample rows under this key to simulated regions. Finds the
 * cause of a hot spot by replays of the same rows in other orders. Used by one thread.
 *
 * <p>The measure is the number of regions that share the writes of a window, which is a group of
 * consecutive writes. It is compared with a replay of the same rows in random order. So the grade
 * does not depend on the size of regions. The exceptions are keys for which one value, or one
 * burst, has about as many rows as a region.
 */
public final class Judge {
  /** Below this part of what servers could share a key is hot. */
  static final double HOT = 0.45;

  /** From this part of what servers could share on writes count as shared. */
  static final double EVEN = 0.8;

  /** An order of rows heals when it closes this part of the gap to the shuffled rows. */
  private static final double HEALS = 0.6;

  /** By so much must an order of rows help to have a part in the cause. */
  private static final double HELPS = 1.3;

  /** Below this part of the regions that a shuffle leads to the order of arrival matters. */
  private static final double ORDERED = 0.75;

  /** Up to this part of the regions that a shuffle leads to they are tails that grow. */
  private static final double TAILS = 0.5;

  /** Fewer regions than this do not tell. */
  private static final double FEWEST_REGIONS = 1.5;

  /** From here on the first part follows the order of arrival. */
  private static final double RISES = 0.8;

  private final int servers;
  private final WriteShares ordered;
  private final WriteShares shuffled;
  private final @Nullable Partitions partitions;
  private final Leading leading;
  private final Function<int[], WriteShares> replay;

  /**
   * @param partitions on a token ring; null in other models
   * @param replay of rows, by their ranks in some order
   */
  Judge(
      int servers,
      WriteShares ordered,
      WriteShares shuffled,
      @Nullable Partitions partitions,
      Leading leading,
      Function<int[], WriteShares> replay) {
    this.servers = servers;
    this.ordered = ordered;
    this.shuffled = shuffled;
    this.partitions = partitions;
    this.leading = leading;
    this.replay = replay;
  }

  /**
   * What is found.
   *
   * @param keys the effective number of row keys, 1/Σshare² over the rows
   * @param isFalling whether the first part falls, when it is the cause
   * @param byTime the regions of a moment when the rows come in the order of a time that they
   *     contradict; null when they contradict none, or when that changes nothing
   * @param time that time, or one that makes the order of the rows doubtful; null for none
   */
  record Diagnosis(
      Grade grade,
      Cause cause,
      Leading leading,
      double keys,
      boolean isFalling,
      @Nullable WriteShares byTime,
      @Nullable String time) {}

  /**
   * The grade and its cause.
   *
   * @param ranks in order of arrival
   * @param mixed the same, shuffled
   */
  Diagnosis of(int[] ranks, int[] mixed, ArrivalOrder order) {
    double keys = effectiveKeys(ranks);
    double byKey = Math.min(1, partitions == null ? keys / servers : byPartition(partitions));
    Estimate share = share(ordered);
    Grade grade = grade(share, byKey);
    String time = order.contradicted();
    if (time != null && grade != Grade.HOT && grade != Grade.UNDECIDED) {
      int[] sorted = sorted(ranks, order.by(time));
      WriteShares byTime = replay.apply(sorted);
      Grade other = grade(share(byTime), byKey);
      if (other == Grade.HOT || (other == Grade.UNEVEN && grade != Grade.UNEVEN)) {
        Leading rows = leading.in(sorted);
        Cause cause = byOrder(rows, byTime, mixed);
        return new Diagnosis(Grade.UNDECIDED, cause, rows, keys, false, byTime, time);
      }
    }
    Cause cause = Cause.NONE;
    if (grade == Grade.HOT || grade == Grade.UNEVEN) {
      cause = byKey <= share.value() ? byKeyAlone() : byOrder(leading, ordered, mixed);
    }
    boolean isFalling = cause == Cause.RISING && leading.trend() < 0;
    String doubtful = time == null && cause != Cause.NONE ? order.notInOrderOf() : time;
    return new Diagnosis(grade, cause, leading, keys, isFalling, null, doubtful);
  }

  private static int[] sorted(int[] ranks, int[] rows) {
    return Arrays.stream(rows).map(row -> ranks[row]).toArray();
  }

  /** Of the servers, those that are kept busy when rows come in any order. */
  private double byPartition(Partitions some) {
    return shuffled.effectiveServers() / Math.min(servers, some.evenServers());
  }

  /**
   * The part of what the servers could share that they do share. Where there are few regions so
   * far, an order that leads to fewer of them than a shuffle does will not lead to more when there
   * are more regions, so it is compared with the servers.
   */
  private Estimate share(WriteShares load) {
    Estimate found = load.regions().atMost(servers);
    boolean isOrdered = load.effectiveRegions() < ORDERED * shuffled.effectiveRegions();
    Estimate best =
        isOrdered ? new Estimate(servers, servers, servers) : shuffled.regions().atMost(servers);
    return new Estimate(
            found.value() / best.value(), found.low() / best.high(), found.high() / best.low())
        .atMost(1);
  }

  private Grade grade(Estimate share, double byKey) {
    double least = Math.min(share.value(), byKey);
    boolean isOneRegion = servers > 1 && shuffled.effectiveRegions() < FEWEST_REGIONS;
    if (byKey >= HOT && (isOneRegion || (share.low() < HOT && share.high() >= EVEN))) {
      return Grade.UNDECIDED;
    }
    if (least < HOT) {
      return Grade.HOT;
    }
    if (least < EVEN) {
      return Grade.UNEVEN;
    }
    return ordered.effectiveRegions() <= TAILS * shuffled.effectiveRegions() && partitions == null
        ? Grade.TAILS
        : Grade.FINE;
  }

  private Cause byKeyAlone() {
    return partitions == null ? Cause.HOT_ROWS : Cause.FEW_VALUES;
  }

  /**
   * The order that causes a hot spot: the order in which the values of the first part arrive, or
   * the order in which the rows of each value arrive.
   */
  private Cause byOrder(Leading rows, WriteShares load, int[] mixed) {
    CompletableFuture<WriteShares> ofRows =
        CompletableFuture.supplyAsync(() -> replay.apply(rows.withRowsOf(mixed)));
    WriteShares mixedValues = replay.apply(rows.withValuesOf(mixed));
    WriteShares mixedRows = Tasks.result(ofRows);
    double share = share(load).value();
    double enough = share + HEALS * (1 - share);
    boolean isOfValues = share(mixedValues).value() >= enough;
    boolean isOfRows = share(mixedRows).value() >= enough;
    boolean valuesHelp = mixedValues.effectiveRegions() >= HELPS * load.effectiveRegions();
    if (isOfValues) {
      return Math.abs(rows.trend()) >= RISES ? Cause.RISING : Cause.TOGETHER;
    }
    return valuesHelp ? Cause.BOTH : isOfRows || partitions == null ? Cause.FEW_VALUES : Cause.BOTH;
  }

  /** 1/Σshare² of row keys over the rows, from pairs of different rows. */
  private static double effectiveKeys(int[] ranks) {
    int distinct = Arrays.stream(ranks).max().orElse(-1) + 1;
    long[] counts = new long[distinct];
    for (int rank : ranks) {
      counts[rank]++;
    }
    double same = 0;
    for (long count : counts) {
      same += count * (count - 1.0);
    }
    double pairs = ranks.length * (ranks.length - 1.0);
    return same == 0 ? Double.POSITIVE_INFINITY : pairs / same;
  }
}
