package keywright.cql.server;

import com.datastax.oss.protocol.internal.Message;
import java.nio.ByteBuffer;
import java.util.Map;
import keywright.cql.protocol.Facts;

/**
 * The answer to a request.
 *
 * @param size about how many bytes it takes until it is sent
 * @param payload the facts for a client that has asked for them; empty for others
 */
record Answer(Message message, long size, Map<String, ByteBuffer> payload) {
  private static final int SMALL = 256;

  /** An answer without rows. */
  static Answer of(Message message) {
    return new Answer(message, SMALL, Map.of());
  }

  /** The same answer with facts, if the client has asked for them. */
  Answer with(Client client, Facts facts) {
    return client.wantsFacts() ? new Answer(message, size, facts.payload()) : this;
  }
}
