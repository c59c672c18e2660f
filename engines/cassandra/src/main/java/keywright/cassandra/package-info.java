/**
 * The engine on Cassandra, by the driver of the Apache project.
 *
 * <p>A table is a table of Cassandra with a column for each part of the key and for each value,
 * which {@link keywright.cassandra.TableForm} says, so that every client reads it. {@link
 * keywright.cassandra.CassandraWriter} changes each row by one conditional statement, {@link
 * keywright.cassandra.CassandraSnapshot} and {@link keywright.cassandra.SliceCursor} read, {@link
 * keywright.cassandra.CassandraErrors} tells the driver's errors. The engine is found by {@link
 * java.util.ServiceLoader}; nothing names this package.
 */
@NullMarked
package keywright.cassandra;

import org.jspecify.annotations.NullMarked;
