package keywright.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import keywright.key.KeyPart;
import keywright.store.MemoryEngine;
import keywright.store.stop.Cancellation;
import keywright.table.layout.RowTest;
import keywright.table.layout.StoredTable;
import keywright.table.model.TableDefinition;
import keywright.table.model.Using;
import keywright.table.write.RowChange;
import keywright.table.write.RowLocks;
import keywright.testkit.Seeds;
import keywright.testkit.TestThreads;
import keywright.testkit.Trials;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Writers that lock their rows after a conflict wait for each other, and none waits for ever. */
class RowLocksTest {
  private static final int THREADS = 6;
  private static final int BATCHES = Trials.of(4_000);
  private static final int ROWS = 40;
  private static final int LIMIT_SECONDS = 60;

  private final RowLocks locks = new RowLocks();
  private final StoredTable table = table();

  private static StoredTable table() {
    try (Database database = Database.over(new MemoryEngine(), Payments.CLOCK, 1)) {
      boolean unused =
          database.createTable(
              TableDefinition.of("t", Payments.columns("id int", "d"), KeyPart.parseList("id")),
              false);
      return database.known().require("t");
    }
  }

  private List<RowChange> changes(int... ids) {
    List<RowChange> changes = new ArrayList<>();
    for (int id : ids) {
      changes.add(
          RowChange.of(
              table,
              RowChange.Kind.DELETE,
              RowChange.given(table, Map.of("id", id)),
              RowTest.NONE,
              Using.NOTHING));
    }
    return changes;
  }

  /** Begins writes that meet a conflict, so that their rows are locked. */
  private RowLocks.Held locked(int... ids) {
    RowLocks.Held held = locks.begin(changes(ids), Cancellation.NONE);
    held.await(0);
    return held;
  }

  /** Another thread gets the locks of these rows. */
  private void requireFree(int... ids) throws Exception {
    TestThreads.run(() -> locked(ids).close());
  }

  @AfterEach
  void noRowIsLeftLocked() throws Exception {
    requireFree(IntStream.range(0, ROWS).toArray());
  }

  @Test
  void afterAConflictRowsAreWrittenByOneThreadAtATime() throws Exception {
    int[] rows = new int[ROWS];
    SplittableRandom random = new SplittableRandom(Seeds.base());
    List<Callable<int[]>> writers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      SplittableRandom own = random.split();
      writers.add(() -> write(rows, own));
    }
    int[] added = new int[ROWS];
    for (int[] own : TestThreads.runAll(writers)) {
      for (int row = 0; row < ROWS; row++) {
        added[row] += own[row];
      }
    }
    assertThat(rows).as(Seeds.reproduction(Seeds.base())).containsExactly(added);
  }

  /** Adds 1 to some rows again and again, and returns for each row how much was added. */
  private int[] write(int[] rows, SplittableRandom random) {
    int[] added = new int[ROWS];
    for (int batch = 0; batch < BATCHES; batch++) {
      int[] some = random.ints(1 + random.nextInt(5), 0, ROWS).distinct().toArray();
      try (RowLocks.Held held = locked(some)) {
        for (int row : some) {
          int value = rows[row];
          TestThreads.letOthersRun();
          rows[row] = value + 1;
          added[row]++;
        }
      }
    }
    return added;
  }

  @Test
  void aWriterWaitsOnlyForRowsThatAreLocked() throws Exception {
    Cancellation limit = Cancellation.after(Duration.ofSeconds(LIMIT_SECONDS));
    RowLocks.Held writer = locks.begin(changes(1), limit);
    requireFree(1);
    writer.await(0);
    requireFree(2, 3, 4);
    Thread waiting =
        TestThreads.waiting(() -> locks.begin(changes(1, 2), Cancellation.NONE).close());
    writer.close();
    TestThreads.requireEnd(waiting);
  }

  @Test
  void aWriterThatMustEndDoesNotWaitAndLeavesNothingLocked() throws Exception {
    try (RowLocks.Held held = locked(1, 2, 3)) {
      // These have other locks than the rows above, before and after theirs.
      int[] all = IntStream.range(0, ROWS).toArray();
      TestThreads.run(
          () -> locks.begin(changes(all), Cancellation.after(Duration.ofMillis(1))).close());
      requireFree(IntStream.range(4, ROWS).toArray());
    }
  }
}
