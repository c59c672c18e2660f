package keywright.cql.server;

import com.datastax.oss.protocol.internal.ProtocolConstants.ErrorCode;
import org.jspecify.annotations.Nullable;

/** A request that is refused before a statement runs. The message is one line. */
final class RequestException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int code;

  private RequestException(int code, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** A request that can be read and not be carried out. */
  static RequestException invalid(String message) {
    return new RequestException(ErrorCode.INVALID, message, null);
  }

  /** As above, with the failure that was found. */
  static RequestException invalid(String message, Throwable cause) {
    return new RequestException(ErrorCode.INVALID, message, cause);
  }

  /** A request for which the user lacks a role. */
  static RequestException unauthorized(String message) {
    return new RequestException(ErrorCode.UNAUTHORIZED, message, null);
  }

  /** The code in the protocol. */
  int code() {
    return code;
  }
}
