package keywright.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import keywright.key.ErrorCode;
import keywright.key.Key;
import keywright.key.KeySchema;
import keywright.key.Type;
import keywright.store.ColumnLayout;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.FamilyLayout;
import keywright.store.RowHead;
import keywright.store.RowOptions;
import keywright.store.StoreException;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.TimedWrite;
import keywright.store.TimedWrites;
import keywright.store.WriteBatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A keyspace that wants three replicas of a cluster with one node. */
@Tag("large")
final class TooFewReplicasTest {
  private static final TableLayout LAYOUT =
      new TableLayout(
          "t",
          KeySchema.parse("id int", "id"),
          List.of(FamilyLayout.of("d", List.of(new ColumnLayout(1, "city", Type.parse("text"))))));
  private static final Key ROW = LAYOUT.keySchema().key(1);

  private static void replicate(String keyspace, int replicas) {
    try (CqlSession session = Keyspaces.session()) {
      session.execute(
          "ALTER KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': %d}"
              .formatted(keyspace, replicas));
    }
  }

  private static StoredRow read(Engine engine) {
    return engine.get(LAYOUT, ROW, RowOptions.of(LAYOUT.familyNames()), 0);
  }

  private static WriteBatch write(long expected, String city) {
    return new WriteBatch(0).put(LAYOUT, ROW, expected, expected + 1, Map.of(1, city));
  }

  @Test
  void nothingIsWrittenAndOneLineSaysWhy() {
    String url = Keyspaces.url("scarce");
    try (Engine engine = Engines.open(url + "?timeout_seconds=1")) {
      engine.createTable(LAYOUT);
      assertThat(engine.write(write(WriteBatch.ABSENT, "x"))).isTrue();
      StoredRow before = read(engine);
      replicate(Keyspaces.keyspace(url), 3);
      refused(() -> engine.write(write(before.version(), "y")));
      refused(() -> engine.writeEach(List.of(write(before.version(), "y"))));
      refused(
          () ->
              TimedWrites.of(engine)
                  .write(
                      List.of(
                          TimedWrite.put(
                              new WriteBatch(0)
                                  .put(
                                      LAYOUT,
                                      LAYOUT.keySchema().key(2),
                                      WriteBatch.ABSENT,
                                      RowHead.of(5),
                                      List.of())))));
      refused(() -> read(engine));
      replicate(Keyspaces.keyspace(url), 1);
      assertThat(read(engine).head()).isEqualTo(before.head());
      assertThat(read(engine).value(1)).isEqualTo("x");
    }
  }

  private static void refused(ThrowingCallable call) {
    Instant start = Instant.now();
    assertThatThrownBy(call)
        .isExactlyInstanceOf(StoreException.class)
        .hasFieldOrPropertyWithValue("code", ErrorCode.UNAVAILABLE)
        .hasMessageStartingWith("cannot ")
        .hasMessageContainingAll("table t: found too few replicas alive", "expected a quorum; ")
        .hasMessageContaining("replication factor")
        .hasMessageNotContaining("\n");
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(5));
  }
}
