/**
 * Serves a database to drivers of Cassandra, by the CQL native protocol, versions 4 and 5.
 *
 * <p>{@code CqlServer} listens. Each connection is a {@code Connection}, which takes part in the
 * protocol and hands statements to the {@code Statements} of the server, on a thread of a bounded
 * pool. {@code Served} is one statement of a client. {@code SchemaWatch} tells the connections what
 * has changed in the catalog. {@code Failures} turns exceptions into errors of the protocol. What
 * the server does is told to the {@code Measures} of the package {@code metrics}.
 */
@NullMarked
package keywright.cql.server;

import org.jspecify.annotations.NullMarked;
