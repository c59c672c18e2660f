/**
 * The lexer and the parser of the language, generated from {@code Cql.g4}, and {@link
 * LowerCaseStream}, from which the lexer reads.
 */
package keywright.cql.grammar;
