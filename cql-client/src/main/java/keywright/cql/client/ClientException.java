package keywright.cql.client;

import keywright.key.ErrorCode;
import keywright.key.KeywrightException;
import org.jspecify.annotations.Nullable;

/** A server cannot be reached, or does not answer. The message is one line. */
public final class ClientException extends KeywrightException {
  private static final long serialVersionUID = 1;

  ClientException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(code, message, cause);
  }
}
