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
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.WriteTimeoutHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import keywright.cql.server.metrics.Health;
import keywright.cql.server.metrics.Measures;
import keywright.cql.server.metrics.MetricsPort;
import keywright.cql.server.metrics.ServerMetrics;
import keywright.cql.server.metrics.ServerState;
import keywright.cql.server.system.SystemTables;
import keywright.cql.server.wire.Wire;
import keywright.key.ErrorCode;
import keywright.key.KeywrightException;
import keywright.store.EngineFigure;
import keywright.table.Database;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.DatabaseUser;
import org.jspecify.annotations.Nullable;

/**
 * A server of one database for drivers of Cassandra. It speaks versions 4 and 5 of the CQL native
 * protocol. Safe for many threads.
 *
 * <p>If the database has users, each client must give the name and the password of one. Beyond
 * loopback the server listens only if there are users and TLS, or if the options permit it.
 */
public final class CqlServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("keywright.cql.server");

  private static final int WAITING_MAX = 10_000;
  private static final long HEAP_BYTES = Runtime.getRuntime().maxMemory();

  /** Bytes of the heap that a character of a statement takes, at most, while it is executed. */
  private static final long BYTES_OF_CHARACTER = 600;

  /** The threads may take this part of the heap for statements of the usual length. */
  private static final int USUAL_PART = 8;

  /** Requests that are not answered yet may take this part of the heap, but one always may. */
  private static final int REQUESTS_PART = 8;

  private static final int WRITE_SECONDS_MAX = 60;
  private static final int START_SECONDS_MAX = 10;
  private static final int FRAME_SECONDS_MAX = 60;
  private static final int STOP_SECONDS_MAX = 10;
  private static final int END_SECONDS_MAX = 2;
  private static final int LOOK_SECONDS = 10;
  private static final int USERS_SECONDS = 5;
  private static final int LOGIN_THREADS = 2;
  private static final int LOGINS_MAX = 1_000;

  /** Requests that are not answered yet may take this many times the longest request. */
  private static final long REQUEST_FRAMES_MAX = 4;

  /** How long a question for the health waits for the engine. */
  private static final long HEALTH_MILLIS_MAX = 2_000;

  private final ServerOptions options;
  private final Measures measures;
  private final Database database;
  private final boolean ownsDatabase;
  private final SchemaWatch schemas;
  private final Users users;
  private final Optional<SslContext> tls;
  private final ThreadPoolExecutor pool;

  /**
   * Runs long statements one after another: the parse tree of a single one can take half of the
   * heap.
   */
  private final ThreadPoolExecutor longStatements;

  /** Checks passwords: many wrong ones do not keep the threads of statements busy. */
  private final ThreadPoolExecutor logins;

  /** Reads the users: a removed user does not stay because others send many passwords. */
  private final ThreadPoolExecutor looks;

  private final NioEventLoopGroup accepting;
  private final NioEventLoopGroup loops;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final Admission<Connection> admission;
  private final AtomicLong requestBytes = new AtomicLong();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile boolean stopping;
  private @Nullable Channel listening;
  private volatile @Nullable MetricsPort metricsPort;

  private CqlServer(
      Database database, boolean ownsDatabase, ServerOptions options, Measures measures) {
    this.options = options;
    this.measures = measures;
    this.database = database;
    this.ownsDatabase = ownsDatabase;
    this.users = new Users(database);
    requireProtection(options, users);
    this.tls = options.tls().map(Tls::context);
    this.schemas = new SchemaWatch(database, this::tell);
    this.admission = new Admission<>(options.connectionsMax(), Connection::awaitsClient);
    this.pool = pool("keywright-statements", options.threads(), WAITING_MAX);
    this.longStatements = pool("keywright-long-statements", 1, WAITING_MAX);
    this.logins = pool("keywright-logins", LOGIN_THREADS, LOGINS_MAX);
    this.looks = pool("keywright-users", 1, 1);
    this.accepting = new NioEventLoopGroup(1, new DefaultThreadFactory("keywright-listen"));
    this.loops =
        new NioEventLoopGroup(
            Math.min(4, Runtime.getRuntime().availableProcessors()),
            new DefaultThreadFactory("keywright-connections"));
  }

  private static ThreadPoolExecutor pool(String name, int threads, int waitingMax) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(waitingMax),
            new DefaultThreadFactory(name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /**
   * Starts a server of {@code database}, which the caller closes after the server.
   *
   * @throws ServerException if the address cannot be listened at; if it is no loopback address and
   *     users or TLS are missing, unless the options permit it; if a file for TLS is unusable
   */
  public static CqlServer start(Database database, ServerOptions options) {
    return start(events -> database, false, options);
  }

  /**
   * Opens the database at {@code url} and starts a server of it. Closing the server closes the
   * database. If the options have a port for metrics, the metrics have the events of the database
   * too, such as write conflicts.
   *
   * @throws ServerException as {@link #start(Database, ServerOptions)}
   */
  public static CqlServer start(String url, ServerOptions options) {
    return start(events -> Database.open(url, events), true, options);
  }

  /**
   * Starts a server.
   *
   * @param opening opens the database with a listener of its events; or gives a database that is
   *     open, and ignores the listener
   */
  static CqlServer start(
      Function<DatabaseEvents, Database> opening, boolean ownsDatabase, ServerOptions options) {
    options.metrics().ifPresent(address -> requireLoopback(options, address));
    // Micrometer is loaded only here.
    ServerMetrics metrics = options.metrics().isPresent() ? new ServerMetrics() : null;
    Measures measures = metrics == null ? Measures.NONE : metrics;
    Database database = opening.apply(ownsDatabase ? measures.events() : DatabaseEvents.NONE);
    try {
      return start(database, ownsDatabase, options, measures, metrics);
    } catch (RuntimeException e) {
      measures.close();
      if (ownsDatabase) {
        database.close();
      }
      throw e;
    }
  }

  private static CqlServer start(
      Database database,
      boolean ownsDatabase,
      ServerOptions options,
      Measures measures,
      @Nullable ServerMetrics metrics) {
    CqlServer server = new CqlServer(database, ownsDatabase, options, measures);
    try {
      server.listen();
      if (metrics != null) {
        server.listenForMetrics(metrics, options.metrics().orElseThrow());
      }
    } catch (RuntimeException e) {
      server.stopThreads();
      throw e;
    }
    return server;
  }

  private static void requireLoopback(ServerOptions options, InetSocketAddress metrics) {
    requireHost(metrics);
    if (!metrics.getAddress().isLoopbackAddress() && !options.insecureNetwork()) {
      throw new ServerException(
          ErrorCode.INVALID,
          "cannot listen at %s for metrics: found an address beyond loopback, expected 127.0.0.1, because metrics have no users and no TLS; let a program on this machine read them, or permit an insecure network (--insecure-network)"
              .formatted(shown(metrics)),
          null);
    }
  }

  private static void requireHost(InetSocketAddress address) {
    if (address.isUnresolved()) {
      throw new ServerException(
          ErrorCode.INVALID,
          "cannot listen at %s: found no host of this name, expected an address of this machine"
              .formatted(shown(address)),
          null);
    }
  }

  private static void requireProtection(ServerOptions options, Users users) {
    InetSocketAddress address = options.address();
    requireHost(address);
    boolean isProtected = users.areRequired() && options.tls().isPresent();
    if (!address.getAddress().isLoopbackAddress() && !isProtected && !options.insecureNetwork()) {
      String found =
          users.areRequired()
              ? "no TLS"
              : options.tls().isPresent()
                  ? "a database without users"
                  : "a database without users and no TLS";
      throw new ServerException(
          ErrorCode.INVALID,
          "cannot listen at %s: found %s, expected users and TLS beyond loopback; add users (keywright users add) and give a key and a certificate (--tls-key, --tls-certificate), listen at 127.0.0.1, or permit an insecure network (--insecure-network)"
              .formatted(shown(address), found),
          null);
    }
  }

  private static String shown(InetSocketAddress address) {
    String host = address.getHostString();
    return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + address.getPort();
  }

  /** An address that a process of this machine can connect to. */
  private static InetSocketAddress reachable(InetSocketAddress address) {
    return address.getAddress().isAnyLocalAddress()
        ? new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort())
        : new InetSocketAddress(address.getAddress().getHostAddress(), address.getPort());
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
            users,
            options);
    database.noteServer(
        Optional.of(
            shown(reachable((InetSocketAddress) channel.localAddress()))
                + (tls.isPresent() ? "?tls=true" : "")
                + (users.areRequired() ? " users" : "")));
    channel.config().setAutoRead(true);
    repeat(LOOK_SECONDS, () -> pool.execute(schemas::look));
    repeat(USERS_SECONDS, () -> looks.execute(this::lookForUsers));
    repeat(1, () -> closeLate(System.nanoTime()));
    measures.observe(new State(statements[0]));
  }

  private void listenForMetrics(ServerMetrics metrics, InetSocketAddress address) {
    Health health = new Health(this::problem, this::readOnce, HEALTH_MILLIS_MAX);
    try {
      MetricsPort port = new MetricsPort(address, metrics, health);
      metricsPort = port;
    } catch (IOException e) {
      throw new ServerException(
          ErrorCode.UNAVAILABLE,
          "cannot listen at %s for metrics: %s; choose another port, or stop the process that uses it"
              .formatted(shown(address), e.getMessage()),
          e);
    }
  }

  /** Why no statement is executed, as far as it is known without the engine. */
  private Optional<String> problem() {
    return stopping ? Optional.of("the server is stopping") : Optional.empty();
  }

  /** Reads one row of the engine. If the lease is lost, renews it first, as a statement does. */
  private void readOnce() {
    if (measures.isLeaseLost()) {
      boolean unused = database.refresh();
      if (measures.isLeaseLost()) {
        throw new ServerException(
            ErrorCode.UNAVAILABLE, "the lease of the server is lost, and was not renewed", null);
      }
    }
    List<DatabaseUser> unused = database.users();
  }

  /** What the metrics show of the server at the moment. */
  private final class State implements ServerState {
    private final Statements statements;

    State(Statements statements) {
      this.statements = statements;
    }

    @Override
    public int startedConnections() {
      return admission.startedCount();
    }

    @Override
    public int startingConnections() {
      return admission.startingCount();
    }

    @Override
    public int unansweredRequests() {
      return connections.stream().mapToInt(Connection::unansweredCount).sum();
    }

    @Override
    public long unansweredBytes() {
      return requestBytes.get();
    }

    @Override
    public int waitingStatements() {
      return pool.getQueue().size() + longStatements.getQueue().size();
    }

    @Override
    public int preparedStatements() {
      return statements.preparedCount();
    }

    @Override
    public List<EngineFigure> figures() {
      return database.figures();
    }
  }

  private void repeat(int seconds, Runnable action) {
    Future<?> unused =
        loops.next().scheduleWithFixedDelay(() -> look(action), seconds, seconds, TimeUnit.SECONDS);
  }

  private void accept(SocketChannel channel, Wire wire, Statements statements) {
    if (stopping) {
      ChannelFuture unused = channel.close();
      return;
    }
    Connection connection = new Connection(this, wire, statements, channel);
    connections.add(connection);
    channel.pipeline().addLast("connection", connection);
    tls.ifPresent(context -> channel.pipeline().addFirst(tlsHandler(context, channel)));
    channel.pipeline().addFirst(new WriteTimeoutHandler(WRITE_SECONDS_MAX));
    if (measures.isOn()) {
      channel.pipeline().addFirst(new Traffic(measures));
    }
    Connection excess = admission.arrive(connection);
    if (excess != null) {
      measures.refused(Measures.Refusal.CONNECTION);
      excess.close();
    }
  }

  private static SslHandler tlsHandler(SslContext context, SocketChannel channel) {
    SslHandler handler = context.newHandler(channel.alloc());
    handler.setHandshakeTimeout(START_SECONDS_MAX, TimeUnit.SECONDS);
    return handler;
  }

  /** An exception would end the schedule. */
  private void look(Runnable action) {
    try {
      if (!stopping) {
        action.run();
      }
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "the catalog is read later: all threads are busy", e);
    }
  }

  /** Reads the users again. */
  void lookForUsers() {
    users.look();
    connections.forEach(connection -> connection.closeUnless(users::mayStay));
  }

  /**
   * Closes the connections whose clients let the server wait for too long.
   *
   * @param now by {@link System#nanoTime}
   * @return how many
   */
  int closeLate(long now) {
    long start = TimeUnit.SECONDS.toNanos(START_SECONDS_MAX);
    long frame = TimeUnit.SECONDS.toNanos(FRAME_SECONDS_MAX);
    List<Connection> late =
        connections.stream().filter(connection -> connection.isLate(now, start, frame)).toList();
    late.forEach(Connection::close);
    MetricsPort port = metricsPort;
    if (port != null) {
      port.closeLate(now);
    }
    return late.size();
  }

  Users users() {
    return users;
  }

  /** Whether there is room for another started connection. */
  boolean start(Connection connection) {
    return admission.start(connection);
  }

  /** The threads that check passwords. */
  Executor logins() {
    return logins;
  }

  /** The address that the server listens at. */
  public InetSocketAddress address() {
    return (InetSocketAddress) Objects.requireNonNull(listening).localAddress();
  }

  /** The address of the port for metrics; empty if there is none. */
  public Optional<InetSocketAddress> metricsAddress() {
    return Optional.ofNullable(metricsPort).map(MetricsPort::address);
  }

  /** How many requests of clients are not answered yet. */
  public int unansweredCount() {
    return connections.stream().mapToInt(Connection::unansweredCount).sum();
  }

  ServerOptions options() {
    return options;
  }

  Measures measures() {
    return measures;
  }

  /** The threads that run statements with texts of so many characters. */
  Executor threads(long characters) {
    long usual = HEAP_BYTES / USUAL_PART / options.threads() / BYTES_OF_CHARACTER;
    return characters > usual ? longStatements : pool;
  }

  void closed(Connection connection) {
    connections.remove(connection);
    admission.leave(connection);
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
    long most = Math.min(REQUEST_FRAMES_MAX * options.frameMax(), HEAP_BYTES / REQUESTS_PART);
    if (bytes > most && bytes > size) {
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
   * statements that run, and closes the connections, which ends the other statements. Closing it
   * again does nothing.
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
    longStatements.shutdown();
    try {
      boolean isDone =
          pool.awaitTermination(STOP_SECONDS_MAX, TimeUnit.SECONDS)
              && longStatements.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      while (isDone
          && System.nanoTime() < end
          && !connections.stream().allMatch(Connection::isIdle)) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
      // Statements that still run end with their connections.
      connections.forEach(Connection::close);
      boolean unused = pool.awaitTermination(END_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stopThreads();
    if (ownsDatabase) {
      database.close();
    } else {
      removeNote();
    }
  }

  private void removeNote() {
    try {
      database.noteServer(Optional.empty());
    } catch (KeywrightException e) {
      LOG.log(System.Logger.Level.DEBUG, "the database is closed, which has removed the note", e);
    }
  }

  /** Until here the health says that the server is stopping. */
  private void closeMetrics() {
    MetricsPort port = metricsPort;
    if (port != null) {
      port.close();
    }
    measures.close();
  }

  private void stopThreads() {
    pool.shutdown();
    longStatements.shutdown();
    logins.shutdown();
    looks.shutdown();
    connections.forEach(Connection::close);
    closeMetrics();
    Future<?> unused = accepting.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    unused = loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
