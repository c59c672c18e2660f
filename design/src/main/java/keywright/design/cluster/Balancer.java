package keywright.design.cluster;

/** What a balancer distributes evenly over the servers. */
public enum Balancer {
  /** The numbers of regions, the newest first, as HBase's simple balancer does. */
  COUNT,

  /**
   * The writes since it ran last, by moving regions from the busiest server to the idlest as long
   * as that evens them: as MapR, CockroachDB and TiDB do.
   */
  LOAD
}
