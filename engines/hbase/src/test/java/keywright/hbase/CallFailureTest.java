package keywright.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import keywright.hbase.CallFailure.Kind;
import org.apache.hadoop.hbase.CallDroppedException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
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
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosedException;
import org.apache.hadoop.hbase.exceptions.ConnectionClosingException;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.exceptions.MasterRegistryFetchException;
import org.apache.hadoop.hbase.exceptions.RegionOpeningException;
import org.apache.hadoop.hbase.exceptions.RequestTooBigException;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hadoop.hbase.ipc.CallCancelledException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.FailedServerException;
import org.apache.hadoop.hbase.ipc.FatalConnectionException;
import org.apache.hadoop.hbase.ipc.RemoteWithExtrasException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.ipc.ServerTooBusyException;
import org.apache.hadoop.hbase.ipc.StoppedRpcClientException;
import org.apache.hadoop.hbase.net.Address;
import org.apache.hadoop.hbase.quotas.QuotaExceededException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.RegionServerAbortedException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.apache.hadoop.hbase.regionserver.WrongRegionException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.shaded.org.apache.zookeeper.KeeperException;
import org.junit.jupiter.api.Test;

/** What each exception of HBase's client says of a write, as it comes out of that client. */
class CallFailureTest {
  private static final List<Class<? extends IOException>> SERVED_BY_NOBODY =
      List.of(
          NotServingRegionException.class,
          RegionOpeningException.class,
          WrongRegionException.class,
          RegionOfflineException.class,
          NoServerForRegionException.class,
          ServerNotRunningYetException.class,
          RegionServerStoppedException.class,
          RegionServerAbortedException.class,
          PleaseHoldException.class,
          MasterNotRunningException.class);

  private static final List<Class<? extends IOException>> BUSY =
      List.of(
          RegionTooBusyException.class, CallQueueTooBigException.class, CallDroppedException.class);

  private static final List<Class<? extends IOException>> REFUSED =
      List.of(
          TableNotFoundException.class,
          TableNotEnabledException.class,
          NoSuchColumnFamilyException.class,
          AccessDeniedException.class,
          FailedSanityCheckException.class,
          QuotaExceededException.class,
          RequestTooBigException.class,
          DoNotRetryIOException.class);

  /** A server says these too, of what it was waiting for itself. */
  private static final List<Class<? extends IOException>> UNKNOWN_FROM_A_SERVER =
      List.of(
          ConnectException.class,
          NoRouteToHostException.class,
          UnknownHostException.class,
          SocketTimeoutException.class,
          TimeoutIOException.class,
          FatalConnectionException.class,
          IOException.class);

  /** As it comes when a server answers an exception: made again, and wrapped. */
  private static Throwable fromServer(Class<? extends IOException> kind, String message) {
    return wrapped(
        new RemoteWithExtrasException(kind.getName(), message, false).unwrapRemoteException());
  }

  private static Throwable wrapped(Throwable error) {
    return new ExecutionException(
        new RetriesExhaustedException(
            0, List.of(new RetriesExhaustedException.ThrowableWithExtraContext(error, 0, ""))));
  }

  private static Kind kind(Throwable error) {
    return CallFailure.of(error).kind();
  }

  @Test
  void whatAServerAnswers() {
    Map<Kind, List<Class<? extends IOException>>> expected = new LinkedHashMap<>();
    expected.put(Kind.THROTTLED, List.of(RpcThrottlingException.class));
    expected.put(Kind.BUSY, BUSY);
    expected.put(Kind.NOT_SERVED, SERVED_BY_NOBODY);
    expected.put(Kind.REFUSED, REFUSED);
    expected.put(Kind.UNKNOWN, UNKNOWN_FROM_A_SERVER);
    expected.forEach(
        (kind, errors) -> {
          for (Class<? extends IOException> error : errors) {
            assertThat(kind(fromServer(error, "x"))).as("%s", error).isEqualTo(kind);
          }
        });
  }

  @Test
  void whatTheClientRaises() {
    Map<Throwable, Kind> expected = new LinkedHashMap<>();
    expected.put(new ServerTooBusyException(Address.fromParts("localhost", 1), 1), Kind.BUSY);
    expected.put(new NoServerForRegionException("x"), Kind.NOT_SERVED);
    expected.put(new ConnectException("refused"), Kind.NOT_SERVED);
    expected.put(new NoRouteToHostException("x"), Kind.NOT_SERVED);
    expected.put(new UnknownHostException("x"), Kind.NOT_SERVED);
    expected.put(new FailedServerException("x"), Kind.NOT_SERVED);
    expected.put(new MasterRegistryFetchException(java.util.Set.of(), null), Kind.NOT_SERVED);
    expected.put(new NotAllMetaRegionsOnlineException("x"), Kind.NOT_SERVED);
    expected.put(new KeeperException.NoNodeException("/hbase/meta"), Kind.NOT_SERVED);
    expected.put(new KeeperException.ConnectionLossException(), Kind.NOT_SERVED);
    expected.put(new StoppedRpcClientException(), Kind.REFUSED);
    expected.put(new IllegalArgumentException("too large"), Kind.REFUSED);
    expected.put(new CallTimeoutException("x"), Kind.UNKNOWN);
    expected.put(new TimeoutIOException("x"), Kind.UNKNOWN);
    expected.put(new ConnectionClosedException("x"), Kind.UNKNOWN);
    expected.put(new ConnectionClosingException("x"), Kind.UNKNOWN);
    expected.put(new CallCancelledException("x"), Kind.UNKNOWN);
    expected.put(new FatalConnectionException("x"), Kind.UNKNOWN);
    expected.put(new SocketTimeoutException("x"), Kind.UNKNOWN);
    expected.put(new SocketException("connection reset"), Kind.UNKNOWN);
    expected.put(new DoNotRetryIOException("call failed on local exception"), Kind.UNKNOWN);
    expected.forEach(
        (error, kind) -> {
          assertThat(kind(wrapped(error))).as("%s", error).isEqualTo(kind);
          assertThat(kind(wrapped(new IOException("call failed", error))))
              .as("%s", error)
              .isEqualTo(kind);
        });
    assertThat(kind(new TimeoutException())).isEqualTo(Kind.UNKNOWN);
    assertThat(kind(new InterruptedException())).isEqualTo(Kind.UNKNOWN);
    assertThat(kind(new RetriesExhaustedException(0, List.of()))).isEqualTo(Kind.UNKNOWN);
  }

  @Test
  void everyRowOfTheTableIsReached() {
    for (CallFailure.Row row : CallFailure.TABLE) {
      List<CallFailure.Row> before =
          CallFailure.TABLE.subList(0, CallFailure.TABLE.indexOf(row)).stream()
              .filter(each -> each.error().isAssignableFrom(row.error()))
              .filter(each -> each.error() != DoNotRetryIOException.class)
              .toList();
      assertThat(before).as("rows that hide %s", row).isEmpty();
    }
  }

  /** A location that times out is a call to another region, and the write was not sent. */
  @Test
  void aWriteWhoseRegionWasNotFoundWasNotSent() {
    for (Throwable error :
        List.of(
            new TimeoutException(),
            new TimeoutIOException("waiting for region location"),
            new CallTimeoutException("of hbase:meta"),
            new KeeperException.NoNodeException("/hbase/meta-region-server"))) {
      assertThat(CallFailure.ofLocation(wrapped(error)).kind()).isEqualTo(Kind.NOT_SERVED);
    }
    assertThat(CallFailure.ofLocation(wrapped(new TableNotFoundException("t"))).kind())
        .isEqualTo(Kind.REFUSED);
  }

  @Test
  void theWaitOfAQuotaIsTheOneThatTheServerSays() {
    Throwable error =
        fromServer(
            RpcThrottlingException.class, "number of requests exceeded - wait 1sec, 250ms\n\tat x");
    assertThat(CallFailure.of(error).waitMillis()).isEqualTo(1_250);
    assertThat(CallFailure.of(fromServer(RegionTooBusyException.class, "x")).waitMillis()).isZero();
  }

  @Test
  void onlyWhatWasNotCarriedOutIsSentAgain() {
    assertThat(List.of(Kind.values()).stream().filter(Kind::isRetriable))
        .containsExactly(Kind.THROTTLED, Kind.BUSY, Kind.NOT_SERVED);
  }
}
