package keywright.server.hbase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import keywright.testkit.ForkedMain;
import keywright.testkit.ForkedServer;
import keywright.testkit.ServerJvm;
import org.jspecify.annotations.Nullable;

/**
 * An HBase whose servers can be killed one by one: ZooKeeper, the master and each region server are
 * processes. Files and ports stay when servers are killed and started again, and nothing that was
 * acknowledged is lost by a kill, as what is written goes to the kernel at once. A region server is
 * taken for dead after {@link #SESSION}. All processes end with the JVM that started them, and the
 * files with them. To be used by one thread.
 */
public final class HBaseCluster implements AutoCloseable {
  /** How long a server may be silent. */
  public static final Duration SESSION = Duration.ofSeconds(6);

  /** Properties of the processes. */
  static final String ZOOKEEPER_PORT = "keywright.zookeeper.port";

  static final String PORT = "keywright.port";
  static final String REGION_SERVERS = "keywright.region.servers";

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final int ZOOKEEPER_MEGABYTES = 96;
  private static final int MASTER_MEGABYTES = 320;
  private static final int REGION_SERVER_MEGABYTES = 320;

  private final Path folder;
  private final Map<String, String> site;
  private final List<Integer> ports = new ArrayList<>();
  private final AtomicReferenceArray<@Nullable ForkedServer> regionServers;
  private @Nullable ForkedServer zooKeeper;
  private volatile @Nullable ForkedServer master;

  /**
   * Starts a cluster and waits until it is ready.
   *
   * @throws IllegalStateException when it does not start, with the end of a log
   */
  public HBaseCluster(int regionServers) {
    this(regionServers, Map.of());
  }

  /**
   * Starts a cluster as {@link #HBaseCluster(int)} does.
   *
   * @param site more settings of HBase, for every server
   */
  public HBaseCluster(int regionServers, Map<String, String> site) {
    this.site = new HashMap<>(ServerProcess.codecs(ServerProcess.compressions()));
    this.site.putAll(site);
    this.regionServers = new AtomicReferenceArray<>(regionServers);
    try {
      folder = Files.createTempDirectory("keywright-cluster");
      // Of ZooKeeper, the master and the region servers; held together, so that they differ.
      List<ServerSocket> sockets = new ArrayList<>();
      for (int i = 0; i < 2 + regionServers; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      for (ServerSocket socket : sockets) {
        ports.add(socket.getLocalPort());
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      startAll();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Starts every server and waits until the cluster is ready. Expects all of them killed. */
  public void startAll() {
    zooKeeper = start("zookeeper", "HBaseZooKeeperMain", ZOOKEEPER_MEGABYTES, 0);
    startMaster();
    List<CompletableFuture<Void>> starting =
        IntStream.range(0, regionServers.length())
            .mapToObj(index -> CompletableFuture.runAsync(() -> startRegionServer(index)))
            .toList();
    starting.forEach(CompletableFuture::join);
    awaitMaster();
  }

  /** Starts the master, after it was killed, under its old port. */
  public void startMaster() {
    master = start("master", "HBaseMasterMain", MASTER_MEGABYTES, ports.get(1));
  }

  /** Waits until the master takes changes of tables. */
  public void awaitMaster() {
    String unused = Objects.requireNonNull(master).ask("be initialized", LIMIT);
  }

  /** Kills the master as {@code kill -9} does. */
  public void killMaster() {
    Objects.requireNonNull(master).kill();
  }

  /** Stops the master for a while, as {@link #pauseRegionServer} does. */
  public void pauseMaster(Duration pause) throws InterruptedException {
    Objects.requireNonNull(master).pause(pause);
  }

  /** Stops ZooKeeper for a while. */
  public void pauseZooKeeper(Duration pause) throws InterruptedException {
    Objects.requireNonNull(zooKeeper).pause(pause);
  }

  /** Starts a region server that was killed, under its old port, and waits until it is online. */
  public void startRegionServer(int index) {
    regionServers.set(
        index,
        start(
            "region-server-" + index,
            "HBaseRegionServerMain",
            REGION_SERVER_MEGABYTES,
            ports.get(2 + index)));
  }

  /**
   * Starts the region servers that were killed, or ended by themselves: one that was silent for
   * longer than {@link #SESSION}, as on a busy machine, aborts. Waits until they are online, for
   * which they need a master.
   */
  public void startEndedRegionServers() {
    for (int index = 0; index < regionServers.length(); index++) {
      if (!Objects.requireNonNull(regionServers.get(index)).isAlive()) {
        startRegionServer(index);
      }
    }
  }

  /** Starts the master if it was killed, or ended by itself. */
  public void startEndedMaster() {
    if (!Objects.requireNonNull(master).isAlive()) {
      startMaster();
    }
  }

  private ForkedServer start(String name, String main, int heapMegabytes, int port) {
    return ServerProcess.start(
        folder.resolve(name),
        main,
        ServerJvm.small(heapMegabytes),
        site,
        Map.of(
            ZOOKEEPER_PORT,
            Integer.toString(ports.get(0)),
            PORT,
            Integer.toString(port),
            REGION_SERVERS,
            Integer.toString(regionServers.length())));
  }

  /** Kills a region server as {@code kill -9} does. */
  public void killRegionServer(int index) {
    ForkedServer server = regionServers.get(index);
    if (server != null) {
      server.kill();
    }
  }

  /**
   * Stops a region server for a while: what is sent to it meanwhile it does when it continues,
   * however long the sender waits for it.
   */
  public void pauseRegionServer(int index, Duration pause) throws InterruptedException {
    Objects.requireNonNull(regionServers.get(index)).pause(pause);
  }

  /** Kills all processes as {@code kill -9} does, at once. */
  public void killAll() {
    List<CompletableFuture<Void>> killing =
        processes().map(server -> CompletableFuture.runAsync(server::kill)).toList();
    killing.forEach(CompletableFuture::join);
  }

  private Stream<ForkedServer> processes() {
    return Stream.concat(
            IntStream.range(0, regionServers.length()).mapToObj(regionServers::get),
            Stream.of(master, zooKeeper))
        .filter(server -> server != null);
  }

  /** The ids of the processes, killed ones among them. */
  public List<Long> pids() {
    return processes().map(ForkedServer::pid).toList();
  }

  /** Where all files are. */
  public Path folder() {
    return folder;
  }

  /** Where its ZooKeeper listens: {@code 127.0.0.1:PORT}. */
  public String quorum() {
    return "127.0.0.1:" + ports.get(0);
  }

  /** The URL of a database in it. */
  public String url(String namespace) {
    return "hbase:" + quorum() + "/" + namespace;
  }

  /** Ends it, with all that it holds. */
  @Override
  public void close() {
    killAll();
    processes().forEach(ForkedServer::close);
    // Those that were killed left it.
    ForkedMain.delete(folder);
  }
}
