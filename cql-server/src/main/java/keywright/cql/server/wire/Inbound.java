package keywright.cql.server.wire;

import com.datastax.oss.protocol.internal.Frame;

/** What a client has sent: a frame, or bytes that are none. */
public sealed interface Inbound {
  /** A frame whose message was decoded. */
  record Request(Frame frame) implements Inbound {}

  /**
   * A frame that is refused.
   *
   * @param version the version of the protocol that the answer has
   * @param stream the stream of the frame
   * @param problem one line
   * @param isFatal whether the frames after it cannot be found, so that the connection must be
   *     closed
   */
  record Refused(int version, int stream, String problem, boolean isFatal) implements Inbound {}
}
