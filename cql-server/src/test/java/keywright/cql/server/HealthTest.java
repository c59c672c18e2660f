package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.request.Query;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import keywright.key.Key;
import keywright.store.Engine;
import keywright.store.MemoryEngine;
import keywright.store.RowOptions;
import keywright.store.Snapshot;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.store.contract.ForwardingEngine;
import keywright.table.Database;
import keywright.table.model.DatabaseEvents;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a server says of its health, and that slow programs do not keep others from asking. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class HealthTest {
  private final AtomicReference<Runnable> beforeRead = new AtomicReference<>(HealthTest::nothing);
  private final AtomicReference<Runnable> beforeWrite = new AtomicReference<>(HealthTest::nothing);
  private final AtomicReference<DatabaseEvents> told = new AtomicReference<>();
  private final CqlServer server = CqlServer.start(this::open, true, MetricsReader.options());
  private final MetricsReader reader = new MetricsReader(server);

  private static void nothing() {}

  private Database open(DatabaseEvents events) {
    told.set(events);
    Engine engine =
        new ForwardingEngine(new MemoryEngine()) {
          @Override
          public Snapshot snapshot(LongSupplier clock) {
            beforeRead.get().run();
            return super.snapshot(clock);
          }

          @Override
          public StoredRow get(TableLayout layout, Key key, RowOptions options, long nowMillis) {
            beforeRead.get().run();
            return super.get(layout, key, options, nowMillis);
          }

          @Override
          public boolean write(WriteBatch batch) {
            beforeWrite.get().run();
            return super.write(batch);
          }
        };
    return Database.over(engine, InstantSource.system(), 1, events);
  }

  @AfterEach
  void stop() {
    beforeRead.set(HealthTest::nothing);
    beforeWrite.set(HealthTest::nothing);
    server.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void anEngineThatFailsIsNamed() throws Exception {
    assertThat(reader.health()).isEqualTo("200 ok");
    beforeRead.set(
        () -> {
          throw new StoreException("cannot read row 1:\nthe disk is on strike");
        });
    assertThat(reader.health()).isEqualTo("503 cannot read row 1: the disk is on strike");
    beforeRead.set(HealthTest::nothing);
    assertThat(reader.health()).isEqualTo("200 ok");
  }

  /** One thread waits for the engine, however often a program asks. */
  @Test
  @Tag("large")
  void anEngineThatDoesNotAnswerIsNotWaitedForLong() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    AtomicInteger reads = new AtomicInteger();
    beforeRead.set(
        () -> {
          if (Thread.currentThread().getName().equals("keywright-health")) {
            reads.incrementAndGet();
            await(answer);
          }
        });
    long start = System.nanoTime();
    for (int i = 0; i < 3; i++) {
      assertThat(reader.health()).startsWith("503 the engine has not answered for ");
    }
    assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(30));
    assertThat(reads).hasValue(1);
    assertThat(reader.values()).isNotEmpty();
    beforeRead.set(HealthTest::nothing);
    answer.countDown();
    assertThat(reader.health()).isEqualTo("200 ok");
  }

  @Test
  void aLostLeaseIsNamed() throws Exception {
    told.get().leaseLost();
    assertThat(reader.health())
        .isEqualTo("503 the lease of the server is lost, and was not renewed");
    assertThat(reader.values()).containsEntry("keywright_lease_losses_total", 1.0);
    told.get().leaseRenewed();
    assertThat(reader.health()).isEqualTo("200 ok");
    assertThat(reader.values()).containsEntry("keywright_lease_renewals_total", 1.0);
  }

  @Test
  void aServerThatStopsSaysSoUntilItsStatementsHaveEnded() throws Exception {
    CountDownLatch writing = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    try (RawClient client = RawClient.started(server.address())) {
      client.ask(1, new Query("CREATE TABLE t (id int PRIMARY KEY)"));
      beforeWrite.set(
          () -> {
            writing.countDown();
            await(goesOn);
          });
      client.send(2, new Query("INSERT INTO t (id) VALUES (1)"));
      writing.await();
      assertThat(reader.values()).containsEntry("keywright_requests_unanswered", 1.0);
      assertThat(reader.health()).isEqualTo("200 ok");
      CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::close);
      String health = reader.health();
      while (health.equals("200 ok")) {
        health = reader.health();
      }
      assertThat(health).isEqualTo("503 the server is stopping");
      assertThat(stopped).isNotDone();
      goesOn.countDown();
      Message answer = client.receive().message;
      assertThat(answer)
          .isInstanceOf(com.datastax.oss.protocol.internal.response.result.Void.class);
      stopped.get();
    }
    assertThatThrownBy(reader::health).isInstanceOf(ConnectException.class);
  }

  /** A client that sends the beginning of a request and then nothing. */
  private SocketChannel slow(int length) throws IOException {
    SocketChannel channel = SocketChannel.open(reader.address());
    byte[] request = "GET /metrics HTTP/1.1\r\nHost: a\r\n".getBytes(StandardCharsets.US_ASCII);
    channel.write(ByteBuffer.wrap(request, 0, length));
    return channel;
  }

  private static boolean isClosed(SocketChannel channel) {
    try {
      return channel.read(ByteBuffer.allocate(100)) < 0;
    } catch (IOException e) {
      return true;
    }
  }

  @Test
  void slowClientsMakeRoomForOthers() throws Exception {
    List<SocketChannel> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 200; i++) {
        slow.add(slow(1 + i % 30));
        if (i % 10 == 9) {
          assertThat(reader.health()).isEqualTo("200 ok");
        }
      }
      assertThat(reader.values()).isNotEmpty();
      // The oldest have made room. No thread waits for them.
      assertThat(isClosed(slow.get(0))).isTrue();
      long threads =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().equals("keywright-metrics"))
              .count();
      assertThat(threads).isLessThanOrEqualTo(16);
    } finally {
      for (SocketChannel channel : slow) {
        channel.close();
      }
    }
  }

  /** Nobody waits ten seconds: the test says what time it is. */
  @Test
  void aRequestMustArriveWithinTenSeconds() throws Exception {
    try (SocketChannel late = slow(5)) {
      CompletableFuture<Boolean> closed = CompletableFuture.supplyAsync(() -> isClosed(late));
      while (!closed.isDone()) {
        // The request has a thread when its first bytes were found.
        server.closeLate(System.nanoTime() + TimeUnit.SECONDS.toNanos(11));
        Thread.onSpinWait();
      }
      assertThat(closed.get()).isTrue();
    }
    assertThat(reader.health()).isEqualTo("200 ok");
  }
}
