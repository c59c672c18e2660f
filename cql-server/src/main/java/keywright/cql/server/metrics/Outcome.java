package keywright.cql.server.metrics;

import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.ProtocolConstants.ErrorCode;
import com.datastax.oss.protocol.internal.response.Error;
import java.util.Locale;

/** What has become of a statement, as metrics name it. */
public enum Outcome {
  /** It was executed. */
  OK,
  /** A condition after IF was not met, so nothing was changed. */
  NOT_APPLIED,
  /** It is wrong, or the user may not run it. */
  REFUSED,
  /** A write was given up after write conflicts. Nothing was changed. */
  CONFLICT,
  /** It is unknown whether a change was made. */
  UNKNOWN,
  /** The engine does not answer. Nothing was changed. */
  UNAVAILABLE,
  /** It has taken longer than it may. The error says what was changed. */
  TIMED_OUT,
  /** Its client has cancelled it, or has closed the connection. */
  CANCELLED,
  /** The engine or the server has failed. */
  FAILED;

  /** The outcome of a statement that was answered so. */
  public static Outcome of(Message answer) {
    if (!(answer instanceof Error error)) {
      return OK;
    }
    return switch (error.code) {
      case ErrorCode.OVERLOADED -> CONFLICT;
      case ErrorCode.WRITE_TIMEOUT -> UNKNOWN;
      case ErrorCode.UNAVAILABLE -> UNAVAILABLE;
      case ErrorCode.READ_TIMEOUT -> TIMED_OUT;
      case ErrorCode.SERVER_ERROR -> FAILED;
      default -> REFUSED;
    };
  }

  /** The value of the label {@code outcome}. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
