package keywright.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import keywright.key.ErrorCode;
import keywright.store.StoreException;
import keywright.store.stop.Cancellation;
import keywright.store.stop.StoppedException;
import org.jspecify.annotations.Nullable;

/** A session with the cluster of a database. Thread-safe. */
final class CassandraClient implements AutoCloseable {
  /** The only one whose tokens are numbers in an order that statements can name. */
  private static final String PARTITIONER = "org.apache.cassandra.dht.Murmur3Partitioner";

  /** After what no node has taken; twice as long each time. */
  private static final long FIRST_PAUSE_MILLIS = 25;

  /** How long nodes may take to learn of a change of tables. */
  private static final Duration AGREEMENT = Duration.ofSeconds(10);

  /** How long a change of tables may take at least, which all nodes take part in. */
  private static final Duration CHANGE = Duration.ofSeconds(60);

  /** How long the driver waits for an answer that nobody waits for any longer. */
  private static final Duration FORGETTING = Duration.ofSeconds(1);

  private final CassandraLocation location;
  private final CqlSession session;
  private final CassandraErrors errors;
  private final Duration limit;

  private CassandraClient(CassandraLocation location, CqlSession session) {
    this.location = location;
    this.session = session;
    this.errors = new CassandraErrors(location);
    this.limit = DriverSettings.longestRequest(session.getContext().getConfig());
  }

  /**
   * Opens a session.
   *
   * @throws StoreException when no node answers, the login is refused, or the keyspace is missing
   */
  static CassandraClient open(CassandraLocation location) {
    CassandraErrors errors = new CassandraErrors(location);
    DriverConfigLoader settings = DriverSettings.of(location);
    CqlSessionBuilder builder = CqlSession.builder();
    for (InetSocketAddress host : location.hosts()) {
      builder.addContactPoint(new InetSocketAddress(host.getHostString(), host.getPort()));
    }
    String dataCentre = location.dataCentre();
    if (dataCentre != null) {
      builder.withLocalDatacenter(dataCentre);
    }
    CassandraClient client;
    try {
      client = new CassandraClient(location, builder.withConfigLoader(settings).build());
    } catch (RuntimeException e) {
      throw errors.unreachable(e);
    }
    try {
      client.requireUsable();
      return client;
    } catch (RuntimeException e) {
      client.close();
      throw e;
    }
  }

  private void requireUsable() {
    String dataCentre = location.dataCentre();
    List<String> known =
        session.getMetadata().getNodes().values().stream()
            .map(Node::getDatacenter)
            .map(String::valueOf)
            .distinct()
            .sorted()
            .toList();
    if (dataCentre != null && !known.contains(dataCentre)) {
      throw new StoreException(
          ErrorCode.NOT_FOUND,
          "cannot open %s: found no data centre %s, expected one of %s; set dc= in the URL to one of them"
              .formatted(location, dataCentre, String.join(", ", known)));
    }
    Row local =
        read(
                "open",
                "system.local",
                SimpleStatement.newInstance("SELECT partitioner FROM system.local"))
            .one();
    String partitioner = local == null ? "none" : String.valueOf(local.getString(0));
    if (!partitioner.equals(PARTITIONER)) {
      throw new StoreException(
          ErrorCode.UNSUPPORTED,
          "cannot open %s: found partitioner %s, expected %s; use a cluster with this partitioner"
              .formatted(location, partitioner, PARTITIONER));
    }
    ResultSet found =
        read(
            "open",
            "system_schema.keyspaces",
            SimpleStatement.newInstance(
                "SELECT keyspace_name FROM system_schema.keyspaces WHERE keyspace_name = ?",
                location.keyspace()));
    if (found.one() == null) {
      throw new StoreException(
          ErrorCode.NOT_FOUND,
          ("cannot open %s: found no keyspace %s, expected it to exist; run CREATE KEYSPACE %s WITH"
                  + " replication = {'class': 'NetworkTopologyStrategy', '%s': 3}")
              .formatted(
                  location,
                  location.keyspace(),
                  TableName.quoted(location.keyspace()),
                  known.isEmpty() ? "datacenter1" : known.get(0)));
    }
  }

  CassandraLocation location() {
    return location;
  }

  CassandraErrors errors() {
    return errors;
  }

  /** How long a request may take, as the URL or the configuration file says. */
  Duration limit() {
    return limit;
  }

  void requireOpen() {
    if (session.isClosed()) {
      throw new StoreException(
          ErrorCode.CLOSED,
          "cannot use " + location + ": found it closed, expected it open; open it again");
    }
  }

  /**
   * Prepares a statement.
   *
   * @throws StoreException when the table is missing, or no node answers
   */
  PreparedStatement prepare(String what, String table, String cql) {
    requireOpen();
    try {
      try {
        return session.prepare(cql);
      } catch (InvalidQueryException e) {
        // A node that was away may not know the table yet.
        awaitAgreement(e.getCoordinator());
        return session.prepare(cql);
      }
    } catch (RuntimeException e) {
      throw errors.ofRead(what, table, e);
    }
  }

  /**
   * Reads.
   *
   * @param what is to be done with the table, for messages
   * @throws StoreException when it is refused or not answered
   */
  ResultSet read(String what, String table, Statement<?> statement) {
    requireOpen();
    long deadline = System.nanoTime() + limit().toNanos();
    long pauseMillis = FIRST_PAUSE_MILLIS;
    while (true) {
      try {
        return session.execute(statement);
      } catch (RuntimeException e) {
        pauseMillis *= 2;
        boolean again = mayReadAgain(e) && isBefore(deadline, pauseMillis);
        if (!again || !slept(pauseMillis)) {
          throw errors.ofRead(what, table, e);
        }
      }
    }
  }

  private static boolean mayReadAgain(Throwable error) {
    return CassandraErrors.isNotSent(error) || CassandraErrors.isConnectionLost(error);
  }

  private static boolean isBefore(long deadline, long pauseMillis) {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis) - deadline < 0;
  }

  /** Waits; false when the thread is interrupted. */
  static boolean slept(long millis) {
    try {
      Thread.sleep(millis);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Sends a statement once. */
  CompletableFuture<AsyncResultSet> sendOnce(Statement<?> statement) {
    return session.executeAsync(statement).toCompletableFuture();
  }

  /** Sends a statement, again where no node has taken it, for as long as a request may take. */
  CompletableFuture<AsyncResultSet> send(Statement<?> statement) {
    return send(statement, CassandraErrors::isNotSent);
  }

  private CompletableFuture<AsyncResultSet> send(
      Statement<?> statement, Predicate<Throwable> isAgain) {
    long deadline = System.nanoTime() + limit().toNanos();
    return send(statement, isAgain, deadline, FIRST_PAUSE_MILLIS);
  }

  /**
   * Sends a read, as {@link #send(Statement)} does, and again if its connection is lost. The driver
   * forgets its request soon after the time limit of the cancellation.
   */
  CompletableFuture<AsyncResultSet> send(BoundStatement statement, Cancellation cancellation) {
    long left = cancellation.remainingNanos();
    boolean isShort = left < limit.toNanos() - FORGETTING.toNanos();
    return send(
        isShort ? statement.setTimeout(FORGETTING.plusNanos(left)) : (Statement<?>) statement,
        CassandraClient::mayReadAgain);
  }

  /**
   * Waits for the answer to a read.
   *
   * @throws StoppedException if the cancellation ends the wait
   * @throws java.util.concurrent.CompletionException if the read failed
   */
  static <T> T join(CompletableFuture<T> answer, Cancellation cancellation, String table) {
    if (!cancellation.isNone()) {
      try {
        T unused = cancellation.await(answer, Long.MAX_VALUE, "read " + table);
      } catch (ExecutionException | TimeoutException e) {
        // As the answer tells below.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return answer.join();
  }

  private CompletableFuture<AsyncResultSet> send(
      Statement<?> statement, Predicate<Throwable> isAgain, long deadline, long pauseMillis) {
    return sendOnce(statement)
        .exceptionallyCompose(
            error ->
                isAgain.test(error) && isBefore(deadline, pauseMillis)
                    ? CompletableFuture.runAsync(
                            () -> {},
                            CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS))
                        .thenCompose(waited -> send(statement, isAgain, deadline, 2 * pauseMillis))
                    : CompletableFuture.failedFuture(error));
  }

  /** Changes tables, and waits until the nodes that are up know it. */
  void change(String what, String cql) {
    requireOpen();
    ResultSet changed;
    try {
      changed =
          session.execute(
              SimpleStatement.newInstance(cql).setIdempotent(false).setTimeout(changeLimit()));
    } catch (RuntimeException e) {
      throw errors.ofChange(what, e);
    }
    awaitAgreement(changed.getExecutionInfo().getCoordinator(), AGREEMENT);
  }

  /** How long a change of tables may take. */
  private Duration changeLimit() {
    return limit().compareTo(CHANGE) > 0 ? limit() : CHANGE;
  }

  /**
   * Waits until the other nodes that are up have the tables that this node has, or a while. The
   * driver asks another node than the one that has changed a table, which may not know of the
   * change and find that all agree.
   */
  void awaitAgreement(@Nullable Node node) {
    awaitAgreement(node, AGREEMENT.compareTo(limit()) < 0 ? AGREEMENT : limit());
  }

  private void awaitAgreement(@Nullable Node node, Duration atMost) {
    if (node == null) {
      return;
    }
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!agrees(node) && isBefore(deadline, FIRST_PAUSE_MILLIS) && slept(FIRST_PAUSE_MILLIS)) {}
  }

  /** Whether the other nodes that are up have the tables of this node, as it knows them. */
  private boolean agrees(Node node) {
    Set<@Nullable UUID> versions = new HashSet<>();
    try {
      for (String table : List.of("local", "peers")) {
        SimpleStatement select =
            SimpleStatement.newInstance("SELECT host_id, schema_version FROM system." + table)
                .setNode(node);
        for (Row row : session.execute(select)) {
          UUID id = row.getUuid(0);
          Node peer = id == null ? null : session.getMetadata().getNodes().get(id);
          if (peer != null && peer.getState() != NodeState.DOWN) {
            versions.add(row.getUuid(1));
          }
        }
      }
    } catch (RuntimeException e) {
      // It does not answer: there is nothing to wait for.
      return true;
    }
    return versions.size() <= 1;
  }

  /** The token of a partition. */
  long token(List<ByteBuffer> partition) {
    TokenMap tokens =
        session
            .getMetadata()
            .getTokenMap()
            .orElseThrow(
                () ->
                    new StoreException(
                        "cannot use "
                            + location
                            + ": found a driver without tokens, expected a driver that keeps the map of "
                            + "tokens; set datastax-java-driver.advanced.metadata.token-map.enabled = true "
                            + "in the file of config="));
    return Long.parseLong(tokens.format(tokens.newToken(partition.toArray(new ByteBuffer[0]))));
  }

  @Override
  public void close() {
    session.close();
  }
}
