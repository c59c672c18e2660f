/**
 * The language: statements in, table calls out.
 *
 * <p>The grammar is ANTLR's, in {@code src/main/antlr4}; its parser is generated into this package.
 * Key expressions inside a statement are handed to the parser of {@code keywright.key} together
 * with their position, so that an error points at the right column.
 */
@NullMarked
package keywright.cql;

import org.jspecify.annotations.NullMarked;
