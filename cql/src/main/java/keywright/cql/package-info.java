/**
 * The language: statements in, table calls out.
 *
 * <p>{@link keywright.cql.CqlSession} runs a statement on a database and gives a {@link
 * keywright.cql.Result}: rows, or a message. It prepares a {@link keywright.cql.PreparedStatement},
 * which is read once and run with many values. {@link keywright.cql.CqlScript} finds the statements
 * of a script, {@link keywright.cql.Design} reads one that declares tables and their load, {@link
 * keywright.cql.Conditions} reads a WHERE clause alone. Whatever is wrong is a {@link
 * keywright.cql.CqlException}: one line, with its place.
 *
 * <p>The grammar is ANTLR's, in {@code src/main/antlr4}; its parser is generated into this package.
 * It finds where key expressions and types begin and end, and the parsers of {@code keywright.key}
 * read them, so that an error in one points at its place in the statement. What a query costs and
 * whether a definition fits together is for {@code keywright.table} to say.
 */
@NullMarked
package keywright.cql;

import org.jspecify.annotations.NullMarked;
