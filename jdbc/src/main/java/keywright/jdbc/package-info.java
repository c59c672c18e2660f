/**
 * The JDBC driver. {@link keywright.jdbc.JdbcDriver} opens a {@code JdbcConnection} on a database,
 * which the connections of one process to one URL share ({@code OpenDatabases}). Each connection
 * has a session of its own. Its statements run in this session; {@code Transaction} collects the
 * changes while auto-commit is off. A {@code JdbcResultSet} reads rows as the program asks for
 * them; {@code Conversions} gives their values as the requested Java types, or refuses. {@code
 * JdbcTypes} maps types of columns to types of JDBC, {@code SqlErrors} maps errors to subclasses of
 * {@code SQLException}.
 */
@NullMarked
package keywright.jdbc;

import org.jspecify.annotations.NullMarked;
