package keywright.design.cluster;

import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/** How a table is distributed over servers. */
public sealed interface Model {

  /**
   * Regions that split when they hold too many rows: HBase, MapR, Bigtable.
   *
   * @param preSplit how many regions there are before the first row; 1 if the key alone gives no
   *     split points. The regions start at the split points of {@link
   *     keywright.design.rows.SplitPoints#ofKey}
   */
  record SizeSplits(Balancer balancer, int preSplit) implements Model {
    /** Refuses numbers that are too small. */
    public SizeSplits {
      require("regions before the first row", preSplit);
    }

    /** With one region before the first row. */
    public SizeSplits(Balancer balancer) {
      this(balancer, 1);
    }
  }

  /**
   * Regions that split when they hold too many rows, and when they take too many writes:
   * CockroachDB, TiDB. A region with too many writes is split at the key that halves its writes of
   * a window, but only if this key would also have halved its writes of the next window.
   *
   * @param splitWrites a region is split if it takes more writes than this in two successive
   *     windows; null for half of a server's even share
   * @param preSplit as in {@link SizeSplits}
   */
  record LoadSplits(@Nullable Integer splitWrites, Balancer balancer, int preSplit)
      implements Model {
    /** Refuses numbers that are too small. */
    public LoadSplits {
      require("writes of a region in a window", splitWrites == null ? 1 : splitWrites);
      require("regions before the first row", preSplit);
    }

    /** With one region before the first row. */
    public LoadSplits(int splitWrites, Balancer balancer) {
      this(splitWrites, balancer, 1);
    }

    /** The number of writes in a window above which a region is split, with these settings. */
    public int splitWrites(RegionSettings settings) {
      return splitWrites == null
          ? (int) Math.max(1, settings.windowRows() / (2L * settings.servers()))
          : splitWrites;
    }
  }

  /**
   * Partitions, each on the server that owns the Murmur3 token of its key: Cassandra, ScyllaDB.
   *
   * @param tokens how many random ranges of the ring each server owns
   */
  record TokenRing(int tokens) implements Model {
    /** The default number of ranges of a server, as in Cassandra. */
    public static final int TOKENS = 16;

    /** The largest number of ranges that a server can own, as in Cassandra. */
    public static final int MOST_TOKENS = 1_536;

    /** Refuses numbers below 1 and above {@link #MOST_TOKENS}. */
    public TokenRing {
      require("tokens per server", tokens);
      if (tokens > MOST_TOKENS) {
        throw KeyException.of(
            "cannot simulate: found %,d tokens per server, expected at most %,d"
                .formatted(tokens, MOST_TOKENS));
      }
    }
  }

  /** How many regions there are before the first row; a ring has none. */
  default int preSplit() {
    return 1;
  }

  private static void require(String what, int found) {
    if (found < 1) {
      throw KeyException.of(
          "cannot simulate: found %d %s, expected 1 or more".formatted(found, what));
    }
  }
}
