/**
 * Designs as tables of Cassandra. {@link keywright.design.cassandra.NativeColumn} is the column for
 * values of a type. {@link keywright.design.cassandra.PlainCql} writes a design in Cassandra's own
 * CQL.
 */
@NullMarked
package keywright.design.cassandra;

import org.jspecify.annotations.NullMarked;
