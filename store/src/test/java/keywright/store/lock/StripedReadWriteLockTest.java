package keywright.store.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import keywright.testkit.TestThreads;
import keywright.testkit.Trials;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripedReadWriteLockTest {
  private static final int THREADS = 6;
  private static final int TURNS = Trials.of(40_000);

  private static StripedReadWriteLock lock(boolean isForMany) {
    return isForMany ? StripedReadWriteLock.forManyThreads() : StripedReadWriteLock.forFewThreads();
  }

  /** Two numbers are equal for all who have the lock, and a writer finds no reader. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aWriterIsAlone(boolean isForMany) throws Exception {
    StripedReadWriteLock lock = lock(isForMany);
    int[] numbers = new int[2];
    AtomicInteger readers = new AtomicInteger();
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      int writes = thread < 2 ? 10 : 1_000;
      tasks.add(
          () -> {
            int written = 0;
            for (int turn = 0; turn < TURNS; turn++) {
              if (turn % writes == 0) {
                lock.lockWrite();
                try {
                  assertThat(readers.get()).isZero();
                  numbers[0]++;
                  numbers[1]++;
                  written++;
                } finally {
                  lock.unlockWrite();
                }
              } else {
                lock.lockRead();
                try {
                  readers.incrementAndGet();
                  assertThat(numbers[0]).isEqualTo(numbers[1]);
                  readers.decrementAndGet();
                } finally {
                  lock.unlockRead();
                }
              }
            }
            return written;
          });
    }
    int written = TestThreads.runAll(tasks).stream().mapToInt(Integer::intValue).sum();
    assertThat(numbers).containsExactly(written, written);
  }

  /** The numbers of the threads follow each other, so each stripe is that of one of them. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aWriterWaitsForTheReaderOfEveryThread(boolean isForMany) throws Exception {
    StripedReadWriteLock lock = lock(isForMany);
    for (int thread = 0; thread < 64; thread++) {
      CountDownLatch mayEnd = new CountDownLatch(1);
      AtomicBoolean isReading = new AtomicBoolean();
      Thread reader =
          TestThreads.waiting(
              () -> {
                lock.lockRead();
                isReading.set(lock.isReadByThisThread());
                awaitUninterrupted(mayEnd);
                lock.unlockRead();
                isReading.compareAndSet(true, !lock.isReadByThisThread());
              });
      assertThat(lock.isReadByThisThread()).isFalse();
      assertThat(lock.tryLockWrite(10, TimeUnit.MICROSECONDS)).isFalse();
      mayEnd.countDown();
      TestThreads.requireEnd(reader);
      assertThat(isReading).isTrue();
      // The attempt of before left nothing locked.
      assertThat(lock.tryLockWrite(0, TimeUnit.SECONDS)).isTrue();
      lock.unlockWrite();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void requireFree(StripedReadWriteLock lock) {
    try {
      assertThat(lock.tryLockWrite(1, TimeUnit.MILLISECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    lock.unlockWrite();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readersWaitForAWriter(boolean isForMany) throws Exception {
    StripedReadWriteLock lock = lock(isForMany);
    lock.lockWrite();
    Thread reader =
        TestThreads.waiting(
            () -> {
              lock.lockRead();
              lock.unlockRead();
            });
    lock.unlockWrite();
    TestThreads.requireEnd(reader);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aThreadTakesAgainWhatItHas(boolean isForMany) throws Exception {
    StripedReadWriteLock lock = lock(isForMany);
    lock.lockWrite();
    lock.lockWrite();
    lock.lockRead();
    lock.lockRead();
    lock.unlockWrite();
    lock.unlockWrite();
    // Others may read, but nobody may write.
    TestThreads.run(
        () -> {
          lock.lockRead();
          lock.unlockRead();
        });
    assertThatThrownBy(() -> TestThreads.run(() -> requireFree(lock)))
        .isInstanceOf(AssertionError.class);
    lock.unlockRead();
    lock.unlockRead();
    TestThreads.run(() -> requireFree(lock));
  }

  @Test
  void whatAThreadDoesNotHaveItCannotGiveBack() {
    StripedReadWriteLock lock = lock(true);
    assertThatThrownBy(lock::unlockRead).isInstanceOf(IllegalMonitorStateException.class);
    assertThatThrownBy(lock::unlockWrite).isInstanceOf(IllegalMonitorStateException.class);
  }
}
