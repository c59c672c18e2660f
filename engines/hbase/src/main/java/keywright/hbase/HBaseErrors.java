package keywright.hbase;

import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import keywright.key.ErrorCode;
import keywright.store.NoTableException;
import keywright.store.StoreException;
import keywright.store.UnansweredException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.MasterNotRunningException;
import org.apache.hadoop.hbase.PleaseHoldException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.ipc.FailedServerException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.ipc.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * What HBase's client throws, in one line: what was found and what to do. Nothing of the
 * configuration is told but the quorum. Safe for many threads.
 */
final class HBaseErrors {
  private static final int MAX_LENGTH = 200;

  /** What words of an error tell of a login. */
  private record Refusal(String words, String found, String expected) {}

  private static final List<Refusal> REFUSALS =
      List.of(
          new Refusal(
              "no valid authentication method",
              "an HBase that asks for Kerberos",
              "hbase.security.authentication=kerberos in the configuration; name it by config= or"
                  + " HBASE_CONF_DIR"),
          new Refusal(
              "fall back to SIMPLE",
              "an HBase without Kerberos",
              "one with Kerberos, because the configuration has"
                  + " hbase.security.authentication=kerberos; remove this setting"),
          new Refusal(
              "GSS",
              "a login that Kerberos rejects",
              "a ticket for hbase.master.kerberos.principal and"
                  + " hbase.regionserver.kerberos.principal; check these settings and the clocks"),
          new Refusal(
              "SSL",
              "no TLS connection",
              "a certificate that hbase.rpc.tls.truststore.location trusts, and"
                  + " hbase.client.netty.tls.enabled as the servers have it"));

  private final HBaseLocation location;

  HBaseErrors(HBaseLocation location) {
    this.location = location;
  }

  /** What it is that cannot be opened, and why. */
  StoreException unreachable(Configuration settings, Exception e) {
    if (e instanceof StoreException known) {
      return known;
    }
    String found =
        e instanceof InterruptedException
            ? "the thread interrupted"
            : e instanceof TimeoutException
                ? "no answer within " + location.connectTimeoutSeconds() + " s"
                : told(e);
    return new StoreException(
        ErrorCode.UNAVAILABLE,
        "cannot open "
            + location
            + ": found "
            + found
            + ", expected an HBase whose ZooKeeper is at "
            + settings.get(HConstants.ZOOKEEPER_QUORUM)
            + "; check that it runs and can be reached, or raise connect_timeout_seconds",
        e);
  }

  /**
   * Why a server does not let a client in, whatever that sends; null for all else.
   *
   * @param isClosedAgain whether a connection that is closed has been so before
   */
  @Nullable StoreException ofLogin(Exception e, boolean isClosedAgain) {
    String why = told(e);
    StringBuilder all = new StringBuilder();
    for (Throwable at = e; at != null; at = at.getCause()) {
      all.append(at).append('\n');
    }
    for (Refusal refusal : REFUSALS) {
      if (all.indexOf(refusal.words) >= 0) {
        return new StoreException(
            ErrorCode.ACCESS_DENIED,
            "cannot open "
                + location
                + ": found "
                + refusal.found
                + " ("
                + why
                + "), expected "
                + refusal.expected,
            e);
      }
    }
    return isClosedAgain && cause(e) instanceof ConnectionClosedException
        ? new StoreException(
            "cannot open "
                + location
                + ": found an HBase that closes each connection at once, expected one that accepts it; if it asks for Kerberos set hbase.security.authentication=kerberos, if for TLS"
                + " hbase.client.netty.tls.enabled=true, in the file of config= or of"
                + " HBASE_CONF_DIR",
            e)
        : null;
  }

  /** Why a read of {@code table}, for what is to be done with it, was not answered. */
  StoreException ofRead(HBaseClient client, String what, String table, Exception e) {
    StoreException refusal = refusal(client, what, table, e);
    return refusal != null
        ? refusal
        : new StoreException(
            ErrorCode.UNAVAILABLE,
            "cannot " + what + " table " + table + ": found " + noAnswer(e),
            e);
  }

  /**
   * Why a write to {@code table} was not done, or not answered; then it is an {@link
   * UnansweredException}.
   */
  StoreException ofWrite(HBaseClient client, String table, Exception e) {
    StoreException refusal = refusal(client, "write to", table, e);
    return refusal != null ? refusal : unanswered("write to table " + table, e);
  }

  /**
   * Why a write to {@code table} that was not carried out, however often it was sent, was given up;
   * nothing is written.
   */
  StoreException ofGivenUp(String table, CallFailure failure) {
    return new StoreException(
        ErrorCode.UNAVAILABLE,
        "cannot write to table " + table + ": found " + noAnswer(failure.error()),
        failure.error());
  }

  /** Why a change of tables was refused, or not taken. */
  StoreException ofChange(String what, Exception e) {
    Throwable cause = cause(e);
    boolean isWithoutMaster =
        isNoNode(cause)
            || cause instanceof MasterNotRunningException
            || cause instanceof ServerNotRunningYetException
            || cause instanceof PleaseHoldException
            || cause instanceof ConnectException
            || cause instanceof FailedServerException
            || cause instanceof ConnectionClosedException;
    ErrorCode code =
        cause instanceof AccessDeniedException
            ? ErrorCode.ACCESS_DENIED
            : isWithoutMaster ? ErrorCode.UNAVAILABLE : ErrorCode.STORAGE;
    return new StoreException(
        code,
        "cannot "
            + what
            + ": found "
            + (cause instanceof AccessDeniedException
                ? "no permission for this user ("
                    + firstLine(cause)
                    + "), expected the permission; grant it to the user in HBase"
                : isWithoutMaster
                    ? "no master of HBase that answers ("
                        + told(e)
                        + "), expected one; wait until it"
                        + " runs, or raise timeout_seconds"
                    : told(e)),
        e);
  }

  UnansweredException unanswered(String what, Exception e) {
    return new UnansweredException(
        "cannot tell whether the request to "
            + what
            + " was carried out: found "
            + noAnswer(e)
            + "; the request may have been carried out, or may still be carried out",
        e);
  }

  /** What says for certain that nothing was done; null for all else. */
  private static @Nullable StoreException refusal(
      HBaseClient client, String what, String table, Exception e) {
    Throwable cause = cause(e);
    String cannot = "cannot " + what + " table " + table + ": ";
    if (cause instanceof StoreException known) {
      return known;
    }
    if (cause instanceof TableNotFoundException) {
      return new NoTableException(cannot + HBaseTables.missing(client), e);
    }
    if (cause instanceof NoSuchColumnFamilyException) {
      return new StoreException(cannot + HBaseTables.missingFamily(client, table, cause), e);
    }
    if (cause instanceof TableNotEnabledException) {
      return new NoTableException(
          cannot
              + "found the table disabled, expected an enabled table; enable the table in HBase's shell",
          e);
    }
    if (cause instanceof AccessDeniedException) {
      return new StoreException(
          ErrorCode.ACCESS_DENIED,
          cannot
              + "found no permission for this user, expected the permission; grant it to the user in HBase"
              + (what.startsWith("write") ? ", or open the database with read_only=true" : ""),
          e);
    }
    if (CallFailure.of(e).kind() == CallFailure.Kind.REFUSED) {
      return new StoreException(cannot + "found " + told(e), e);
    }
    return null;
  }

  /** What was waited for in vain, and what to do. */
  private static String noAnswer(Throwable e) {
    Throwable cause = cause(e);
    if (cause instanceof InterruptedException) {
      return "the thread interrupted, expected it to wait for the answer";
    }
    CallFailure failure = CallFailure.of(e);
    if (failure.kind() == CallFailure.Kind.BUSY) {
      return "its region too busy until the timeout, expected it to accept the write; write slower, or raise timeout_seconds";
    }
    if (failure.kind() == CallFailure.Kind.THROTTLED) {
      return "its quota in HBase used up until the timeout ("
          + firstLine(failure.error()).replaceFirst("^[\\w.]+: ", "")
          + "), expected some left; send less, raise the quota, or raise timeout_seconds";
    }
    return (cause instanceof TimeoutException ? "no answer in time" : told(e))
        + ", expected an answer; check that HBase is well, or raise timeout_seconds";
  }

  /** Whether ZooKeeper lacks what was asked of it; its classes are relocated in some clients. */
  static boolean isNoNode(Throwable e) {
    return e.getClass().getSimpleName().equals("NoNodeException");
  }

  /** The error that led to all others, as far as it says more than they. */
  static Throwable cause(Throwable e) {
    Throwable at = e;
    for (Throwable next = at; next != null; next = next.getCause()) {
      at = next instanceof RemoteException remote ? remote.unwrapRemoteException() : next;
      boolean told =
          at instanceof DoNotRetryIOException
              || at instanceof RegionTooBusyException
              || at instanceof StoreException;
      if (told) {
        return at;
      }
    }
    return at;
  }

  /** What kind of error it is and how it begins. */
  static String told(Throwable e) {
    Throwable cause = cause(e);
    String line = firstLine(cause);
    String name = cause.getClass().getSimpleName();
    return line.isEmpty() ? name : name + " (" + line + ")";
  }

  /** The first line of the message, without control characters and not too long. */
  static String firstLine(Throwable e) {
    String message = e.getMessage() == null ? "" : e.getMessage();
    String line = message.lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?").strip();
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "…";
  }
}
