package keywright.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import keywright.key.ErrorCode;
import keywright.store.NoTableException;
import keywright.store.StoreException;
import keywright.store.UnansweredException;
import org.jspecify.annotations.Nullable;

/** What the driver throws, in one line: what was found and what to do. Thread-safe. */
final class CassandraErrors {
  private static final int MAX_LENGTH = 200;

  /** The reason of a replica, by the protocol. */
  private static final int TOO_MANY_TOMBSTONES = 1;

  /** How servers say that they have no lightweight transactions. */
  private static final Pattern NO_CONDITIONS =
      Pattern.compile("\\bLWT\\b|light ?weight transaction|paxos", Pattern.CASE_INSENSITIVE);

  private final CassandraLocation location;

  CassandraErrors(CassandraLocation location) {
    this.location = location;
  }

  /** Why the database cannot be opened. */
  StoreException unreachable(Exception e) {
    if (e instanceof StoreException known) {
      return known;
    }
    Throwable cause = cause(e);
    if (cause instanceof AuthenticationException) {
      return new StoreException(
          ErrorCode.ACCESS_DENIED,
          "cannot open "
              + location
              + ": found that Cassandra refuses the login ("
              + firstLine(cause)
              + "), expected a user and a password; set"
              + " datastax-java-driver.advanced.auth-provider in the file of config=",
          e);
    }
    Throwable untrusted = causeOf(cause, SSLException.class);
    if (untrusted != null) {
      return new StoreException(
          ErrorCode.UNAVAILABLE,
          "cannot open "
              + location
              + ": found a certificate that is not trusted, or no TLS ("
              + firstLine(untrusted)
              + "), expected TLS with a certificate of the trust store; set"
              + " datastax-java-driver.advanced.ssl-engine-factory in the file of config=",
          e);
    }
    return new StoreException(
        ErrorCode.UNAVAILABLE,
        "cannot open "
            + location
            + ": found "
            + network(cause)
            + ", expected an answer of Cassandra; check the host, the port and, with TLS,"
            + " the file of config=",
        e);
  }

  /** Why a read, or what a write begins with, was refused or not answered. */
  StoreException ofRead(String what, String table, Exception e) {
    StoreException refusal = refusal(what, table, cause(e));
    return refusal != null
        ? refusal
        : new StoreException(
            ErrorCode.UNAVAILABLE,
            "cannot " + what + " table " + table + ": found " + noAnswer(cause(e)),
            e);
  }

  /**
   * Why a write was refused or not answered; then it is an {@link UnansweredException}.
   *
   * @param isSent whether a node may have done something of it
   */
  StoreException ofWrite(String table, Exception e, boolean isSent) {
    Throwable cause = cause(e);
    StoreException refusal = refusal("write to", table, cause);
    if (refusal != null) {
      return refusal;
    }
    if (!isSent) {
      return new StoreException(
          ErrorCode.UNAVAILABLE,
          "cannot write to table " + table + ": found " + noAnswer(cause),
          e);
    }
    return new UnansweredException(
        "cannot tell whether the request to write to table "
            + table
            + " was carried out: found "
            + noAnswer(cause)
            + "; the request may have been carried out, or may still be carried out",
        e);
  }

  /** Why a change of tables was refused, or not answered. */
  StoreException ofChange(String what, Exception e) {
    Throwable cause = cause(e);
    ErrorCode code =
        cause instanceof UnauthorizedException
            ? ErrorCode.ACCESS_DENIED
            : cause instanceof AlreadyExistsException
                ? ErrorCode.ALREADY_EXISTS
                : cause instanceof InvalidQueryException
                        || cause instanceof InvalidConfigurationInQueryException
                    ? ErrorCode.INVALID
                    : ErrorCode.UNAVAILABLE;
    String found = code == ErrorCode.ACCESS_DENIED ? noPermission(cause) : "found " + told(cause);
    return new StoreException(code, "cannot " + what + ": " + found, e);
  }

  private static String noPermission(Throwable cause) {
    return "found no permission for this user ("
        + firstLine(cause)
        + "), expected the permission; grant it to the user in Cassandra";
  }

  /** What says for certain that nothing was done; null for all else. */
  private @Nullable StoreException refusal(String what, String table, Throwable cause) {
    String cannot = "cannot " + what + " table " + table + ": ";
    if (cause instanceof StoreException known) {
      return known;
    }
    if (isMissing(cause)) {
      return new NoTableException(
          cannot + "found no such table in " + location + ", expected the table; create it first",
          cause);
    }
    if (cause instanceof UnauthorizedException) {
      return new StoreException(
          ErrorCode.ACCESS_DENIED,
          cannot
              + noPermission(cause)
              + (what.startsWith("write") ? ", or open the database with read_only=true" : ""),
          cause);
    }
    if (cause instanceof InvalidQueryException && NO_CONDITIONS.matcher(firstLine(cause)).find()) {
      return new StoreException(
          ErrorCode.UNSUPPORTED,
          cannot
              + "found no lightweight transactions in "
              + location
              + " ("
              + firstLine(cause)
              + "), expected a keyspace with them, because the catalog and tables with writes = 'exact'"
              + " need them; use another keyspace, on ScyllaDB before 2025.4 a keyspace without"
              + " tablets",
          cause);
    }
    if (cause instanceof InvalidQueryException || cause instanceof SyntaxError) {
      return new StoreException(cannot + "found " + told(cause), cause);
    }
    return null;
  }

  /** Whether a table is missing; of one that is dropped meanwhile a server says it in its way. */
  private static boolean isMissing(Throwable cause) {
    String message = firstLine(cause);
    return (cause instanceof InvalidQueryException
            && (message.contains("does not exist") || message.contains("unconfigured table")))
        || (cause instanceof ServerError && message.contains("Unknown CF"));
  }

  /** Whether no server has answered for as long as a request may take. */
  static boolean isTimeOver(StoreException error) {
    return causeOf(error, DriverTimeoutException.class) != null;
  }

  /** Whether no node has done anything. */
  static boolean isNotSent(Throwable error) {
    Throwable cause = cause(error);
    return cause instanceof NodeUnavailableException
        || cause instanceof NoNodeAvailableException
        || cause instanceof UnavailableException
        || cause instanceof OverloadedException
        || cause instanceof BootstrappingException
        || cause instanceof BusyConnectionException;
  }

  /** Whether a connection was lost before the answer came: a read can be sent again. */
  static boolean isConnectionLost(Throwable error) {
    Throwable cause = cause(error);
    boolean isOfSocket = cause instanceof IOException && !(cause instanceof SSLException);
    return cause instanceof ClosedConnectionException
        || isOfSocket
        || cause instanceof HeartbeatException;
  }

  /**
   * Whether no node has done anything of a statement with a condition. Replicas accept it first and
   * are told to carry it out then: if too few are left for that, or they have too much to do, it
   * may be carried out later.
   */
  static boolean isConditionNotSent(Throwable error) {
    Throwable cause = cause(error);
    boolean isAccepted =
        cause instanceof UnavailableException unavailable
            ? !unavailable.getConsistencyLevel().isSerial()
            : cause instanceof OverloadedException && firstLine(cause).contains("hints");
    return !isAccepted && isNotSent(error);
  }

  private static String noAnswer(Throwable cause) {
    if (cause instanceof NoNodeAvailableException || cause instanceof NodeUnavailableException) {
      return "no node of Cassandra that can be reached, expected at least one; check that Cassandra runs";
    }
    if (cause instanceof UnavailableException) {
      return "too few replicas alive ("
          + firstLine(cause)
          + "), expected a quorum; check the nodes of the cluster, and that it has as many as the"
          + " replication factor of the keyspace";
    }
    if (cause instanceof OverloadedException || cause instanceof BusyConnectionException) {
      return "Cassandra overloaded ("
          + firstLine(cause)
          + "), expected it to accept the load; send fewer requests, or add nodes";
    }
    if (cause instanceof ReadFailureException failure
        && failure.getReasonMap().containsValue(TOO_MANY_TOMBSTONES)) {
      return "too many tombstones ("
          + firstLine(cause)
          + "), expected fewer than tombstone_failure_threshold of cassandra.yaml; have the table"
          + " compacted, lower its gc_grace_seconds, or raise that threshold";
    }
    if (isConnectionLost(cause)) {
      String why = cause.getMessage() == null ? "" : " (" + firstLine(cause) + ")";
      return "the connection lost" + why + ", expected an answer; check that the nodes run";
    }
    boolean late =
        cause instanceof DriverTimeoutException
            || cause instanceof WriteTimeoutException
            || cause instanceof ReadTimeoutException;
    return (late ? "no answer in time (" + firstLine(cause) + ")" : told(cause))
        + ", expected an answer; check that Cassandra is well, or raise timeout_seconds";
  }

  /**
   * The error that the driver wraps. Of several nodes it is one that may have done something, if
   * there is any.
   */
  static Throwable cause(Throwable e) {
    Throwable at = e;
    while ((at instanceof ExecutionException || at instanceof CompletionException)
        && at.getCause() != null) {
      at = at.getCause();
    }
    if (at instanceof AllNodesFailedException failed && !failed.getAllErrors().isEmpty()) {
      List<Throwable> errors =
          failed.getAllErrors().values().stream().flatMap(List::stream).toList();
      return errors.stream()
          .filter(error -> !isNotSent(error))
          .findFirst()
          .orElseGet(() -> errors.get(0));
    }
    return at;
  }

  /** What the network said, where that is behind it all. */
  private static String network(Throwable e) {
    Throwable network = e;
    for (Throwable at = e; at != null; at = at.getCause()) {
      network = at instanceof IOException ? at : network;
    }
    return network instanceof ClosedChannelException
        ? "no connection, or one that is closed at once"
        : told(network);
  }

  private static @Nullable Throwable causeOf(Throwable e, Class<? extends Throwable> type) {
    Throwable at = e;
    while (at != null && !type.isInstance(at)) {
      at = at.getCause();
    }
    return at;
  }

  static String told(Throwable cause) {
    String line = firstLine(cause);
    String name = cause.getClass().getSimpleName();
    return line.isEmpty() ? name : name + " (" + line + ")";
  }

  static String firstLine(Throwable e) {
    String message = e.getMessage() == null ? "" : e.getMessage();
    String line = message.lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?").strip();
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "…";
  }
}
