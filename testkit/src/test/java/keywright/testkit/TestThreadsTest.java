package keywright.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

class TestThreadsTest {

  @Test
  void tasksRunAtTheSameTime() throws Exception {
    CyclicBarrier all = new CyclicBarrier(3);
    List<Callable<Integer>> tasks = List.of(all::await, all::await, all::await);
    assertThat(TestThreads.runAll(tasks)).containsExactlyInAnyOrder(0, 1, 2);
  }

  @Test
  void whatATaskThrowsIsThrown() {
    List<Callable<Integer>> tasks =
        List.of(
            () -> 1,
            () -> {
              throw new IOException("no");
            });
    assertThatThrownBy(() -> TestThreads.runAll(tasks)).isInstanceOf(IOException.class);
    assertThatThrownBy(
            () ->
                TestThreads.run(
                    () -> {
                      throw new AssertionError("wrong");
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessage("wrong");
  }

  @Test
  void aThreadIsReturnedWhenItWaits() throws Exception {
    CountDownLatch latch = new CountDownLatch(1);
    Thread thread =
        TestThreads.waiting(
            () -> {
              try {
                latch.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    assertThat(thread.getState()).isEqualTo(Thread.State.WAITING);
    latch.countDown();
    TestThreads.requireEnd(thread);
  }

  @Test
  void aThreadThatEndsIsNoThreadThatWaits() {
    assertThatThrownBy(() -> TestThreads.waiting(() -> {}))
        .isInstanceOf(AssertionError.class)
        .hasMessage("found a thread that has ended, expected one that waits");
  }
}
