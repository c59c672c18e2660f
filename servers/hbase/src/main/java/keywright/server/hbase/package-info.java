/**
 * HBases for tests, in processes of their own, on loopback and free ports.
 *
 * <p>{@link keywright.server.hbase.HBaseServer} is one process with all of ZooKeeper, a master and
 * two region servers: ready soon, for tests of what HBase does. {@link
 * keywright.server.hbase.HBaseCluster} has a process for each region server, for tests of what is
 * left when they are killed. The programs, {@code …Main}, run on a class path that the build writes
 * to a file and no other class path inherits.
 */
@NullMarked
package keywright.server.hbase;

import org.jspecify.annotations.NullMarked;
