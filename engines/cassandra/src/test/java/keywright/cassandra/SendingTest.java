package keywright.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class SendingTest {
  private static final int AT_ONCE = 8;
  private static final Statement<?> STATEMENT = SimpleStatement.newInstance("SELECT 1");

  private static CompletableFuture<AsyncResultSet> refused(String why) {
    return CompletableFuture.failedFuture(new IllegalStateException(why));
  }

  @Test
  void onlySomeStatementsAreOnTheirWayAtOnce() {
    List<CompletableFuture<AsyncResultSet>> sent = new ArrayList<>();
    Sending sending =
        new Sending(
            statement -> {
              sent.add(new CompletableFuture<>());
              return sent.get(sent.size() - 1);
            },
            20,
            AT_ONCE);
    for (int i = 0; i < 20; i++) {
      sending.add(i, STATEMENT);
    }
    assertThat(sent).hasSize(AT_ONCE);
    sent.get(3).complete(null);
    assertThat(sent).hasSize(AT_ONCE + 1);
    sent.get(0).completeExceptionally(new IllegalStateException("late"));
    assertThat(sent).hasSize(AT_ONCE + 2);
    for (int i = 0; i < sent.size(); i++) {
      sent.get(i).complete(null);
    }
    assertThat(sent).hasSize(20);
    sending.await();
    assertThat(sending.failure(0)).hasMessage("late");
    for (int i = 1; i < 20; i++) {
      assertThat(sending.failure(i)).isNull();
    }
  }

  @Test
  @Tag("large")
  void manyStatementsThatFailAtOnceNeedNoDeepStack() {
    int count = 200_000;
    List<CompletableFuture<AsyncResultSet>> first = new ArrayList<>();
    AtomicInteger sent = new AtomicInteger();
    Sending sending =
        new Sending(
            statement -> {
              int number = sent.getAndIncrement();
              if (number > 0) {
                return refused("statement " + number);
              }
              first.add(new CompletableFuture<>());
              return first.get(0);
            },
            count,
            1);
    for (int i = 0; i < count; i++) {
      sending.add(i, STATEMENT);
    }
    assertThat(sent).hasValue(1);
    first.get(0).complete(null);
    sending.await();
    assertThat(sending.failure(0)).isNull();
    assertThat(sending.failure(count - 1)).hasMessage("statement " + (count - 1));
  }

  @Test
  void aStatementThatCannotBeSentFailsAlone() {
    AtomicInteger sent = new AtomicInteger();
    Sending sending =
        new Sending(
            statement -> {
              if (sent.getAndIncrement() == 1) {
                throw new IllegalArgumentException("closed");
              }
              return CompletableFuture.completedFuture(null);
            },
            3,
            AT_ONCE);
    for (int i = 0; i < 3; i++) {
      sending.add(i, STATEMENT);
    }
    sending.await();
    assertThat(sending.failure(0)).isNull();
    assertThat(sending.failure(1)).hasMessage("closed");
    assertThat(sending.failure(2)).isNull();
  }

  @Test
  void answersOfOtherThreadsAreAllCounted() throws Exception {
    int count = 5_000;
    Queue<CompletableFuture<AsyncResultSet>> sent = new ConcurrentLinkedQueue<>();
    AtomicInteger onTheirWay = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger answered = new AtomicInteger();
    Sending sending =
        new Sending(
            statement -> {
              most.accumulateAndGet(onTheirWay.incrementAndGet(), Math::max);
              CompletableFuture<AsyncResultSet> answer = new CompletableFuture<>();
              sent.add(answer);
              return answer;
            },
            count,
            AT_ONCE);
    CyclicBarrier begin = new CyclicBarrier(4);
    List<Thread> servers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Thread server =
          new Thread(
              () -> {
                try {
                  begin.await();
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
                while (answered.get() < count) {
                  CompletableFuture<AsyncResultSet> answer = sent.poll();
                  if (answer == null) {
                    Thread.onSpinWait();
                    continue;
                  }
                  onTheirWay.decrementAndGet();
                  answered.incrementAndGet();
                  answer.complete(null);
                }
              });
      server.start();
      servers.add(server);
    }
    begin.await();
    for (int i = 0; i < count; i++) {
      sending.add(i, STATEMENT);
    }
    sending.await();
    for (Thread server : servers) {
      server.join();
    }
    assertThat(answered).hasValue(count);
    assertThat(most.get()).isBetween(2, AT_ONCE);
  }
}
