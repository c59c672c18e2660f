package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import keywright.key.Condition;
import keywright.key.KeyPart;
import keywright.server.hbase.HBaseServer;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.table.catalog.CheckedClock;
import keywright.table.maintenance.EngineComponents;
import keywright.table.model.DatabaseEvents;
import keywright.table.model.FamilyDefinition;
import keywright.table.model.Row;
import keywright.table.model.TableDefinition;
import keywright.table.model.TableException;
import keywright.table.model.Using;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process whose clock differs from that of HBase. */
@Tag("large")
class ServerClockTest {
  /** Short leases, so that statements look at the clock again soon. */
  private static final String OPTIONS = "?timeout_seconds=1";

  private static final Duration LIFETIME = Duration.ofMinutes(30);

  private static final TableDefinition SESSION =
      TableDefinition.of(
              "session",
              Payments.columns("id int, page text, visits int", "d"),
              KeyPart.parseList("id"))
          .withFamilies(List.of(FamilyDefinition.of("d")));

  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  @Test
  void aProcessWhoseClockDiffersFromThatOfTheServersCannotOpenTheDatabase() {
    try (HBaseServer server = HBaseServer.startAhead(Duration.ofHours(-1))) {
      assertThatThrownBy(() -> Database.open(server.url("clock")).close())
          .isInstanceOf(TableException.class)
          .hasMessageStartingWith("cannot use the database: found the clock of this machine at ")
          .hasMessageMatching(".* 3,600 s ahead of the clock of the server, .*")
          .hasMessageEndingWith(
              "expected a difference of at most 30 s; set the clock of this machine, and start the process again");
    }
  }

  @Test
  void aClockThatIsAheadDestroysNoRowThatHasNotExpired() {
    String url = HBaseServer.shared().url("ahead") + OPTIONS;
    try (Database right = Database.open(url)) {
      boolean unused = right.createTable(SESSION, false);
      Using lifetime = Using.ttl(LIFETIME.toSeconds());
      right.table("session").insert(Map.of("id", 1, "page", "/start", "visits", 1), lifetime);
      ahead.set(Duration.ofHours(1));
      assertRefused(() -> open(url).close(), "3,600 s ahead of");
      ahead.set(Duration.ofHours(-1));
      assertRefused(() -> open(url).close(), "behind");
      ahead.set(Duration.ofSeconds(20));
      try (Database other = open(url)) {
        update(other, 2);
        assertThat(row(right)).containsEntry("page", "/start").containsEntry("visits", 2);
        ahead.set(Duration.ofHours(1));
        assertRefusedSoon(other);
        assertThat(row(right)).containsEntry("page", "/start");
      }
    }
  }

  /** Updates are made until the lease of the catalog is over, with a clock that is right. */
  private void assertRefusedSoon(Database database) {
    Duration wrong = ahead.get();
    long until = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    boolean isRefused = false;
    while (!isRefused && System.nanoTime() < until) {
      try {
        update(database, 3);
      } catch (TableException e) {
        assertThat(e).hasMessageContaining("ahead of the clock of the server");
        isRefused = true;
      }
    }
    assertThat(isRefused).as("refused with a clock %s ahead", wrong).isTrue();
  }

  private static void assertRefused(ThrowingCallable statement, String found) {
    assertThatThrownBy(statement)
        .isInstanceOf(TableException.class)
        .hasMessageContainingAll(
            "cannot use the database", found, "expected a difference of at most 30 s");
  }

  private Database open(String url) {
    Engine engine = Engines.open(url);
    CheckedClock clock = new CheckedClock(engine, () -> Instant.now().plus(ahead.get()));
    return new Database(engine, clock, clock::check, 1, new EngineComponents(DatabaseEvents.NONE));
  }

  private static void update(Database database, int visits) {
    Condition key = new Condition.Compare("id", Condition.Operator.EQ, 1);
    long unused = database.table("session").update(List.of(key), Map.of("visits", visits));
  }

  private static Map<String, @Nullable Object> row(Database database) {
    Row row = database.table("session").get(1).orElseThrow();
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("page", row.get("page"));
    values.put("visits", row.get("visits"));
    return values;
  }
}
