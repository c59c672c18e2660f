package keywright.design.cluster;

/** The quantity that the balancer of a simulated cluster distributes evenly over the servers. */
public enum Balancer {
  /**
   * The number of regions of each server. The newest regions are moved first, as in HBase's simple
   * balancer.
   */
  COUNT,

  /**
   * The number of writes of each server since the last run of the balancer. The balancer moves
   * regions from the busiest server to the least busy server, as long as this makes the two servers
   * more equal, as in MapR, CockroachDB and TiDB.
   */
  LOAD
}
