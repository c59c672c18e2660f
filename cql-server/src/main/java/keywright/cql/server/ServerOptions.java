package keywright.cql.server;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/**
 * The address and the limits of a server. Immutable.
 *
 * @param address that the server listens at; port 0 for any free port
 * @param frameMax the longest request, in bytes without its header; a longer one is refused before
 *     it is read, and its connection is closed
 * @param connectionsMax how many connections can be started; a further one gets the error
 *     Overloaded and is closed. Four times as many can be connected without being started; a
 *     further one closes the oldest of them
 * @param requestsMax how many requests of one connection can be unanswered; a further one gets the
 *     error Overloaded
 * @param threads how many statements run at the same time
 * @param pageRows the number of rows in a page if the client gives none
 * @param pageBytes about how many bytes a page has at most, whatever the client asked for
 * @param tls the files for TLS; empty for connections without TLS
 * @param insecureNetwork whether the server may listen beyond loopback although the database has no
 *     users, or without TLS
 * @param metrics the address of the port for metrics and health; empty for no such port. Beyond
 *     loopback it needs {@code insecureNetwork}, because it asks for no user and has no TLS
 * @param statementTimeout how long a statement may take from the arrival of its request; empty for
 *     no limit. A page of a SELECT is a request for itself
 */
public record ServerOptions(
    InetSocketAddress address,
    int frameMax,
    int connectionsMax,
    int requestsMax,
    int threads,
    int pageRows,
    int pageBytes,
    Optional<TlsFiles> tls,
    boolean insecureNetwork,
    Optional<InetSocketAddress> metrics,
    Optional<Duration> statementTimeout) {

  /** Port 9042 of the loopback address, frames of 16 MB, 1,000 connections. */
  public static final ServerOptions DEFAULT =
      new ServerOptions(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 9042),
          16 << 20,
          1_000,
          2_048,
          Math.max(8, 4 * Runtime.getRuntime().availableProcessors()),
          5_000,
          4 << 20,
          Optional.empty(),
          false,
          Optional.empty(),
          Optional.empty());

  /** Refuses limits below 1. */
  public ServerOptions {
    for (int limit :
        new int[] {frameMax, connectionsMax, requestsMax, threads, pageRows, pageBytes}) {
      if (limit < 1) {
        throw new IllegalArgumentException("found the limit " + limit + ", expected 1 or more");
      }
    }
  }

  /** The same options with another address. */
  public ServerOptions withAddress(InetSocketAddress newAddress) {
    return new ServerOptions(
        newAddress,
        frameMax,
        connectionsMax,
        requestsMax,
        threads,
        pageRows,
        pageBytes,
        tls,
        insecureNetwork,
        metrics,
        statementTimeout);
  }

  /** The same options with another longest request, in bytes. */
  public ServerOptions withFrameMax(int newFrameMax) {
    return new ServerOptions(
        address,
        newFrameMax,
        connectionsMax,
        requestsMax,
        threads,
        pageRows,
        pageBytes,
        tls,
        insecureNetwork,
        metrics,
        statementTimeout);
  }

  /** The same options with another number of connections. */
  public ServerOptions withConnectionsMax(int newConnectionsMax) {
    return new ServerOptions(
        address,
        frameMax,
        newConnectionsMax,
        requestsMax,
        threads,
        pageRows,
        pageBytes,
        tls,
        insecureNetwork,
        metrics,
        statementTimeout);
  }

  /** The same options with another number of unanswered requests of each connection. */
  public ServerOptions withRequestsMax(int newRequestsMax) {
    return new ServerOptions(
        address,
        frameMax,
        connectionsMax,
        newRequestsMax,
        threads,
        pageRows,
        pageBytes,
        tls,
        insecureNetwork,
        metrics,
        statementTimeout);
  }

  /** The same options with another number of threads. */
  public ServerOptions withThreads(int newThreads) {
    return new ServerOptions(
        address,
        frameMax,
        connectionsMax,
        requestsMax,
        newThreads,
        pageRows,
        pageBytes,
        tls,
        insecureNetwork,
        metrics,
        statementTimeout);
  }

  /** The same options with other limits of a page. */
  public ServerOptions withPages(int newPageRows, int newPageBytes) {
    return new ServerOptions(
        address,
        frameMax,
        connectionsMax,
        requestsMax,
        threads,
        newPageRows,
        newPageBytes,
        tls,
        insecureNetwork,
        metrics,
        statementTimeout);
  }

  /** The same options with TLS. */
  public ServerOptions withTls(TlsFiles files) {
    return new ServerOptions(
        address,
        frameMax,
        connectionsMax,
        requestsMax,
        threads,
        pageRows,
        pageBytes,
        Optional.of(files),
        insecureNetwork,
        metrics,
        statementTimeout);
  }

  /**
   * The same options, with which the server listens at any address, also if everybody who reaches
   * it can read and write the database, or read passwords in the network.
   */
  public ServerOptions withInsecureNetwork() {
    return new ServerOptions(
        address,
        frameMax,
        connectionsMax,
        requestsMax,
        threads,
        pageRows,
        pageBytes,
        tls,
        true,
        metrics,
        statementTimeout);
  }

  /** The same options, with which the server answers HTTP requests for metrics at an address. */
  public ServerOptions withMetrics(InetSocketAddress newMetrics) {
    return new ServerOptions(
        address,
        frameMax,
        connectionsMax,
        requestsMax,
        threads,
        pageRows,
        pageBytes,
        tls,
        insecureNetwork,
        Optional.of(newMetrics),
        statementTimeout);
  }

  /** The same options with a limit on the time of a statement, which must be above 0. */
  public ServerOptions withStatementTimeout(Duration newStatementTimeout) {
    return new ServerOptions(
        address,
        frameMax,
        connectionsMax,
        requestsMax,
        threads,
        pageRows,
        pageBytes,
        tls,
        insecureNetwork,
        metrics,
        Optional.of(newStatementTimeout));
  }
}
