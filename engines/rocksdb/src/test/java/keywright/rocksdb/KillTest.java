package keywright.rocksdb;

import static keywright.rocksdb.KillTarget.LEFT;
import static keywright.rocksdb.KillTarget.PASSING;
import static keywright.rocksdb.KillTarget.RIGHT;
import static keywright.rocksdb.KillTarget.ROWS;
import static keywright.rocksdb.KillTarget.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import keywright.store.Engine;
import keywright.store.Engines;
import keywright.store.RowCursor;
import keywright.store.ScanOptions;
import keywright.store.Snapshot;
import keywright.store.StoredRow;
import keywright.store.TableLayout;
import keywright.store.WriteBatch;
import keywright.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("large")
class KillTest {
  private static final int ROUNDS = 10;

  @TempDir Path directory;

  @Test
  void aKilledProgramLeavesWholeBatchesAndAllThatItWasToldAreWritten() throws Exception {
    SplittableRandom random = new SplittableRandom(Seeds.base());
    for (int round = 0; round < ROUNDS; round++) {
      long[] printed = runAndKill(random.nextInt(1, 2_500));
      try (Engine engine = Engines.open("rocksdb:" + directory)) {
        for (int thread = 0; thread < THREADS; thread++) {
          checkThread(engine, thread, printed[thread]);
        }
        checkPassingTable(engine);
        clear(engine);
      } catch (AssertionError e) {
        throw new AssertionError("round " + round + "\n" + Seeds.reproduction(Seeds.base()), e);
      }
    }
  }

  /** The last batch that each thread printed. */
  private long[] runAndKill(int lines) throws Exception {
    long[] printed = new long[THREADS];
    int left = lines;
    try (KillTarget.Child child = KillTarget.start(directory)) {
      for (String line = child.readLine(); line != null; line = child.readLine()) {
        // The last line may be torn by the kill; one without a newline is the last.
        String[] words = line.split(" ");
        if (words.length == 2 && --left >= 0) {
          printed[Integer.parseInt(words[0])] = Long.parseLong(words[1]);
        }
        if (left == 0) {
          child.kill();
        }
      }
    }
    assertThat(left).as("lines that the program did not print before its end").isNotPositive();
    return printed;
  }

  private static void checkThread(Engine engine, int thread, long printed) {
    try (Snapshot snapshot = engine.snapshot(0)) {
      StoredRow last = snapshot.get(RIGHT, RIGHT.keySchema().key(thread, ROWS), Set.of());
      long n = last == null ? 0 : (Long) last.value(1);
      assertThat(n).as("last batch of thread %s", thread).isGreaterThanOrEqualTo(printed);
      for (int id = 0; id < ROWS; id++) {
        long expected = lastBatchOn(id, n);
        StoredRow left = snapshot.get(LEFT, LEFT.keySchema().key(thread, id), Set.of("b"));
        StoredRow right = snapshot.get(RIGHT, RIGHT.keySchema().key(thread, id), Set.of());
        assertThat(left == null ? 0L : left.value(1)).isEqualTo(expected);
        assertThat(left == null ? 0L : left.value(2)).isEqualTo(expected);
        assertThat(right == null ? 0L : right.value(1)).isEqualTo(expected);
        StoredRow moving = snapshot.get(RIGHT, RIGHT.keySchema().key(thread, -1 - id), Set.of());
        assertThat(moving != null).as("mark %s", id).isEqualTo(n > 0 && (n + 1) % ROWS == id);
      }
    }
  }

  /** The highest number up to {@code n} that is {@code id} modulo the rows; 0 for none. */
  private static long lastBatchOn(int id, long n) {
    long candidate = n - Math.floorMod(n - id, ROWS);
    return Math.max(candidate, 0);
  }

  private static void checkPassingTable(Engine engine) {
    if (!engine.hasTable(PASSING.name())) {
      engine.createTable(PASSING);
    }
    WriteBatch batch =
        new WriteBatch(0)
            .put(
                PASSING, PASSING.keySchema().key(1, 1), WriteBatch.ABSENT, 1, Map.of(1, 1L, 2, 1L));
    assertThat(engine.write(batch)).isTrue();
    engine.dropTable(PASSING.name());
  }

  /** Row by row, so that the next round starts over on files with a past. */
  private static void clear(Engine engine) {
    WriteBatch batch = new WriteBatch(0);
    try (Snapshot snapshot = engine.snapshot(0)) {
      for (TableLayout layout : new TableLayout[] {LEFT, RIGHT}) {
        if (!engine.hasTable(layout.name())) {
          engine.createTable(layout);
          continue;
        }
        try (RowCursor rows = snapshot.walk(layout, ScanOptions.of(Set.of()))) {
          for (StoredRow row = rows.next(); row != null; row = rows.next()) {
            batch.delete(layout, row.key(), row.version());
          }
        }
      }
    }
    assertThat(engine.write(batch)).isTrue();
  }
}
