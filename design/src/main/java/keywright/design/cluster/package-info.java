/**
 * Models of a cluster that stores rows by rank. {@link keywright.design.cluster.Regions} split and
 * have a balancer; a {@link keywright.design.cluster.Ring} has partitions. The models use only
 * ranks, not the bytes of keys.
 */
@NullMarked
package keywright.design.cluster;

import org.jspecify.annotations.NullMarked;
