/**
 * The language of Keywright: parses statements and executes them on a database.
 *
 * <p>{@link keywright.cql.CqlSession} executes a statement on a database and returns a {@link
 * keywright.cql.Result}: rows, or a message. It prepares a {@link keywright.cql.PreparedStatement},
 * which is parsed once and executed with many values. {@link keywright.cql.CqlScript} divides a
 * script into statements. {@link keywright.cql.Design} reads a script that declares tables and
 * their load. {@link keywright.cql.Conditions} parses a WHERE clause alone. Every error is a {@link
 * keywright.cql.CqlException} with a message of one line and the position of the error.
 *
 * <p>The grammar is in {@code src/main/antlr4}; ANTLR generates the parser from it. This parser
 * finds the begin and the end of key expressions and types in a statement. The parsers of {@code
 * keywright.key} then parse these expressions and types. {@code keywright.table} plans queries and
 * checks declarations.
 */
@NullMarked
package keywright.cql;

import org.jspecify.annotations.NullMarked;
