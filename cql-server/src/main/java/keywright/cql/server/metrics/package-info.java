/**
 * What a server tells of its work, and the port at which programs read it.
 *
 * <p>The server calls {@code Measures}. Without a port for metrics this is {@code Measures.NONE},
 * which does nothing. Otherwise it is {@code ServerMetrics}, which has the meters of Micrometer;
 * only then Micrometer is loaded. {@code MetricsPort} answers HTTP requests for the metrics and for
 * the {@code Health} of the server.
 */
@NullMarked
package keywright.cql.server.metrics;

import org.jspecify.annotations.NullMarked;
