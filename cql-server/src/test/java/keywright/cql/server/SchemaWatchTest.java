package keywright.cql.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.protocol.internal.Message;
import com.datastax.oss.protocol.internal.response.event.SchemaChangeEvent;
import com.datastax.oss.protocol.internal.response.result.SchemaChange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import keywright.cql.CqlSession;
import keywright.table.Database;
import org.junit.jupiter.api.Test;

/** What connections are told of the catalog. */
class SchemaWatchTest {
  /** Building an index can take hours. Each client is told what its own statement has changed. */
  @Test
  void nothingWaitsForADefinition() throws Exception {
    try (Database database = Database.open("memory:");
        CqlSession session = CqlSession.over(database)) {
      List<Message> told = Collections.synchronizedList(new ArrayList<>());
      SchemaWatch watch = new SchemaWatch(database, told::add);
      CountDownLatch runs = new CountDownLatch(1);
      CountDownLatch ends = new CountDownLatch(1);
      FutureTask<Message> slow =
          new FutureTask<>(
              () ->
                  watch.define(
                      (change, before) -> change.isOf("slow", before),
                      () -> {
                        session.execute("CREATE TABLE slow (a int, PRIMARY KEY (a))").close();
                        runs.countDown();
                        await(ends);
                      }));
      new Thread(slow).start();
      await(runs);
      FutureTask<Message> other =
          new FutureTask<>(
              () -> {
                watch.look();
                return watch.define(
                    (change, before) -> change.isOf("another", before),
                    () -> {
                      session.execute("CREATE TABLE another (a int, PRIMARY KEY (a))").close();
                      session.execute("CREATE TABLE aaa (a int, PRIMARY KEY (a))").close();
                    });
              });
      new Thread(other).start();
      try {
        assertThat(created(other.get(30, TimeUnit.SECONDS))).isEqualTo("another");
        assertThat(told).hasSize(3);
      } finally {
        ends.countDown();
      }
      assertThat(created(slow.get(30, TimeUnit.SECONDS))).isEqualTo("slow");
      assertThat(told)
          .extracting(event -> ((SchemaChangeEvent) event).object)
          .containsExactlyInAnyOrder("slow", "aaa", "another");
    }
  }

  /** While each definition runs, another one creates or drops a table. */
  @Test
  void aClientIsToldOfItsOwnChangeAlone() {
    try (Database database = Database.open("memory:");
        CqlSession session = CqlSession.over(database)) {
      SchemaWatch watch = new SchemaWatch(database, event -> {});
      session.execute("CREATE TABLE t (a int PRIMARY KEY, b int)").close();
      session.execute("CREATE TABLE aa (a int PRIMARY KEY)").close();
      String[][] definitions = {
        {"CREATE KEYSPACE ks", "CREATED KEYSPACE ks null"},
        {"CREATE KEYSPACE IF NOT EXISTS ks", "nothing"},
        {"CREATE TABLE ks.t (a int PRIMARY KEY)", "CREATED TABLE ks t"},
        {"CREATE TABLE IF NOT EXISTS t (a int PRIMARY KEY)", "nothing"},
        {"CREATE INDEX \"By\" ON t (b)", "UPDATED TABLE keywright t"},
        {"DROP INDEX IF EXISTS \"By\"", "UPDATED TABLE keywright t"},
        {"ALTER TABLE ks.t ADD c int", "UPDATED TABLE ks t"},
        {"DROP TABLE IF EXISTS none", "nothing"},
        {"DROP TABLE ks.t", "DROPPED TABLE ks t"},
        {"DROP KEYSPACE IF EXISTS ks", "DROPPED KEYSPACE ks null"},
      };
      boolean exists = true;
      for (String[] definition : definitions) {
        String other = exists ? "DROP TABLE aa" : "CREATE TABLE aa (a int PRIMARY KEY)";
        exists = !exists;
        Served served = Served.of(session, definition[0]);
        Message told =
            watch.define(
                served::isOf,
                () -> {
                  session.execute(other).close();
                  session.execute(definition[0]).close();
                });
        assertThat(told(told)).as(definition[0]).isEqualTo(definition[1]);
      }
    }
  }

  private static String told(Message message) {
    return message instanceof SchemaChange change
        ? "%s %s %s %s".formatted(change.changeType, change.target, change.keyspace, change.object)
        : "nothing";
  }

  private static String created(Message message) {
    SchemaChange change = (SchemaChange) message;
    assertThat(change.changeType).isEqualTo("CREATED");
    return change.object;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
