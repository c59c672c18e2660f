package keywright.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import keywright.table.Database;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many connections change and read rows while the server is killed ({@code kill -9}) and started
 * again. Each client has rows of its own and knows which values each of them can have: one, or
 * after a change without an answer one of two. The server has a heap of 256 MB.
 */
@Tag("large")
class ServedLoadTest {
  private static final int ROWS_OF_CLIENT = 40;
  private static final int NOTE_MAX = 400;
  private static final int RECONNECT_SECONDS = 60;

  @TempDir Path folder;

  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong unanswered = new AtomicLong();
  private volatile boolean isEnding;

  /** Open while a server listens. A client whose request has failed waits for it. */
  private volatile CountDownLatch isServed = new CountDownLatch(1);

  /** The statements of all clients. */
  private record Prepared(
      CqlSession session,
      PreparedStatement insert,
      PreparedStatement add,
      PreparedStatement change,
      PreparedStatement delete,
      PreparedStatement get,
      PreparedStatement ofOwner) {
    static Prepared of(CqlSession session) {
      return new Prepared(
          session,
          session.prepare("INSERT INTO t (id, owner, n, note) VALUES (?, ?, ?, ?)"),
          session.prepare("UPDATE t SET n = n + 1 WHERE id = ?"),
          session.prepare("UPDATE t SET note = ? WHERE id = ? IF n = ?"),
          session.prepare("DELETE FROM t WHERE id = ?"),
          session.prepare("SELECT n, note FROM t WHERE id = ?"),
          session.prepare("SELECT id, n, note FROM t WHERE owner = ?"));
    }
  }

  /** The values of a row; none if there is no row. */
  private record Values(int n, String note) {
    static Values of(Row row) {
      return new Values(row.getInt("n"), row.getString("note"));
    }
  }

  private final class Client {
    private final Prepared prepared;
    private final int owner;
    private final Random random;

    /** The values that each row can have, by id. */
    private final Map<Integer, Set<Optional<Values>>> rows = new TreeMap<>();

    Client(Prepared prepared, int owner, Random random) {
      this.prepared = prepared;
      this.owner = owner;
      this.random = random;
    }

    void run() {
      try {
        while (!isEnding && failure.get() == null) {
          step();
        }
      } catch (Throwable e) {
        failure.compareAndSet(null, e);
      }
    }

    private int anyId() {
      return owner * ROWS_OF_CLIENT + random.nextInt(ROWS_OF_CLIENT);
    }

    private Set<Optional<Values>> possible(int id) {
      return rows.computeIfAbsent(id, any -> new HashSet<>(Set.of(Optional.empty())));
    }

    private String note() {
      return "x".repeat(random.nextInt(NOTE_MAX));
    }

    private void step() throws InterruptedException {
      int id = anyId();
      // A read makes certain which value it is.
      Optional<Values> before = read(id);
      if (before == null) {
        return;
      }
      int action = random.nextInt(10);
      if (action < 4 || before.isEmpty()) {
        Values values = new Values(random.nextInt(20), note());
        if (action == 0) {
          batch(id, values);
        } else {
          change(Map.of(id, Optional.of(values)), insert(id, values));
        }
      } else if (action < 6) {
        Values values = new Values(before.get().n() + 1, before.get().note());
        change(Map.of(id, Optional.of(values)), prepared.add().bind(id));
      } else if (action < 8) {
        Values values = new Values(before.get().n(), note());
        change(
            Map.of(id, Optional.of(values)),
            prepared.change().bind(values.note(), id, before.get().n()));
      } else if (action < 9) {
        change(Map.of(id, Optional.empty()), prepared.delete().bind(id));
      } else {
        readAll();
      }
    }

    private BoundStatement insert(int id, Values values) {
      return prepared.insert().bind(id, owner, values.n(), values.note());
    }

    /** Two rows, both or none of them. */
    private void batch(int id, Values values) throws InterruptedException {
      int other = owner * ROWS_OF_CLIENT + (id + 1) % ROWS_OF_CLIENT;
      if (read(other) == null) {
        return;
      }
      change(
          Map.of(id, Optional.of(values), other, Optional.of(values)),
          BatchStatement.newInstance(BatchType.LOGGED, insert(id, values), insert(other, values)));
    }

    private void change(Map<Integer, Optional<Values>> after, Statement<?> statement)
        throws InterruptedException {
      ResultSet result = execute(statement);
      if (result != null && !result.wasApplied()) {
        throw new AssertionError("found another row than the one that was read, at " + after);
      }
      after.forEach(
          (id, values) -> {
            Set<Optional<Values>> possible = possible(id);
            if (result != null) {
              possible.clear();
            }
            possible.add(values);
          });
    }

    /** The values of a row; null if the server does not answer. */
    private Optional<Values> read(int id) throws InterruptedException {
      ResultSet result = execute(prepared.get().bind(id));
      if (result == null) {
        return null;
      }
      Optional<Values> found = Optional.ofNullable(result.one()).map(Values::of);
      found(id, found);
      return found;
    }

    private void readAll() throws InterruptedException {
      ResultSet result = execute(prepared.ofOwner().bind(owner).setPageSize(16));
      if (result == null) {
        return;
      }
      Map<Integer, Values> found = new TreeMap<>();
      try {
        result.forEach(row -> found.put(row.getInt("id"), Values.of(row)));
      } catch (DriverException e) {
        return; // The server was killed between two pages.
      }
      for (int id : Set.copyOf(rows.keySet())) {
        found(id, Optional.ofNullable(found.remove(id)));
      }
      assertThat(found).isEmpty();
    }

    private void found(int id, Optional<Values> values) {
      Set<Optional<Values>> possible = possible(id);
      if (!possible.contains(values)) {
        throw new AssertionError(
            "found %s at %d, expected one of %s".formatted(values, id, possible));
      }
      possible.retainAll(Set.of(values));
    }

    /** Null if the server does not answer. */
    private ResultSet execute(Statement<?> statement) throws InterruptedException {
      try {
        ResultSet result = prepared.session().execute(statement);
        answered.incrementAndGet();
        return result;
      } catch (DriverException e) {
        unanswered.incrementAndGet();
        isServed.await(RECONNECT_SECONDS, TimeUnit.SECONDS);
        return null;
      }
    }
  }

  private KeywrightProcess serve(int round, int port) throws Exception {
    Path file = folder.resolve("port" + round);
    return KeywrightProcess.serving(
        folder.resolve("messages" + round),
        file,
        "rocksdb:" + folder.resolve("data"),
        "127.0.0.1:" + port);
  }

  private static CqlSession connect(int port, int connections) {
    return CqlSession.builder()
        .addContactPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
        .withLocalDatacenter("datacenter1")
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, connections)
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofMinutes(1))
                .withDuration(
                    DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofMinutes(1))
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(50))
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofMillis(500))
                .build())
        .build();
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void noAcknowledgedChangeIsLostWhenAServerIsKilled() throws Exception {
    run(16, 1, Duration.ofSeconds(2));
  }

  @Test
  @Tag("nightly")
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void noAcknowledgedChangeOfTwoHundredConnectionsIsLost() throws Exception {
    run(200, 3, Duration.ofSeconds(30));
  }

  /** Runs clients for so long before each kill and after the last. */
  private void run(int connections, int kills, Duration each) throws Exception {
    int port = 0;
    CqlSession session = null;
    List<Client> clients = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    try {
      for (int round = 0; round <= kills; round++) {
        try (KeywrightProcess server = serve(round, port)) {
          isServed.countDown();
          if (session == null) {
            port = Integer.parseInt(Files.readString(folder.resolve("port0")).strip());
            session = connect(port, connections);
            begin(session, connections, clients, threads);
          }
          long before = answered.get();
          // However slow the machine is, each of them has been at work.
          server.waitFor(
              () -> failure.get() != null || answered.get() - before > 20L * connections);
          long end = System.nanoTime() + each.toNanos();
          server.waitFor(() -> failure.get() != null || System.nanoTime() > end);
          assertThat(failure.get()).as(Seeds.reproduction(Seeds.base())).isNull();
          if (round < kills) {
            isServed = new CountDownLatch(1);
            assertThat(server.kill()).as(server.said()).isTrue();
          } else {
            isEnding = true;
            for (Thread thread : threads) {
              thread.join();
            }
          }
          assertThat(server.said().lines().toList()).hasSize(1);
        }
      }
    } finally {
      isEnding = true;
      isServed.countDown();
      if (session != null) {
        session.close();
      }
    }
    assertThat(failure.get()).as(Seeds.reproduction(Seeds.base())).isNull();
    assertThat(unanswered.get()).isPositive();
    System.out.printf(
        "%d connections, %,d answers, %,d requests without%n",
        connections, answered.get(), unanswered.get());
    requireStored(clients);
  }

  private void begin(
      CqlSession session, int connections, List<Client> clients, List<Thread> threads) {
    session.execute("CREATE TABLE t (id int PRIMARY KEY, owner int, n int, note text)");
    session.execute("CREATE INDEX by_owner ON t (owner, n)");
    session.execute("CREATE INDEX by_n ON t (n)");
    Prepared prepared = Prepared.of(session);
    for (int owner = 0; owner < connections; owner++) {
      Client client = new Client(prepared, owner, new Random(Seeds.base() + owner));
      clients.add(client);
      Thread thread = new Thread(client::run, "client " + owner);
      threads.add(thread);
      thread.start();
    }
  }

  /** Checks the rows of all clients, without a server. */
  private void requireStored(List<Client> clients) {
    try (Database database = Database.open("rocksdb:" + folder.resolve("data"));
        var session = keywright.cql.CqlSession.over(database)) {
      Map<Integer, Values> stored = new TreeMap<>();
      try (var result = session.execute("SELECT id, n, note FROM t ALLOW FILTERING")) {
        result.stream()
            .forEach(
                row ->
                    stored.put(
                        row.getInt("id"), new Values(row.getInt("n"), row.getString("note"))));
      }
      for (Client client : clients) {
        for (int id : Set.copyOf(client.rows.keySet())) {
          client.found(id, Optional.ofNullable(stored.remove(id)));
        }
      }
      assertThat(stored).isEmpty();
      assertThat(database.verify("t")).isEmpty();
    }
  }
}
