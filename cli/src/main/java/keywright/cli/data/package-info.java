/**
 * Files of rows: CSV and JSON lines, plain or compressed, read record by record and mapped to the
 * columns of a table.
 */
@NullMarked
package keywright.cli.data;

import org.jspecify.annotations.NullMarked;
