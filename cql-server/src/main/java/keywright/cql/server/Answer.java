package keywright.cql.server;

import com.datastax.oss.protocol.internal.Message;

/**
 * The answer to a request.
 *
 * @param size about how many bytes it takes until it is sent
 */
record Answer(Message message, long size) {
  private static final int SMALL = 256;

  /** An answer without rows. */
  static Answer of(Message message) {
    return new Answer(message, SMALL);
  }
}
