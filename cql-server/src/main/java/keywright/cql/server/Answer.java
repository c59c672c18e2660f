package keywright.cql.server;

import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.response.result.Rows;
import java.nio.ByteBuffer;
import java.util.Map;
import keywright.cql.protocol.Facts;
import keywright.cql.server.metrics.Outcome;
import keywright.cql.server.metrics.StatementKind;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request.
 *
 * @param size about how many bytes it takes until it is sent
 * @param payload the facts for a client that has asked for them; empty for others
 * @param kind of the statement; null if the request was refused before a statement ran
 * @param known the outcome, if it is not that of the message; null if it is
 */
record Answer(
    Message message,
    long size,
    Map<String, ByteBuffer> payload,
    @Nullable StatementKind kind,
    @Nullable Outcome known) {
  private static final int SMALL = 256;

  /** An answer that takes {@code size} bytes. */
  Answer(Message message, long size) {
    this(message, size, Map.of(), StatementKind.OTHER, null);
  }

  /** An answer without rows. */
  static Answer of(Message message) {
    return new Answer(message, SMALL);
  }

  /** The answer to a request that does not run because the server has too much to do. */
  static Answer refused(String problem) {
    return new Answer(Failures.overloaded(problem), SMALL, Map.of(), null, null);
  }

  /** The same answer, to a statement of this kind; the kind stays if it is known already. */
  Answer to(StatementKind newKind) {
    return kind == StatementKind.OTHER ? new Answer(message, size, payload, newKind, known) : this;
  }

  /** The same answer, to a change that was made or not. */
  Answer applied(boolean applied) {
    return applied ? this : as(Outcome.NOT_APPLIED);
  }

  /** The same answer with an outcome that its message does not tell. */
  Answer as(Outcome outcome) {
    return new Answer(message, size, payload, kind, outcome);
  }

  Outcome outcome() {
    return known == null ? Outcome.of(message) : known;
  }

  /** How many rows of the database it has. */
  int rows() {
    return kind == StatementKind.SELECT && message instanceof Rows rows ? rows.getData().size() : 0;
  }

  /** The same answer with facts, if the client has asked for them. */
  Answer with(Client client, Facts facts) {
    return client.wantsFacts() ? new Answer(message, size, facts.payload(), kind, known) : this;
  }
}
