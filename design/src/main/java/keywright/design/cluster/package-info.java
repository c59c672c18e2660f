/**
 * Models of a cluster that stores rows by rank: {@link keywright.design.cluster.Regions} that
 * split, with a balancer, or a {@link keywright.design.cluster.Ring} of partitions. They know ranks
 * only, no bytes.
 */
@NullMarked
package keywright.design.cluster;

import org.jspecify.annotations.NullMarked;
