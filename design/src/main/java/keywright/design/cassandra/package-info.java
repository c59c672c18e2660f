/**
 * Designs as tables of Cassandra. {@link keywright.design.cassandra.NativeColumn} is the column of
 * a type.
 */
@NullMarked
package keywright.design.cassandra;

import org.jspecify.annotations.NullMarked;
