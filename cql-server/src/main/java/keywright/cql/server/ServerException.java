package keywright.cql.server;

import keywright.key.ErrorCode;
import keywright.key.KeywrightException;
import org.jspecify.annotations.Nullable;

/** The error for a server that cannot be started. The message is one line. */
public final class ServerException extends KeywrightException {
  private static final long serialVersionUID = 1;

  ServerException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }
}
