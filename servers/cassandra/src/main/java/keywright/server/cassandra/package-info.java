/**
 * A Cassandra for tests, in a process of its own, on loopback and free ports.
 *
 * <p>The program, {@link keywright.server.cassandra.CassandraServerMain}, runs on a class path that
 * the build writes to a file and no other class path inherits.
 */
@NullMarked
package keywright.server.cassandra;

import org.jspecify.annotations.NullMarked;
