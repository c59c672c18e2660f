package keywright.cql.server;

import com.datastax.oss.protocol.internal.Message;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.timeout.WriteTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import keywright.cql.server.system.SystemTables;
import keywright.cql.server.wire.Wire;
import keywright.key.ErrorCode;
import keywright.table.Database;
import org.jspecify.annotations.Nullable;

/**
 * A server of one database for drivers of Cassandra. It speaks versions 4 and 5 of the CQL native
 * protocol. Safe for many threads.
 *
 * <p>There is no authentication yet, so the server listens at a loopback address only.
 */
public final class CqlServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("keywright.cql.server");

  private static final int WAITING_MAX = 10_000;
  private static final int WRITE_SECONDS_MAX = 60;
  private static final int START_SECONDS_MAX = 10;
  private static final int STOP_SECONDS_MAX = 10;
  private static final int LOOK_SECONDS = 10;

  /** Requests that are not answered yet may take this many times the longest request. */
  private static final long REQUEST_FRAMES_MAX = 4;

  private final ServerOptions options;
  private final Database database;
  private final boolean ownsDatabase;
  private final SchemaWatch schemas;
  private final ThreadPoolExecutor pool;
  private final NioEventLoopGroup accepting;
  private final NioEventLoopGroup loops;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicLong requestBytes = new AtomicLong();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile boolean stopping;
  private @Nullable Channel listening;

  private CqlServer(Database database, boolean ownsDatabase, ServerOptions options) {
    this.options = options;
    this.database = database;
    this.ownsDatabase = ownsDatabase;
    this.schemas = new SchemaWatch(database, this::tell);
    this.pool =
        new ThreadPoolExecutor(
            options.threads(),
            options.threads(),
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(WAITING_MAX),
            new DefaultThreadFactory("keywright-statements"));
    pool.allowCoreThreadTimeOut(true);
    this.accepting = new NioEventLoopGroup(1, new DefaultThreadFactory("keywright-listen"));
    this.loops =
        new NioEventLoopGroup(
            Math.min(4, Runtime.getRuntime().availableProcessors()),
            new DefaultThreadFactory("keywright-connections"));
  }

  /**
   * Starts a server of {@code database}, which the caller closes after the server.
   *
   * @throws ServerException if the address is not a loopback address, or cannot be listened at
   */
  public static CqlServer start(Database database, ServerOptions options) {
    return start(database, false, options);
  }

  /**
   * Opens the database at {@code url} and starts a server of it. Closing the server closes the
   * database.
   *
   * @throws ServerException as {@link #start(Database, ServerOptions)}
   */
  public static CqlServer start(String url, ServerOptions options) {
    requireLoopback(options.address());
    Database database = Database.open(url);
    try {
      return start(database, true, options);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  private static CqlServer start(Database database, boolean ownsDatabase, ServerOptions options) {
    requireLoopback(options.address());
    CqlServer server = new CqlServer(database, ownsDatabase, options);
    try {
      server.listen();
    } catch (RuntimeException e) {
      server.stopThreads();
      throw e;
    }
    return server;
  }

  private static void requireLoopback(InetSocketAddress address) {
    if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
      throw new ServerException(
          ErrorCode.INVALID,
          "cannot listen at %s: expected a loopback address such as 127.0.0.1, because the server has no authentication yet"
              .formatted(shown(address)),
          null);
    }
  }

  private static String shown(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }

  private void listen() {
    Wire wire = new Wire(options.frameMax());
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(accepting, loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.SO_BACKLOG, 1_024)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(
                ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(1 << 20, 4 << 20));
    // The tables of the system show the address, which is known after the port was chosen.
    Statements[] statements = new Statements[1];
    bootstrap.childHandler(
        new ChannelInitializer<SocketChannel>() {
          @Override
          protected void initChannel(SocketChannel channel) {
            accept(channel, wire, Objects.requireNonNull(statements[0]));
          }
        });
    bootstrap.option(ChannelOption.AUTO_READ, false);
    ChannelFuture bound = bootstrap.bind(options.address()).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new ServerException(
          ErrorCode.UNAVAILABLE,
          "cannot listen at %s: %s; choose another port, or stop the process that uses it"
              .formatted(shown(options.address()), bound.cause().getMessage()),
          bound.cause());
    }
    Channel channel = bound.channel();
    listening = channel;
    statements[0] =
        new Statements(
            database,
            schemas,
            new SystemTables((InetSocketAddress) channel.localAddress()),
            options);
    channel.config().setAutoRead(true);
    Future<?> unused =
        loops
            .next()
            .scheduleWithFixedDelay(this::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
  }

  private void accept(SocketChannel channel, Wire wire, Statements statements) {
    if (stopping || connections.size() >= options.connectionsMax()) {
      ChannelFuture unused = channel.close();
      return;
    }
    Connection connection = new Connection(this, wire, statements, channel);
    connections.add(connection);
    wire.begin(channel.pipeline());
    channel.pipeline().addFirst(new WriteTimeoutHandler(WRITE_SECONDS_MAX));
    channel.pipeline().addLast("connection", connection);
    Future<?> unused =
        channel
            .eventLoop()
            .schedule(
                () -> {
                  if (!connection.isStarted()) {
                    connection.close();
                  }
                },
                START_SECONDS_MAX,
                TimeUnit.SECONDS);
  }

  /** An exception would end the schedule. */
  private void look() {
    try {
      if (!stopping) {
        pool.execute(schemas::look);
      }
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "the catalog is read later: all threads are busy", e);
    }
  }

  /** The address that the server listens at. */
  public InetSocketAddress address() {
    return (InetSocketAddress) Objects.requireNonNull(listening).localAddress();
  }

  ServerOptions options() {
    return options;
  }

  /** The threads that run statements. */
  Executor pool() {
    return pool;
  }

  void closed(Connection connection) {
    connections.remove(connection);
  }

  /**
   * Begins a request of {@code size} bytes.
   *
   * @return null, or why it cannot begin
   */
  @Nullable String begin(int size) {
    if (stopping) {
      return "found a server that is stopping";
    }
    long bytes = requestBytes.addAndGet(size);
    if (bytes > REQUEST_FRAMES_MAX * options.frameMax() && bytes > size) {
      requestBytes.addAndGet(-size);
      return "found unanswered requests of %,d bytes".formatted(bytes - size);
    }
    return null;
  }

  /** Ends a request that began. */
  void end(int size) {
    requestBytes.addAndGet(-size);
  }

  private void tell(Message event) {
    connections.forEach(connection -> connection.tell(event));
  }

  /**
   * Stops the server: it takes no further connections and requests, waits up to ten seconds for the
   * statements that run, and closes the connections. Closing it again does nothing.
   */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    stopping = true;
    Channel channel = listening;
    if (channel != null) {
      ChannelFuture unused = channel.close().awaitUninterruptibly();
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS_MAX);
    pool.shutdown();
    try {
      boolean isDone = pool.awaitTermination(STOP_SECONDS_MAX, TimeUnit.SECONDS);
      while (isDone
          && System.nanoTime() < end
          && !connections.stream().allMatch(Connection::isIdle)) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stopThreads();
    if (ownsDatabase) {
      database.close();
    }
  }

  private void stopThreads() {
    pool.shutdown();
    connections.forEach(Connection::close);
    Future<?> unused = accepting.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    unused = loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
