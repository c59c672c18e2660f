package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.protocol.internal.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import keywright.cql.CqlSession;
import keywright.table.Database;
import org.junit.jupiter.api.Test;

/** What connections are told of the catalog. */
class SchemaWatchTest {
  @Test
  void aLookDoesNotWaitForADefinition() throws Exception {
    try (Database database = Database.open("memory:");
        CqlSession session = CqlSession.over(database)) {
      List<Message> told = new ArrayList<>();
      SchemaWatch watch = new SchemaWatch(database, told::add);
      CountDownLatch runs = new CountDownLatch(1);
      CountDownLatch ends = new CountDownLatch(1);
      Thread defining =
          new Thread(
              () ->
                  watch.define(
                      () -> {
                        session.execute("CREATE TABLE t (a int, PRIMARY KEY (a))").close();
                        runs.countDown();
                        await(ends);
                      }));
      defining.start();
      await(runs);
      Thread looking = new Thread(watch::look);
      looking.start();
      try {
        looking.join(TimeUnit.SECONDS.toMillis(30));
        assertThat(looking.isAlive()).isFalse();
        assertThat(told).isEmpty();
      } finally {
        ends.countDown();
        defining.join();
        looking.join();
      }
      assertThat(told).hasSize(1);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
