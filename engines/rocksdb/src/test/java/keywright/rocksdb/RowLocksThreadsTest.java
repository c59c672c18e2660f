package keywright.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;
import keywright.testkit.Seeds;
import keywright.testkit.TestThreads;
import keywright.testkit.Trials;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads that lock rows wait for each other, and none waits for ever. */
class RowLocksThreadsTest {
  private static final int THREADS = 6;
  private static final int BATCHES = Trials.of(8_000);
  private static final int ROWS = 40;

  private final RowLocks locks = new RowLocks();

  @AfterEach
  void noLockIsLeftLocked() throws Exception {
    requireFree(all());
  }

  private static int[] all() {
    int[] all = RowLocks.distinct(IntStream.range(0, 100_000).map(RowLocks::of).toArray());
    assertThat(all).hasSizeGreaterThan(10_000);
    return all;
  }

  /** Another thread gets all of these locks. */
  private void requireFree(int[] wanted) throws Exception {
    TestThreads.run(() -> lockAndUnlock(wanted));
  }

  private void lockAndUnlock(int[] wanted) {
    locks.lock(wanted);
    locks.unlock(wanted);
  }

  @Test
  void rowsAreWrittenByOneThreadAtATime() throws Exception {
    AtomicIntegerArray rows = new AtomicIntegerArray(ROWS);
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
    assertThat(IntStream.range(0, ROWS).map(rows::get).toArray())
        .as(Seeds.reproduction(Seeds.base()))
        .containsExactly(added);
  }

  /**
   * Adds 1 to some rows again and again, by a read and a write between which other threads run.
   * Each row was read before it is locked, too: if it is unwritten since, it is as it was.
   *
   * @return for each row how much was added
   */
  private int[] write(AtomicIntegerArray rows, SplittableRandom random) {
    int[] added = new int[ROWS];
    for (int batch = 0; batch < BATCHES; batch++) {
      int[] some = random.ints(1 + random.nextInt(5), 0, ROWS).distinct().toArray();
      int[] held = RowLocks.distinct(IntStream.of(some).map(RowLocksThreadsTest::lock).toArray());
      long mark = locks.now();
      int[] found = IntStream.of(some).map(rows::get).toArray();
      locks.lock(held);
      try {
        for (int i = 0; i < some.length; i++) {
          int value = rows.get(some[i]);
          if (locks.isUnwrittenSince(mark, lock(some[i]))) {
            assertThat(value).as("a row that was not written").isEqualTo(found[i]);
          }
          TestThreads.letOthersRun();
          rows.set(some[i], value + 1);
          added[some[i]]++;
        }
      } finally {
        locks.noteWrite(held);
        locks.unlock(held);
      }
    }
    return added;
  }

  /** Two rows share a lock. */
  private static int lock(int row) {
    return RowLocks.of(row / 2);
  }

  @Test
  void eachThreadThatWaitsGetsTheLock() throws Exception {
    int[] one = {RowLocks.of(1)};
    locks.lock(one);
    List<Thread> waiting = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      waiting.add(TestThreads.waiting(() -> lockAndUnlock(one)));
    }
    locks.unlock(one);
    for (Thread thread : waiting) {
      TestThreads.requireEnd(thread);
    }
  }

  @Test
  void rowsOfOtherLocksAreFree() throws Exception {
    int[] one = {RowLocks.of(1)};
    locks.lock(one);
    requireFree(IntStream.of(all()).filter(other -> other != one[0]).toArray());
    locks.unlock(one);
  }

  @Test
  void onlyTheThreadThatHasALockReleasesIt() throws Exception {
    int[] one = {RowLocks.of(1)};
    assertThatThrownBy(() -> locks.unlock(one)).isInstanceOf(IllegalMonitorStateException.class);
    locks.lock(one);
    TestThreads.run(
        () ->
            assertThatThrownBy(() -> locks.unlock(one))
                .isInstanceOf(IllegalMonitorStateException.class)
                .hasMessage("found a lock of another thread, expected an own one"));
    Thread waiting = TestThreads.waiting(() -> lockAndUnlock(one));
    locks.unlock(one);
    TestThreads.requireEnd(waiting);
  }

  @Test
  void aLockKnowsWhenARowOfItWasWritten() {
    int[] held = {3, 5};
    long before = locks.now();
    locks.lock(held);
    assertThat(locks.isUnwrittenSince(before, 3)).isTrue();
    locks.noteWrite(held);
    locks.unlock(held);
    assertThat(locks.isUnwrittenSince(before, 3)).isFalse();
    assertThat(locks.isUnwrittenSince(before, 4)).isTrue();
    assertThat(locks.isUnwrittenSince(before, 5)).isFalse();
    assertThat(locks.isUnwrittenSince(locks.now(), 3)).isTrue();
  }
}
