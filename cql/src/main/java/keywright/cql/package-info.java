/**
 * The language: reads statements and calls tables.
 *
 * <p>{@link keywright.cql.CqlSession} runs a statement on a database and returns a {@link
 * keywright.cql.Result}: rows, or a message. It prepares a {@link keywright.cql.PreparedStatement},
 * which is parsed once and run with many values. {@link keywright.cql.CqlScript} finds the
 * statements of a script, {@link keywright.cql.Design} reads one that declares tables and their
 * load, {@link keywright.cql.Conditions} reads a WHERE clause alone. Every error is a {@link
 * keywright.cql.CqlException}: one line, with its place.
 *
 * <p>The grammar is ANTLR's, in {@code src/main/antlr4}; its parser is generated into this package.
 * It finds where key expressions and types begin and end, and the parsers of {@code keywright.key}
 * read them, so an error in one points at its place in the statement. {@code keywright.table} plans
 * queries and checks definitions.
 */
@NullMarked
package keywright.cql;

import org.jspecify.annotations.NullMarked;
