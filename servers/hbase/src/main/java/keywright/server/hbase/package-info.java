/**
 * An HBase for tests: ZooKeeper, a master and two region servers in a process of their own, on
 * loopback and free ports.
 *
 * <p>{@link keywright.server.hbase.HBaseServer} forks it and is all that tests see; {@link
 * keywright.server.hbase.HBaseServerMain} is its program, on a class path that the build writes to
 * a file and no other class path inherits.
 */
@NullMarked
package keywright.server.hbase;

import org.jspecify.annotations.NullMarked;
