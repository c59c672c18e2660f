/** {@code cql generate}: designs in the CQL of other systems. */
@NullMarked
package keywright.cli.cql;

import org.jspecify.annotations.NullMarked;
