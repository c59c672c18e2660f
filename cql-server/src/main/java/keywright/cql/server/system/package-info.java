/**
 * The tables of the keyspaces {@code system}, {@code system_schema} and {@code
 * system_virtual_schema}, from which drivers read the server and its schema.
 *
 * <p>{@code SystemTables} makes their rows from a {@code Schema}, which is what the catalog of the
 * database has at one moment. {@code SystemQuery} reads and runs the statements that drivers send
 * to them. {@code Words} are the words and signs of a statement.
 */
@NullMarked
package keywright.cql.server.system;

import org.jspecify.annotations.NullMarked;
