package keywright.cql.server;

import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.response.Error;
import com.datastax.oss.protocol.internal.response.error.AlreadyExists;
import com.datastax.oss.protocol.internal.response.error.ReadTimeout;
import com.datastax.oss.protocol.internal.response.error.Unavailable;
import com.datastax.oss.protocol.internal.response.error.WriteTimeout;
import keywright.cql.CqlException;
import keywright.cql.PreparedStatement;
import keywright.cql.protocol.Facts;
import keywright.key.ErrorCode;
import keywright.key.KeywrightException;
import keywright.table.model.Names;
import org.jspecify.annotations.Nullable;

/** Exceptions as errors of the protocol. The message of an error is the line of the exception. */
final class Failures {
  private static final System.Logger LOG = System.getLogger("keywright.cql.server");

  /** The type of a write that drivers never repeat, because it has a condition. */
  private static final String CONDITIONAL = "CAS";

  private Failures() {}

  /** What a statement does. */
  enum Work {
    READ,
    CHANGE,
    CONDITIONAL_CHANGE;

    static Work of(PreparedStatement.Kind kind) {
      return switch (kind) {
        case QUERY, DESCRIPTION, USE -> READ;
        case CONDITIONAL_CHANGE -> CONDITIONAL_CHANGE;
        case CHANGE, TRUNCATE, DEFINITION -> CHANGE;
      };
    }
  }

  /**
   * The error for a statement that has failed.
   *
   * @param newTable the table that the statement creates; empty for another statement
   * @param consistency of the request
   * @param work of the statement
   */
  static Error of(
      RuntimeException failure, String keyspace, String newTable, int consistency, Work work) {
    if (failure instanceof KeywrightException error) {
      return of(error, keyspace, newTable, consistency, work);
    }
    if (failure instanceof RequestException refused) {
      return new Error(refused.code(), line(refused));
    }
    LOG.log(System.Logger.Level.WARNING, "a statement failed", failure);
    return new Error(
        ProtocolConstants.ErrorCode.SERVER_ERROR,
        "cannot run the statement: found an error inside of the server: " + line(failure));
  }

  private static Error of(
      KeywrightException failure, String keyspace, String newTable, int consistency, Work work) {
    String message = line(failure);
    return switch (failure.code()) {
      case SYNTAX -> new Error(ProtocolConstants.ErrorCode.SYNTAX_ERROR, message);
      case INVALID, NOT_FOUND, NO_KEY, DUPLICATE_KEY, UNSUPPORTED, LIMIT_EXCEEDED ->
          new Error(ProtocolConstants.ErrorCode.INVALID, message);
      // The error of the protocol is that of a table, or of a keyspace if it names no table.
      case ALREADY_EXISTS ->
          newTable.isEmpty()
              ? new Error(ProtocolConstants.ErrorCode.INVALID, message)
              : new AlreadyExists(
                  message,
                  Names.keyspace(newTable).isEmpty() ? keyspace : Names.keyspace(newTable),
                  Names.unqualified(newTable));
      case ACCESS_DENIED -> new Error(ProtocolConstants.ErrorCode.UNAUTHORIZED, message);
      // Nothing was changed, so that the client may try again.
      case CONFLICT -> new Error(ProtocolConstants.ErrorCode.OVERLOADED, message);
      case UNAVAILABLE -> new Unavailable(message, consistency, 1, 0);
      case OUTCOME_UNKNOWN -> writeTimeout(message, consistency, work);
      // Drivers repeat neither of the two. A statement that is out of time would be so again.
      case TIMED_OUT ->
          work == Work.READ
              ? new ReadTimeout(message, consistency, 0, 1, false)
              : writeTimeout(message, consistency, work);
      case STOPPED, CLOSED, UNREADABLE, STORAGE ->
          new Error(ProtocolConstants.ErrorCode.SERVER_ERROR, message);
    };
  }

  private static Error writeTimeout(String message, int consistency, Work work) {
    return new WriteTimeout(
        message,
        consistency,
        0,
        1,
        work == Work.CONDITIONAL_CHANGE ? CONDITIONAL : ProtocolConstants.WriteType.SIMPLE);
  }

  /** The error with its code and its place in the statement, for a client that asks for facts. */
  static Facts facts(RuntimeException failure) {
    ErrorCode code = ErrorCode.STORAGE;
    if (failure instanceof RequestException refused) {
      boolean isDenied = refused.code() == ProtocolConstants.ErrorCode.UNAUTHORIZED;
      code = isDenied ? ErrorCode.ACCESS_DENIED : ErrorCode.INVALID;
    }
    return new Facts()
        .withRefusal(
            failure instanceof CqlException refused
                ? new Facts.Refusal(
                    refused.code(), refused.line(), refused.column(), refused.excerpt())
                : new Facts.Refusal(ErrorCode.of(failure, code), 0, 0, ""));
  }

  /** The error for a request that the server does not run because it has too much to do. */
  static Error overloaded(String problem) {
    return new Error(ProtocolConstants.ErrorCode.OVERLOADED, "cannot run the request: " + problem);
  }

  private static String line(Throwable failure) {
    @Nullable String message = failure.getMessage();
    return (message == null ? failure.toString() : message)
        .replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ");
  }
}
