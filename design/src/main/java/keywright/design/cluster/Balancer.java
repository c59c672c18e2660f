package keywright.design.cluster;

/** The quantity that a balancer distributes evenly over the servers. */
public enum Balancer {
  /** The number of regions. The newest regions move first, as in HBase's simple balancer. */
  COUNT,

  /**
   * The writes since the last run of the balancer. It moves regions from the busiest server to the
   * least busy one while that makes them more equal, as in MapR, CockroachDB and TiDB.
   */
  LOAD
}
