package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.protocol.internal.request.Query;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import keywright.cql.client.CqlClient;
import keywright.key.ErrorCode;
import keywright.key.KeywrightException;
import keywright.store.MemoryEngine;
import keywright.store.contract.WatchedEngine;
import keywright.store.stop.Cancellation;
import keywright.table.Database;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.Plan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Statements that a server ends early. The scans of the table do not end by themselves. */
@Tag("large")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StoppedStatementsTest {
  private static final String ENDLESS = "SELECT * FROM t WHERE s = 'none' ALLOW FILTERING";
  private static final String ENDLESS_DELETE =
      "DELETE FROM t WHERE id > 0 AND s = 'none' ALLOW FILTERING";

  private final WatchedEngine engine = new WatchedEngine(new MemoryEngine());
  private final CountDownLatch ended = new CountDownLatch(1);
  private Database database;

  @BeforeEach
  void open() {
    DatabaseEvents events =
        new DatabaseEvents() {
          @Override
          public void queryEnded(Plan plan, long rows, Duration elapsed) {
            ended.countDown();
          }
        };
    database = Database.over(engine, InstantSource.system(), 1, events);
    keywright.cql.CqlSession session = keywright.cql.CqlSession.over(database);
    session.execute("CREATE TABLE t (id int PRIMARY KEY, s text)").close();
    session.execute("INSERT INTO t (id, s) VALUES (1, 'some'), (2, 'some')").close();
    engine.endless("t");
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** A latch that opens when the statement has read some rows. */
  private CountDownLatch reading() {
    CountDownLatch begun = new CountDownLatch(1);
    engine.watch(
        "t",
        row -> {
          if (row == 1_000) {
            begun.countDown();
          }
        });
    return begun;
  }

  private void requireEnded() throws InterruptedException {
    assertThat(ended.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(engine.openSnapshots()).isZero();
  }

  @Test
  void theLimitOfTheServerEndsAStatementOfADriver() throws InterruptedException {
    ServerOptions options = Drivers.options().withStatementTimeout(Duration.ofMillis(300));
    try (CqlServer server = CqlServer.start(database, options);
        CqlSession session = Drivers.connect(server.address(), "")) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> session.execute(ENDLESS)).isInstanceOf(ReadTimeoutException.class);
      assertThat(System.nanoTime() - start)
          .isBetween(300_000_000L, TimeUnit.MILLISECONDS.toNanos(1_300));
      requireEnded();
      assertThatThrownBy(() -> session.execute(ENDLESS_DELETE))
          .isInstanceOf(WriteTimeoutException.class);
      assertThat(engine.openSnapshots()).isZero();
      // Another statement has its own time.
      assertThat(session.execute("SELECT s FROM t WHERE id = 1").one().getString(0))
          .isEqualTo("some");
    }
  }

  @Test
  void aClientThatGoesAwayEndsItsStatements() throws Exception {
    CountDownLatch begun = reading();
    try (CqlServer server = CqlServer.start(database, Drivers.options())) {
      try (RawClient client = RawClient.started(server.address())) {
        client.send(3, new Query(ENDLESS));
        begun.await();
      }
      requireEnded();
    }
  }

  @Test
  void aDriverThatIsClosedEndsItsStatements() throws Exception {
    CountDownLatch begun = reading();
    try (CqlServer server = CqlServer.start(database, Drivers.options())) {
      try (CqlSession session = Drivers.connect(server.address(), "")) {
        var unused = session.executeAsync(ENDLESS);
        begun.await();
        session.forceCloseAsync().toCompletableFuture().join();
      }
      requireEnded();
    }
  }

  @Test
  void aServerThatStopsEndsItsStatements() throws Exception {
    CountDownLatch begun = reading();
    CqlServer server = CqlServer.start(database, Drivers.options());
    try (RawClient client = RawClient.started(server.address())) {
      client.send(3, new Query(ENDLESS));
      begun.await();
      server.close();
    }
    requireEnded();
  }

  private static CqlClient client(CqlServer server) {
    return CqlClient.connect("cql://127.0.0.1:" + server.address().getPort());
  }

  /** The error of a statement that is cancelled when it has read some rows. */
  private KeywrightException cancelled(
      CqlClient client, String statement, Cancellation cancellation) throws InterruptedException {
    CountDownLatch begun = reading();
    AtomicReference<KeywrightException> error = new AtomicReference<>();
    CqlClient.Bound bound = client.prepare(statement).bind();
    Thread running =
        new Thread(
            () -> {
              try {
                bound.execute(cancellation).close();
              } catch (KeywrightException e) {
                error.set(e);
              }
            });
    running.start();
    begun.await();
    cancellation.cancel();
    running.join();
    return error.get();
  }

  @Test
  void aCancelOfAClientEndsTheStatementOnTheServer() throws Exception {
    try (CqlServer server = CqlServer.start(database, Drivers.options());
        CqlClient client = client(server)) {
      KeywrightException error = cancelled(client, ENDLESS, Cancellation.begin());
      assertThat(error).hasMessage("cannot read t: cancelled; run the statement again");
      assertThat(error.code()).isEqualTo(ErrorCode.STOPPED);
      requireEnded();
      // The server tells what a change has done, on the same connection.
      error = cancelled(client, ENDLESS_DELETE, Cancellation.begin());
      assertThat(error)
          .hasMessage(
              "cannot delete all rows of t that meet the conditions: cancelled; no row was deleted before; run the statement again to delete the others");
      // Nothing of the cancel is left for the next statement.
      client.execute("SELECT s FROM t WHERE id = 1").close();
    }
  }

  @Test
  void aTimeLimitOfAClientIsThatOfTheStatementOnTheServer() throws Exception {
    try (CqlServer server =
            CqlServer.start(database, Drivers.options().withStatementTimeout(Duration.ofHours(1)));
        CqlClient client = client(server)) {
      CqlClient.Bound select = client.prepare(ENDLESS).bind();
      long start = System.nanoTime();
      Cancellation limit = Cancellation.after(Duration.ofMillis(300));
      assertThatThrownBy(() -> select.execute(limit))
          .isInstanceOfSatisfying(
              KeywrightException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT))
          .hasMessageStartingWith("cannot read t: found no end within 300 ms, the time limit;");
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.MILLISECONDS.toNanos(1_300));
      requireEnded();
      // What is over before it is sent is not sent.
      assertThatThrownBy(() -> select.execute(limit))
          .hasMessageStartingWith("cannot run the statement at cql:");
    }
  }

  @Test
  void theShorterLimitOfServerAndClientHolds() throws Exception {
    try (CqlServer server =
            CqlServer.start(
                database, Drivers.options().withStatementTimeout(Duration.ofMillis(200)));
        CqlClient client = client(server)) {
      Cancellation limit = Cancellation.after(Duration.ofHours(1));
      assertThatThrownBy(() -> client.prepare(ENDLESS).bind().execute(limit))
          .hasMessage(
              "cannot read t: found no end within 200 ms, the time limit of the server (--statement-timeout); set a longer limit");
      requireEnded();
    }
  }

  @Test
  void aCancelOfAnotherRequestDoesNothing() throws IOException {
    try (CqlServer server = CqlServer.start(database, Drivers.options());
        CqlClient client = client(server)) {
      Cancellation late = Cancellation.begin();
      client.prepare("SELECT s FROM t WHERE id = 1").bind().execute(late).close();
      late.cancel();
      client.execute("SELECT s FROM t WHERE id = 1").close();
    }
  }
}
