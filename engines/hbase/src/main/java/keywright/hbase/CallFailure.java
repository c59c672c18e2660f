package keywright.hbase;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.MasterNotRunningException;
import org.apache.hadoop.hbase.NotAllMetaRegionsOnlineException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.PleaseHoldException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.client.RegionOfflineException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosingException;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.exceptions.MasterRegistryFetchException;
import org.apache.hadoop.hbase.exceptions.RequestTooBigException;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hadoop.hbase.ipc.CallCancelledException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.FailedServerException;
import org.apache.hadoop.hbase.ipc.FatalConnectionException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.ipc.ServerTooBusyException;
import org.apache.hadoop.hbase.ipc.StoppedRpcClientException;
import org.apache.hadoop.hbase.quotas.QuotaExceededException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.regionserver.WrongRegionException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.shaded.org.apache.zookeeper.KeeperException;
import org.apache.hadoop.ipc.RemoteException;

/**
 * Why a call that HBase's client sends once was not answered by a result, and what that says of a
 * write: {@link #TABLE} has a row for each exception. What is not in it is {@link Kind#UNKNOWN}.
 *
 * @param error the exception that was found in the table, or the innermost one
 */
record CallFailure(Kind kind, Throwable error) {

  /** What became of a call. */
  enum Kind {
    /** Not carried out: a quota is used up. The server says how long to wait. */
    THROTTLED(true),
    /** Not carried out: the server has too much to do. */
    BUSY(true),
    /** Not carried out: nobody serves the region now, or it was not found who does. */
    NOT_SERVED(true),
    /** Not carried out, and it would not be the next time. */
    REFUSED(false),
    /** Carried out, or not, or later. */
    UNKNOWN(false);

    private final boolean retriable;

    Kind(boolean retriable) {
      this.retriable = retriable;
    }

    /** Whether the call was not carried out for certain, and may be sent again after a pause. */
    boolean isRetriable() {
      return retriable;
    }
  }

  /** Who raised an exception: a server may have met it after it began to write. */
  enum Origin {
    SERVER,
    CLIENT,
    ANY
  }

  /**
   * A row of the table.
   *
   * @param error with the exceptions that are derived from it, unless a row before it has them
   */
  record Row(Class<? extends Throwable> error, Origin origin, Kind kind) {
    private boolean matches(Throwable thrown, boolean fromServer) {
      boolean sameOrigin = origin == Origin.ANY || (origin == Origin.SERVER) == fromServer;
      // Exceptions derived from it have rows of their own, or also tell of calls that were cut off.
      boolean sameClass =
          error == DoNotRetryIOException.class
              ? thrown.getClass() == error
              : error.isInstance(thrown);
      return sameOrigin && sameClass;
    }
  }

  /** The first row that fits counts. */
  static final List<Row> TABLE =
      List.of(
          new Row(RpcThrottlingException.class, Origin.ANY, Kind.THROTTLED),
          new Row(RegionTooBusyException.class, Origin.ANY, Kind.BUSY),
          // The queue of calls is full: CallQueueTooBigException among them.
          new Row(CallDroppedException.class, Origin.ANY, Kind.BUSY),
          new Row(ServerTooBusyException.class, Origin.ANY, Kind.BUSY),
          // Moved, split, merged, closing, opening.
          new Row(NotServingRegionException.class, Origin.ANY, Kind.NOT_SERVED),
          new Row(WrongRegionException.class, Origin.ANY, Kind.NOT_SERVED),
          new Row(RegionOfflineException.class, Origin.ANY, Kind.NOT_SERVED),
          new Row(NoServerForRegionException.class, Origin.ANY, Kind.NOT_SERVED),
          // Starting, stopping, aborting.
          new Row(ServerNotRunningYetException.class, Origin.ANY, Kind.NOT_SERVED),
          new Row(RegionServerStoppedException.class, Origin.ANY, Kind.NOT_SERVED),
          // Not sent for want of a connection. A server that says so means its file system.
          new Row(ConnectException.class, Origin.CLIENT, Kind.NOT_SERVED),
          new Row(NoRouteToHostException.class, Origin.CLIENT, Kind.NOT_SERVED),
          new Row(UnknownHostException.class, Origin.CLIENT, Kind.NOT_SERVED),
          new Row(FailedServerException.class, Origin.CLIENT, Kind.NOT_SERVED),
          // Not sent since nobody said where the region is.
          new Row(PleaseHoldException.class, Origin.ANY, Kind.NOT_SERVED),
          new Row(MasterNotRunningException.class, Origin.ANY, Kind.NOT_SERVED),
          new Row(MasterRegistryFetchException.class, Origin.ANY, Kind.NOT_SERVED),
          new Row(NotAllMetaRegionsOnlineException.class, Origin.ANY, Kind.NOT_SERVED),
          new Row(KeeperException.class, Origin.CLIENT, Kind.NOT_SERVED),
          new Row(TableNotFoundException.class, Origin.ANY, Kind.REFUSED),
          new Row(TableNotEnabledException.class, Origin.ANY, Kind.REFUSED),
          new Row(NoSuchColumnFamilyException.class, Origin.ANY, Kind.REFUSED),
          new Row(AccessDeniedException.class, Origin.ANY, Kind.REFUSED),
          new Row(FailedSanityCheckException.class, Origin.ANY, Kind.REFUSED),
          new Row(QuotaExceededException.class, Origin.ANY, Kind.REFUSED),
          new Row(RequestTooBigException.class, Origin.ANY, Kind.REFUSED),
          new Row(StoppedRpcClientException.class, Origin.CLIENT, Kind.REFUSED),
          new Row(IllegalArgumentException.class, Origin.CLIENT, Kind.REFUSED),
          new Row(DoNotRetryIOException.class, Origin.SERVER, Kind.REFUSED),
          new Row(CallTimeoutException.class, Origin.ANY, Kind.UNKNOWN),
          // Of the log of a server, for one, which may have the write by then.
          new Row(TimeoutIOException.class, Origin.ANY, Kind.UNKNOWN),
          new Row(ConnectionClosedException.class, Origin.ANY, Kind.UNKNOWN),
          new Row(ConnectionClosingException.class, Origin.ANY, Kind.UNKNOWN),
          new Row(CallCancelledException.class, Origin.ANY, Kind.UNKNOWN),
          new Row(FatalConnectionException.class, Origin.ANY, Kind.UNKNOWN),
          new Row(SocketTimeoutException.class, Origin.ANY, Kind.UNKNOWN),
          new Row(TimeoutException.class, Origin.ANY, Kind.UNKNOWN),
          new Row(InterruptedException.class, Origin.ANY, Kind.UNKNOWN));

  /** Looks an exception up, with those that caused it, from the outermost. */
  static CallFailure of(Throwable thrown) {
    Throwable innermost = thrown;
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      innermost = at instanceof RemoteException remote ? remote.unwrapRemoteException() : at;
      boolean fromServer = isFromServer(at);
      for (Row row : TABLE) {
        if (row.matches(innermost, fromServer)) {
          return new CallFailure(row.kind, innermost);
        }
      }
    }
    return new CallFailure(Kind.UNKNOWN, innermost);
  }

  /** Why it was not found where a region is, however that ended: then no call was sent. */
  static CallFailure ofLocation(Throwable thrown) {
    CallFailure failure = of(thrown);
    return failure.kind == Kind.UNKNOWN ? new CallFailure(Kind.NOT_SERVED, failure.error) : failure;
  }

  /** An exception of a server is made again here out of what the server says, its cause. */
  private static boolean isFromServer(Throwable thrown) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof RemoteException) {
        return true;
      }
    }
    return false;
  }

  /** How long the server says to wait before the call is sent again, in milliseconds; 0 for any. */
  long waitMillis() {
    return error instanceof RpcThrottlingException throttled
        ? Math.max(0, throttled.getWaitInterval())
        : 0;
  }
}
