package keywright.cql.server;

import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.request.Batch;
import com.datastax.oss.protocol.internal.request.Execute;
import com.datastax.oss.protocol.internal.request.Query;
import com.datastax.oss.protocol.internal.response.Error;
import java.util.Optional;

/** The numbers in a request that stand for names. The codec of the protocol accepts any. */
final class RequestCodes {
  private RequestCodes() {}

  /** The error for a request with a number that the protocol does not define; empty for none. */
  static Optional<Error> error(Message request) {
    int consistency = ProtocolConstants.ConsistencyLevel.ONE;
    if (request instanceof Query query) {
      consistency = query.options.consistency;
    } else if (request instanceof Execute execute) {
      consistency = execute.options.consistency;
    } else if (request instanceof Batch batch) {
      consistency = batch.consistency;
      if (batch.type < ProtocolConstants.BatchType.LOGGED
          || batch.type > ProtocolConstants.BatchType.COUNTER) {
        int type = Byte.toUnsignedInt(batch.type);
        return refused("the batch type " + type, "0 (logged), 1 (unlogged) or 2 (counter)");
      }
    }
    return consistency < ProtocolConstants.ConsistencyLevel.ANY
            || consistency > ProtocolConstants.ConsistencyLevel.LOCAL_ONE
        ? refused("the consistency level " + consistency, "one from 0 (ANY) to 10 (LOCAL_ONE)")
        : Optional.empty();
  }

  private static Optional<Error> refused(String found, String expected) {
    return Optional.of(
        new Error(
            ProtocolConstants.ErrorCode.PROTOCOL_ERROR,
            "cannot read the request: found %s, expected %s".formatted(found, expected)));
  }
}
