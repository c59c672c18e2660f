/**
 * Statements on a database, whether it is open in this process or served by another one.
 *
 * <p>{@code CqlClient} is the interface. {@code DatabaseClient} implements it by a {@code
 * CqlSession} of this process. {@code ServerClient} implements it by the CQL native protocol: a
 * {@code ServerConnection} sends requests and receives answers, {@code ServerStatement} is a
 * prepared statement, {@code ServerAnswers} turns answers into results. {@code ServerTls} and
 * {@code ServerLogin} are for servers that ask for them.
 */
@NullMarked
package keywright.cql.client;

import org.jspecify.annotations.NullMarked;
