package keywright.design.cluster;

import keywright.key.KeyException;
import org.jspecify.annotations.Nullable;

/** The model by which a simulation distributes the rows of a table over servers. Immutable. */
public sealed interface Model {

  /**
   * Regions that split when they have too many rows, as in HBase, MapR and Bigtable.
   *
   * @param balancer the quantity that the balancer distributes evenly over the servers
   * @param preSplit how many regions exist before the first row is written. They start at the split
   *     points of {@link keywright.design.rows.SplitPoints#ofKey}. 1 if the key alone gives no
   *     split points
   */
  record SizeSplits(Balancer balancer, int preSplit) implements Model {
    /**
     * Makes a model.
     *
     * @throws keywright.key.KeyException if a number is too small
     */
    public SizeSplits {
      require("regions before the first row", preSplit);
    }

    /** Makes a model with one region before the first row is written. */
    public SizeSplits(Balancer balancer) {
      this(balancer, 1);
    }
  }

  /**
   * Regions that split when they have too many rows or too many writes, as in CockroachDB and TiDB.
   * A region with too many writes is split at the key that halves its writes of a window, which is
   * a group of consecutive writes. It is split only if this key would also have halved its writes
   * of the next window.
   *
   * @param splitWrites a region is split if it has more writes than this in each of two successive
   *     windows; null for half of the writes that a server would have if all servers had the same
   *     number
   * @param balancer the quantity that the balancer distributes evenly over the servers
   * @param preSplit how many regions exist before the first row is written, as in {@link
   *     SizeSplits}
   */
  record LoadSplits(@Nullable Integer splitWrites, Balancer balancer, int preSplit)
      implements Model {
    /**
     * Makes a model.
     *
     * @throws keywright.key.KeyException if a number is too small
     */
    public LoadSplits {
      require("writes of a region in a window", splitWrites == null ? 1 : splitWrites);
      require("regions before the first row", preSplit);
    }

    /** Makes a model with one region before the first row is written. */
    public LoadSplits(int splitWrites, Balancer balancer) {
      this(splitWrites, balancer, 1);
    }

    /**
     * The number of writes in a window above which a region is split, in a replay with the settings
     * {@code settings}.
     */
    public int splitWrites(RegionSettings settings) {
      return splitWrites == null
          ? (int) Math.max(1, settings.windowRows() / (2L * settings.servers()))
          : splitWrites;
    }
  }

  /**
   * Partitions on a token ring, as in Cassandra and ScyllaDB. Each partition is on the server that
   * owns the Murmur3 token of its key.
   *
   * @param tokens how many random ranges of the ring each server owns
   */
  record TokenRing(int tokens) implements Model {
    /** The default number of random ranges of the ring that each server owns, as in Cassandra. */
    public static final int TOKENS = 16;

    /** The largest number of random ranges of the ring that a server can own, as in Cassandra. */
    public static final int MOST_TOKENS = 1_536;

    /**
     * Makes a model.
     *
     * @throws keywright.key.KeyException if {@code tokens} is below 1 or above {@link #MOST_TOKENS}
     */
    public TokenRing {
      require("tokens per server", tokens);
      if (tokens > MOST_TOKENS) {
        throw KeyException.of(
            "cannot simulate: found %,d tokens per server, expected at most %,d"
                .formatted(tokens, MOST_TOKENS));
      }
    }
  }

  /** How many regions exist before the first row is written; 0 for a ring. */
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
