/**
 * Models of a cluster that stores rows by their ranks, which are their positions in key order.
 * {@link keywright.design.cluster.Regions} models regions that split and that a balancer moves.
 * {@link keywright.design.cluster.Ring} models partitions on a token ring. The models use only
 * ranks, not the bytes of keys.
 */
@NullMarked
package keywright.design.cluster;

import org.jspecify.annotations.NullMarked;
