package keywright.design;

import keywright.key.KeyException;

/** How a table is shared out among servers. */
public sealed interface Model {

  /** Regions that split when they hold too many rows: HBase, MapR, Bigtable. */
  record SizeSplits(Balancer balancer) implements Model {}

  /**
   * Regions that split when they hold too many rows, and when they take too many writes:
   * CockroachDB, TiDB. Such a split is at the key that halves the writes of a window, and made when
   * it would have halved those of the next window too.
   *
   * @param splitWrites the most writes of a region in a window, in two windows in a row
   */
  record LoadSplits(int splitWrites, Balancer balancer) implements Model {
    /** Refuses numbers below the least that make sense. */
    public LoadSplits {
      require("writes of a region in a window", splitWrites);
    }
  }

  /**
   * Partitions, each on the server that owns the Murmur3 token of its key: Cassandra, ScyllaDB.
   *
   * @param tokens how many ranges of the ring each server owns; they are drawn
   */
  record TokenRing(int tokens) implements Model {
    /** Refuses numbers below the least that make sense. */
    public TokenRing {
      require("tokens of a server", tokens);
    }
  }

  private static void require(String what, int found) {
    if (found < 1) {
      throw KeyException.of(
          "cannot simulate: found %d %s, expected 1 or more".formatted(found, what));
    }
  }
}
